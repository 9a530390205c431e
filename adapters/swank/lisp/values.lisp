;;;; Values and evaluation outside of frames. An evaluation never enters the debugger: its errors come back as data.

(in-package :dapplex)

(defun value-json (value)
  "What every value answers: text, type, kind, and an id to look inside."
  (multiple-value-bind (text truncated) (text-of value)
    (multiple-value-bind (named indexed) (child-counts value)
      (obj "value" text
           "type" (type-text value)
           "kind" (kind-of value)
           "object_id" (or-absent (object-id value))
           "expandable" (bool (or named indexed))
           "named" (or-absent named)
           "indexed" (or-absent indexed)
           "circular" (if (circular-list-p value) :true :absent)
           "truncated" (if truncated :true :absent)))))

(defun evaluate-globally (expression package)
  (let* ((*package* (find-package-named package)) (form (read-form expression *package*))
         (*instrumented* nil))
    (handler-bind ((warning #'muffle-warning)) (multiple-value-list (eval form)))))

(defun find-package-named (name)
  (cond ((packagep name) name)
        ((or (null name) (equal name "")) (find-package :common-lisp-user))
        ((find-package name))
        ((find-package (string-upcase name)))
        (t (fail "PACKAGE_NOT_FOUND" (list "package_name" name) "There is no package ~a" name))))

(defun values-json (values)
  "The first value, and all of them as text when there are several."
  (if values
      (list* :o "values" (arr (mapcar (lambda (v) (text-of v)) values)) (cdr (value-json (first values))))
      (obj "values" (arr '()) "value" "; no values" "type" "values" "kind" "values" "expandable" :false)))

(defmacro evaluation-result (&body body)
  "The JSON of an evaluation; an error that the evaluated code signals is a result with ERROR."
  `(handler-case (values-json (progn ,@body))
     (failure (c) (error c))
     (serious-condition (c)
       (obj "error" :true "message" (text-of c :escape nil :width 2000) "type" (type-text c)
            "object_id" (or-absent (object-id c))))))

(defop "evaluate-globally" (expression package)
  (let ((*package* (find-package-named package)))
    (evaluation-result (evaluate-globally expression package))))
