;;;; Restarts of a stop, and what a frame can be made to do.

(in-package :dapplex)

(defun restart-json (restart index)
  (obj "index" index
       "name" (string-downcase (princ-to-string (or (restart-name restart) "nil")))
       "description" (text-of restart :escape nil :width 400)
       "interactive" (bool (ignore-errors (sb-kernel::restart-interactive-function restart)))))

(defun restarts-json (level)
  (arr (loop for restart in (level-restarts level) for i from 0 collect (restart-json restart i))))

(defop "exception-details" (level-number)
  (let ((level (level-at level-number)))
    (obj "restarts" (restarts-json level)
         "stack" (format nil "~{~a~^~%~}"
                         (loop for frame across (level-stack level)
                               for i from 0 below 50
                               collect (let ((place (ignore-errors (frame-source frame level i))))
                                         (format nil "~d: ~a~@[ at ~a~]" i (name-text (frame-name-form frame))
                                                 (and place (format nil "~a:~d" (first place) (second place))))))))))

(defop "restarts" (level-number)
  (let ((level (level-at level-number)))
    (obj "level" level-number
         "condition" (text-of (level-condition level) :escape nil :width 2000)
         "condition_type" (type-text (level-condition level))
         "restarts" (restarts-json level))))

(defun find-restart-named (level which)
  (or (if (integerp which)
          (nth which (level-restarts level))
          (find which (level-restarts level) :key (lambda (r) (princ-to-string (restart-name r))) :test #'string-equal))
      (fail "INVALID_PARAMETER" (list "parameter" "restart" "allowed" (arr (restart-names level)))
            "There is no restart ~a: there are ~{~a~^, ~}" which (restart-names level))))

(defop "invoke-restart" (level-number which arguments)
  "ARGUMENTS: expressions read in the package of the top frame, :INTERACTIVE to let the restart ask, or none."
  (let* ((level (level-at level-number)) (restart (find-restart-named level which)))
    (if (eq arguments :interactive)
        (let ((*query-io* (make-two-way-stream (make-instance 'asking-input) *standard-output*)))
          (invoke-restart-interactively restart))
        (apply #'invoke-restart restart
               (handler-case (loop for text in arguments collect (first (evaluate-in-frame level 0 text)))
                 (failure (c) (error c))
                 (error (c) (fail "EVAL_FAILED" (list "kind" "exception") "An argument of the restart signals: ~a" (text-of c :escape nil))))))))

;;; Frames.

(defun call-of-frame (frame)
  "The function and arguments with which FRAME was called."
  (multiple-value-bind (name arguments) (sb-debug::frame-call frame)
    (if (and (sb-int:legal-fun-name-p name) (fboundp name))
        (values (fdefinition name) arguments)
        (values (sb-di:debug-fun-fun (sb-di:frame-debug-fun frame)) (sb-debug::frame-args-as-list frame)))))

(defun check-unwindable (frame)
  (unless (sb-debug:frame-has-debug-tag-p frame)
    (fail "UNSUPPORTED" (list "capability" "restartFrame")
          "~a cannot be unwound to: its code was compiled without full debug information" (name-text (frame-name-form frame)))))

(defop "restart-frame" (level-number index)
  (let* ((level (level-at level-number)) (frame (frame-at level index)))
    (check-unwindable frame)
    (multiple-value-bind (function arguments) (call-of-frame frame)
      (unless (functionp function)
        (fail "UNSUPPORTED" (list "capability" "restartFrame") "The function of frame ~d is not known" index))
      (when (gethash (first (frame-source frame level index)) *units*)
        (set-travel sb-thread:*current-thread* (make-travel :restart 0 nil :line)))
      (sb-debug:unwind-to-frame-and-call frame
                                         (lambda ()
                                           (declare (optimize (debug 0)))
                                           (apply function arguments))))))

(defop "return-from-frame" (level-number index expression)
  (let* ((level (level-at level-number)) (frame (frame-at level index)))
    (check-unwindable frame)
    (let ((values (evaluate-in-frame level index expression)))
      (sb-debug:unwind-to-frame-and-call frame (lambda () (values-list values))))))
