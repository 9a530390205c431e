;;;; A thread whose stack is nearly used up, by endless recursion for instance. SBCL leaves it 32 kB: enough to wait for the
;;;; client and to be unwound, too little to print, compile or evaluate (a second overflow kills the image). Another thread
;;;; does that for it.

(in-package :dapplex)

(defparameter *stack-needed* (* 256 1024) "Bytes of stack that an operation may use.")

(defun stack-low-p ()
  (< (- (sb-sys:sap-int (sb-vm::current-sp))
        (sb-sys:sap-int (sb-vm::current-thread-offset-sap sb-vm::thread-control-stack-start-slot)))
     *stack-needed*))

(defparameter *debugger-variables*
  '(swank::*emacs-connection* swank::*sldb-level* swank::*sldb-restarts* swank::*swank-debugger-condition*
    swank/sbcl::*sldb-stack-top* *pending-stop* *inside* *package*)
  "What an operation reads of the thread that it is about.")

(defun call-with-stack (function)
  "Calls FUNCTION here, or in a thread of its own when the stack here is low. Errors come back as what FUNCTION answers:
 it must not signal."
  (if (stack-low-p)
      (let ((values (mapcar #'symbol-value *debugger-variables*)) (subject sb-thread:*current-thread*))
        ;; A stack can be walked by its own thread only. Its frames can be read by all.
        (when (plusp swank::*sldb-level*) (current-level))
        (mapc #'level-stack (gethash subject *levels*))
        (sb-thread:join-thread
         (sb-thread:make-thread
          (lambda () (progv *debugger-variables* values (let ((*subject* subject)) (funcall function))))
          :name "dapplex for a thread with a full stack")))
      (if (plusp swank::*sldb-level*) (funcall function) (call-and-rearm function))))

(defun call-and-rearm (function)
  "For threads that Swank made for one request: whatever unwinds them ends them."
  (let ((over nil))
    (block unwound
      (unwind-protect (return-from call-and-rearm
                        (multiple-value-prog1 (funcall function) (rearm-guard) (setf over t)))
        ;; The stack is not yet shorter here. Another exit shortens it.
        (when (and (not over) (stack-low-p)) (return-from unwound))))
    (rearm-guard)
    (abort)))

(defun rearm-guard ()
  "After an overflow SBCL arms the guard again when the stack is used near its end. A thread that ends before that hands its
 stack on unguarded, and the next overflow on it kills the image (SBCL 2.2.9, without a debugger too). Writing there, where
 nothing is in use, has the same effect; without an overflow it has none."
  (let ((place (sb-sys:sap+ (sb-vm::current-thread-offset-sap sb-vm::thread-control-stack-start-slot)
                            (floor (* 5 sb-c:+backend-page-bytes+) 2))))
    (setf (sb-sys:sap-ref-8 place 0) (sb-sys:sap-ref-8 place 0))))

(defun warm-up ()
  "Runs what a stop runs, once: the first call of each MAKE-INSTANCE compiles its constructor, for which a full stack has no room."
  (let ((condition (make-condition 'stop :reason :exception)))
    (text-of condition)
    (ignore-errors (swank::safe-condition-message condition))
    (ignore-errors (sb-thread:join-thread (sb-thread:make-thread (lambda () (text-of condition)) :name "dapplex warm-up")))))
