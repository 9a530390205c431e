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
