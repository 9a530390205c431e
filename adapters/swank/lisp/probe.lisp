;;;; Whether the compiler hook works in this SBCL: it is internal, so it is tried before it is relied on.

(in-package :dapplex)

(defun needed-internals ()
  "Names of SBCL's own functions that the hook uses and this image lacks."
  (loop for (package . names) in '(("SB-C" "INSTRUMENT-COVERAGE" "%DO-FORMS-FROM-INFO" "GET-SOURCE-PATH" "IR1-CONVERT"
                                    "MAKE-CTRAN" "SOURCE-PATH-TLF-NUMBER" "SOURCE-PATH-FORM-NUMBER" "FILE-INFO-SUBFORMS"
                                    "MAKE-FORM-TRACKING-STREAM-OBSERVER" "LEXENV-VARS")
                                   ("SB-IMPL" "SIMPLE-EVAL-IN-LEXENV" "%SIMPLE-EVAL" "LINE/COL-FROM-CHARPOS"))
        append (loop for name in names
                     for symbol = (find-symbol name package)
                     unless (and symbol (fboundp symbol)) collect (format nil "~a::~a" package name))))

(defun probe-hook ()
  (when (eq *hook* :missing)
    (setf *hook* (let ((missing (needed-internals)))
                   (cond (missing (format nil "this SBCL (~a) has no ~{~a~^, ~}" (lisp-implementation-version) missing))
                         ((null (subforms-index)) "this SBCL keeps no positions of forms")
                         (t :works))))))
