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

(defun perform (request name arguments)
  (flet ((run () (obj "ok" (apply (operation name) arguments))))
    (if request (call-as-request request #'run) (run))))

(defun call-safely (request name arguments)
  (handler-case (with-print-watch () (perform request name arguments))
    (failure (c) (failure-json c))
    (serious-condition (c) (failure-json c))))

(defun call-live (request name arguments)
  (handler-case (perform request name arguments)
    (failure (c) (failure-json c))))

(defvar *resuming-operations* '() "Operations that may unwind the stack: they run in the stopped thread itself.")

(defstruct standing
  "A thread that stands in the debugger. LEAVES: what it was asked to do has begun to unwind. PAUSED: it was paused since."
  (leaves nil) (paused nil))

(defvar *standing* nil "What a pause has to know of the current thread. NIL while it runs code of the program.")

(defun call-and-leave (function)
  "Calls FUNCTION, which either answers or unwinds the debugger that this thread stands in."
  (let ((standing *standing*) (stays nil))
    (unwind-protect (multiple-value-prog1 (funcall function) (setf stays t))
      (when standing (setf (standing-leaves standing) (not stays))))))

(defun call (request name &rest arguments)
  "Runs the operation NAME for the REQUEST of that number, or for none. The answer is a JSON object: {ok: value} or
 {error: {type, message, data}}."
  (flet ((run () (call-here request name arguments)))
    #+sbcl (call-and-leave (lambda ()
                             (if (member name *resuming-operations* :test #'string=) (run) (call-with-stack #'run))))
    #-sbcl (run)))

(defun call-here (request name arguments)
  (let ((*inside* t) (*print-pretty* nil) (*read-default-float-format* 'single-float))
    (if (member name *live-operations* :test #'string=)
        (json (call-live request name arguments))
        (let (#+sbcl (*break-on-signals* nil))
          (json (call-safely request name arguments))))))

;;; What can be cancelled: the request of the client that an operation serves -> the thread that runs it.

(defvar *requests* (make-hash-table) "Request number -> thread, under the lock of the objects.")
(defvar *request* nil "The number of the request that this thread serves, and the level of the debugger it began at.")

(defvar *early-cancels* '() "Requests that were cancelled before their operation began.")

(defun begin-request (number)
  "Answers true when the request was cancelled already."
  (with-lock ()
    (setf (gethash number *requests*) (swank/backend:current-thread))
    (prog1 (member number *early-cancels*)
      (setf *early-cancels* (remove number *early-cancels*)))))

(defun call-as-request (number function)
  "Calls FUNCTION so that `cancel` ends it. Fails with EVAL_FAILED, kind cancelled."
  (catch 'request-cancelled
    (unwind-protect
         (unless (begin-request number)
           (let ((*request* (cons number swank::*sldb-level*)))
             (return-from call-as-request (funcall function))))
      (with-lock () (remhash number *requests*))))
  (fail "EVAL_FAILED" (list "kind" "cancelled") "The evaluation was cancelled"))

(defun end-request (number)
  "Runs in the interrupted thread. The code that is evaluated cannot catch this. What has stopped meanwhile is left alone:
 the client was answered that it stopped."
  (when (equal *request* (cons number swank::*sldb-level*)) (throw 'request-cancelled nil)))

(defop "cancel" (number)
  (let ((thread (with-lock ()
                  (or (gethash number *requests*)
                      (progn (setf *early-cancels*
                                   (cons number (subseq *early-cancels* 0 (min 50 (length *early-cancels*)))))
                             nil)))))
    (when thread (swank/backend:interrupt-thread thread (lambda () (end-request number))))
    (obj "cancelled" (bool thread))))

(defun flush-output ()
  (ignore-errors (finish-output *standard-output*))
  (ignore-errors (finish-output *error-output*)))

(defun send-event (name body)
  "Sends the event NAME with the JSON value BODY to the debug adapter, from any thread."
  (let ((connection *connection*) (text (json body)))
    (when (and connection (member connection swank::*connections*))
      ;; A thread that is paused while it holds the lock of Swank's queue could not even say that it stands.
      (#+sbcl sb-sys:without-interrupts #-sbcl progn
       (swank::with-connection (connection)
         (swank::send-to-emacs (list :ed-rpc-no-wait :dapplex name text)))))))
