;;;; Evaluation for the client: it never enters the debugger, errors come back as data.

(in-package :dapplex)

(defun evaluate-in-frame (level index expression)
  "The list of values of EXPRESSION in a frame. Its locals can be read and set."
  (let* ((*package* (frame-package-of level index))
         (form (read-form expression *package*))
         (frame (frame-at level index)))
    (if (and (symbolp form) form (not (keywordp form)) (find form (frame-variables level index) :key #'variable-name))
        (list (variable-value (find form (frame-variables level index) :key #'variable-name)))
        (evaluate-form-in-frame form frame (frame-arrival level index)))))

(defun evaluate-form-in-frame (form frame arrival)
  (let* ((live (mapcar #'sb-di:debug-var-symbol (live-debug-vars frame)))
         (missing (loop for name in (and arrival (arrival-names arrival))
                        for value in (and arrival (arrival-values arrival))
                        unless (or (member name live) (constantp name))
                          collect (list name `(quote ,value))))
         (form (if missing `(let ,missing (declare (ignorable ,@(mapcar #'first missing))) ,form) form))
         (*instrumented* nil) (*error-output* (make-broadcast-stream)))
    (handler-bind ((warning #'muffle-warning))
      (multiple-value-list
       (funcall (sb-di:preprocess-for-eval form (sb-di:frame-code-location frame)) frame)))))

(defun evaluate-globally (expression package)
  (let* ((*package* (find-package-named package)) (form (read-form expression *package*))
         #+sbcl (*instrumented* nil))
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
     (cancelled () (fail "EVAL_FAILED" (list "kind" "cancelled") "The evaluation was cancelled"))
     (serious-condition (c)
       (obj "error" :true "message" (text-of c :escape nil :width 2000) "type" (type-text c)
            "object_id" (or-absent (object-id c))))))

(defop "evaluate" (level-number index expression token)
  (let* ((level (level-at level-number)) (*package* (frame-package-of level index)))
    (evaluation-result (with-evaluation (token) (evaluate-in-frame level index expression)))))

(defop "evaluate-globally" (expression package token)
  (let ((*package* (find-package-named package)))
    (evaluation-result (with-evaluation (token) (evaluate-globally expression package)))))
