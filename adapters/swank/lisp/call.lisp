;;;; The one door: DAPPLEX:CALL runs an operation and answers JSON text, never an error and never a debugger.

(in-package :dapplex)

(defun failure-json (condition)
  (obj "error"
       (if (typep condition 'failure)
           (obj "type" (failure-type condition)
                "message" (failure-text condition)
                "data" (cons :o (failure-data condition)))
           (obj "type" "EVAL_FAILED"
                "message" (text-of condition :width 2000 :escape nil)
                "data" (obj "condition_type" (type-text condition))))))

(defvar *live-operations* '() "Operations in which an error enters the debugger.")

(defun operation (name)
  (or (gethash name *operations*)
      (fail "UNSUPPORTED" (list "capability" name) "The helper in this image has no operation ~a" name)))

(defun call-safely (name arguments)
  (handler-case (with-print-watch () (obj "ok" (apply (operation name) arguments)))
    (failure (c) (failure-json c))
    (serious-condition (c) (failure-json c))))

(defun call-live (name arguments)
  (handler-case (obj "ok" (apply (operation name) arguments))
    (failure (c) (failure-json c))))

(defvar *resuming-operations* '() "Operations that may unwind the stack: they run in the stopped thread itself.")

(defun call (name &rest arguments)
  "Runs the operation NAME. The answer is a JSON object: {ok: value} or {error: {type, message, data}}."
  #+sbcl (if (member name *resuming-operations* :test #'string=)
             (call-here name arguments)
             (call-with-stack (lambda () (call-here name arguments))))
  #-sbcl (call-here name arguments))

(defun call-here (name arguments)
  (let ((*inside* t) (*print-pretty* nil) (*read-default-float-format* 'single-float))
    (if (member name *live-operations* :test #'string=)
        (json (call-live name arguments))
        (let (#+sbcl (*break-on-signals* nil))
          (json (call-safely name arguments))))))

;;; Evaluations that can be cancelled: the request number of the client -> the thread it runs in.

(defvar *evaluations* (make-hash-table) "Token -> thread, under the lock of the objects.")
(defvar *evaluation* nil "The token of the evaluation this thread is in.")

(define-condition cancelled (serious-condition) ()
  (:report "The evaluation was cancelled."))

(defvar *early-cancels* '() "Tokens that were cancelled before their evaluation began.")

(defun begin-evaluation (token)
  (when (with-lock ()
          (setf (gethash token *evaluations*) (swank/backend:current-thread))
          (prog1 (member token *early-cancels*)
            (setf *early-cancels* (remove token *early-cancels*))))
    (error 'cancelled)))

(defmacro with-evaluation ((token) &body body)
  `(let ((*evaluation* ,token))
     (unwind-protect (progn (begin-evaluation *evaluation*) ,@body)
       (with-lock () (remhash *evaluation* *evaluations*)))))

(defop "cancel" (token)
  (let ((thread (with-lock ()
                  (or (gethash token *evaluations*)
                      (progn (setf *early-cancels* (cons token (subseq *early-cancels* 0 (min 50 (length *early-cancels*)))))
                             nil)))))
    (when thread
      (swank/backend:interrupt-thread thread (lambda () (when (eql *evaluation* token) (error 'cancelled)))))
    (obj "cancelled" (bool thread))))

(defun flush-output ()
  (ignore-errors (finish-output *standard-output*))
  (ignore-errors (finish-output *error-output*)))

(defun send-event (name body)
  "Sends the event NAME with the JSON value BODY to the debug adapter, from any thread."
  (let ((connection *connection*))
    (when (and connection (member connection swank::*connections*))
      (swank::with-connection (connection)
        (swank::send-to-emacs (list :ed-rpc-no-wait :dapplex name (json body)))))))
