;;;; Reading what a client typed: one form, or a failure that says what is wrong with it.

(in-package :dapplex)

(defun reading-problem (condition)
  "What is wrong with a text. The stream it was read from says nothing to the client."
  (let ((text (text-of condition :escape nil :width 300)))
    (string-trim '(#\Space #\Newline) (subseq text 0 (search "Stream: " text)))))

(defun read-form (string &optional (package *package*))
  "The one form in STRING. Fails with EVAL_FAILED, kind syntax or unreadable."
  (let ((*package* package) (*read-eval* t))
    (handler-case
        (multiple-value-bind (form end) (read-from-string string)
          (when (find-if-not (lambda (c) (member c '(#\Space #\Newline #\Tab #\Return))) string :start end)
            (fail "EVAL_FAILED" (list "kind" "syntax") "There is more than one form in ~s" string))
          form)
      (failure (c) (error c))
      (reader-error (c)
        (fail "EVAL_FAILED" (list "kind" (if (search "#<" string) "unreadable" "syntax"))
              "Cannot read ~s: ~a" string (reading-problem c)))
      (end-of-file () (fail "EVAL_FAILED" (list "kind" "syntax") "~s ends too early: a parenthesis or quote is missing" string))
      (error (c) (fail "EVAL_FAILED" (list "kind" "syntax") "Cannot read ~s: ~a" string (reading-problem c))))))
