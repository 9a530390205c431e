;;;; Evaluation as at a REPL: an error in it enters the debugger, at the next level of the thread it runs in.

(in-package :dapplex)

(defun tee (out) (make-broadcast-stream out *standard-output*))

(defun printed-values (values)
  "As at a REPL: by the methods of the program."
  (with-print-watch ()
    (arr (loop for value in values
               collect (obj "value" (text-of value :width 4000 :own t) "type" (type-text value)
                            "object_id" (or-absent (object-id value)))))))

(defop "lisp-eval" (code package token)
  (let ((out (make-string-output-stream)) (*package* (find-package-named package)) (values '()))
    (send-event "evaluating" (obj "token" token "thread" (swank/backend:thread-id (swank/backend:current-thread))))
    (let ((*inside* nil) (*standard-output* (tee out)))
      (with-input-from-string (in code)
        (loop for form = (read-next-form in)
              until (eq form in)
              do (setf values (multiple-value-list (eval form))))))
    (flush-output)
    (let ((text (get-output-stream-string out)))
      (obj "values" (printed-values values)
           "output" (clean (if (> (length text) 100000) (subseq text 0 100000) text))
           "package" (package-name *package*)))))

(defun read-next-form (in)
  "The next form of the stream IN, or IN itself at its end."
  (handler-case (read in nil in)
    (error (c) (fail "EVAL_FAILED" (list "kind" "syntax") "Cannot read the code: ~a" (reading-problem c)))))

(defop "lisp-eval-in-frame" (level-number index code token)
  (let* ((level (level-at level-number)) (*package* (frame-package-of level index)))
    (send-event "evaluating" (obj "token" token "thread" (swank/backend:thread-id (swank/backend:current-thread))))
    (let* ((values (let ((*inside* nil))
                     (evaluate-in-frame level index (format nil "(cl:progn ~a~%)" code)))))
      (flush-output)
      (obj "values" (printed-values values)
           "output" ""
           "package" (package-name *package*)))))

(setf *live-operations* '("lisp-eval" "lisp-eval-in-frame" "invoke-restart")
      *resuming-operations* '("continue" "step" "invoke-restart" "restart-frame" "return-from-frame" "abort-thread"))
