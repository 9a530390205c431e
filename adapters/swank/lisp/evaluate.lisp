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
  (let* ((live (unless (and arrival (arrival-called arrival)) (mapcar #'sb-di:debug-var-symbol (live-debug-vars frame))))
         (missing (loop for name in (and arrival (arrival-names arrival))
                        for value in (and arrival (arrival-values arrival))
                        unless (or (member name live) (constantp name))
                          collect (list name `(quote ,value))))
         (form (if missing `(let ,missing (declare (ignorable ,@(mapcar #'first missing))) ,form) form))
         (*instrumented* nil) (*error-output* (make-broadcast-stream)))
    (handler-bind ((warning #'muffle-warning))
      (multiple-value-list
       (funcall (compiled-for-frame form frame) frame)))))

(defun compiled-for-frame (form frame)
  "The code of FORM comes from no file. A thread that loads a file would give it a place there."
  (let ((sb-c::*source-info* nil)) (sb-di:preprocess-for-eval form (sb-di:frame-code-location frame))))

(defun evaluate-with-stack (level index expression)
  "The same, for an operation that unwinds this thread's stack, which may be low."
  (let ((result (call-with-stack (lambda ()
                                   (handler-case (cons :values (evaluate-in-frame level index expression))
                                     (serious-condition (c) c))))))
    (if (consp result) (rest result) (error result))))

(defop "evaluate" (level-number index expression)
  (let* ((level (level-at level-number)) (*package* (frame-package-of level index)))
    (evaluation-result (evaluate-in-frame level index expression))))
