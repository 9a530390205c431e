;;;; What a Lisp programmer asks the image: completions, describe, apropos, trace.

(in-package :dapplex)

(defun completion-type (symbol)
  (cond ((and (fboundp symbol) (special-operator-p symbol)) "keyword")
        ((macro-function symbol) "keyword")
        ((fboundp symbol) (if (typep (fdefinition symbol) 'generic-function) "method" "function"))
        ((find-class symbol nil) "class")
        ((keywordp symbol) "value")
        ((constantp symbol) "value")
        ((boundp symbol) "variable")
        (t "text")))

(defun matching-symbols (prefix package external-only)
  (let ((found '()) (upper (string-upcase prefix)))
    (flet ((consider (symbol)
             (let ((name (symbol-name symbol)))
               (when (and (>= (length name) (length upper)) (string-equal upper name :end2 (length upper)))
                 (pushnew symbol found)))))
      (if external-only
          (do-external-symbols (symbol package) (consider symbol))
          (do-symbols (symbol package) (consider symbol))))
    found))

(defun package-completions (prefix)
  "Names of packages, with the nicknames that hold in the current one."
  (loop for name in (append (loop for package in (list-all-packages)
                                  append (cons (package-name package) (package-nicknames package)))
                            #+sbcl (mapcar #'car (sb-ext:package-local-nicknames *package*)))
        when (and (<= (length prefix) (length name)) (string-equal prefix name :end2 (length prefix)))
          collect (obj "label" (format nil "~(~a~):" name) "type" "module")))

(defop "completions" (prefix package limit)
  "Completions of a symbol being typed: all it may be, short names first."
  (let* ((*package* (find-package-named package))
         (colon (position #\: prefix))
         (double (and colon (search "::" prefix)))
         (in (if colon (if (zerop colon) (find-package :keyword) (find-package (string-upcase (subseq prefix 0 colon)))) *package*))
         (start (if colon (1+ (position #\: prefix :from-end t)) 0))
         (symbols (and in (matching-symbols (subseq prefix start) in (and colon (plusp colon) (not double)))))
         (sorted (sort symbols (lambda (a b) (let ((x (symbol-name a)) (y (symbol-name b)))
                                               (if (= (length x) (length y)) (string< x y) (< (length x) (length y))))))))
    (arr (loop for item in (append (loop for symbol in sorted
                                         collect (obj "label" (format nil "~a~(~a~)" (subseq prefix 0 start) (symbol-name symbol))
                                                      "type" (completion-type symbol)))
                                   (and (null colon) (plusp (length prefix)) (package-completions prefix)))
               repeat limit collect item))))

(defop "describe" (name package)
  (let* ((*package* (find-package-named package)) (symbol (named-symbol name package "INVALID_REFERENCE" "Symbol"))
         (stream (make-instance 'limited-stream :left 20000)))
    (catch 'print-limit
      (let ((*print-length* 20) (*print-level* 4) (*print-circle* t) (*printing* (list nil)))
        (describe symbol stream)))
    (obj "symbol" (symbol-text symbol) "description" (clean (get-output-stream-string (limited-out stream))))))

(defop "apropos" (pattern package external-only limit)
  (let* ((in (and package (find-package-named package)))
         (all (remove-if (lambda (symbol)
                           (or (and external-only (symbol-package symbol)
                                    (not (eq :external (nth-value 1 (find-symbol (symbol-name symbol) (symbol-package symbol))))))
                               (null (symbol-kinds symbol))))
                         (remove-duplicates (apropos-list pattern in))))
         (sorted (sort all #'string< :key #'symbol-text)))
    (obj "total" (length sorted)
         "symbols" (arr (loop for symbol in sorted repeat limit
                              collect (obj "name" (symbol-text symbol) "kinds" (arr (symbol-kinds symbol))
                                           "documentation" (or-absent (first-line (or (ignore-errors (documentation symbol 'function))
                                                                                      (ignore-errors (documentation symbol 'variable)))))))))))

(defun first-line (text) (and text (subseq text 0 (position #\Newline text))))

(defun traced-names () (mapcar #'lisp-name-text (eval '(trace))))

(defop "trace" (name package enabled)
  "Traces a function or ends that; without a name tells what is traced. The trace goes to the program's output."
  (when name
    (let ((function (function-name-of name package)))
      (unless (fboundp function) (fail "FUNCTION_NOT_FOUND" (list "symbol" name) "Function ~a not found" name))
      (eval (if enabled `(trace ,function) `(untrace ,function)))))
  (obj "traced" (arr (traced-names))))
