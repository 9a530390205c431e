;;;; Frames that are missing because of tail calls. SBCL does not tell them; but where the form that a frame is at calls one
;;;; function and the frame above it is another's, the called one has given up its frame.

(in-package :dapplex)

(defvar *operators* (make-hash-table :test 'equal :synchronized t)
  "(file generation line column) -> the symbol that stands first in the form there, or NIL; read once.")

(defun line-of-file (file number)
  (with-open-file (in (sb-ext:parse-native-namestring file) :external-format '(:utf-8 :replacement #\?))
    (loop repeat number for line = (read-line in nil) while line finally (return line))))

(defun read-operator (site)
  (let* ((line (line-of-file (site-file site) (site-line site))) (start (site-column site)))
    (when (and line (< start (length line)) (char= (char line start) #\())
      (let* ((end (or (position-if (lambda (c) (find c " ()'`\"")) line :start (1+ start)) (length line)))
             (text (subseq line (1+ start) end)) (colon (position #\: text)) (last (position #\: text :from-end t))
             (package (if colon (find-package (string-upcase (subseq text 0 colon))) (site-package site))))
        (and package (find-symbol (string-upcase (if last (subseq text (1+ last)) text)) package))))))

(defun operator-at (site)
  (let ((key (list (site-file site) (unit-generation (chunk-unit (site-chunk site))) (site-line site) (site-column site))))
    (multiple-value-bind (operator known) (gethash key *operators*)
      (if known operator (setf (gethash key *operators*) (ignore-errors (read-operator site)))))))

(defun may-give-up-frame-p (operator)
  "Whether OPERATOR is a function whose frame a tail call can replace: not one of the system, nor instrumented."
  (and (symbolp operator) operator (fboundp operator)
       (not (macro-function operator)) (not (special-operator-p operator)) (not (compiler-macro-function operator))
       (not (sb-int:system-package-p (symbol-package operator)))
       (not (eq (sb-int:info :function :inlinep operator) 'inline))
       (let ((function (fdefinition operator)))
         (and (not (typep function 'generic-function))
              (eq (sb-kernel:%fun-name function) operator)
              (not (gethash (function-file function) *units*))))))

(defun lost-frame (level index)
  "The name of a function that was called between frame INDEX and the one below it, and has no frame any more; or NIL."
  (let* ((stack (level-stack level)) (below (1+ index)) (name (frame-name-form (aref stack index))))
    (when (and (< below (length stack)) (symbolp name) name (not (called-here level index))
               (symbol-package name) (not (sb-int:system-package-p (symbol-package name))))
      (let* ((site (frame-place (aref stack below))) (operator (and site (operator-at site))))
        (and (not (eq operator name)) (ignore-errors (may-give-up-frame-p operator)) operator)))))
