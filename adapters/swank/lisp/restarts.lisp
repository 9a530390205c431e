;;;; Restarts of a stop, and what a frame can be made to do.

(in-package :dapplex)

(defop "exception-details" (level-number)
  (let ((level (level-at level-number)))
    (obj "restarts" (restarts-json level)
         "stack" (format nil "~{~a~^~%~}"
                         (loop for frame across (level-stack level)
                               for i from 0 below 50
                               collect (let ((place (ignore-errors (frame-source frame level i))))
                                         (format nil "~d: ~a~@[ at ~a~]" i (name-text (frame-name-form frame))
                                                 (and place (format nil "~a:~d" (first place) (second place))))))))))

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
    (let ((values (evaluate-with-stack level index expression)))
      (sb-debug:unwind-to-frame-and-call frame (lambda () (values-list values))))))
