;;;; Stops: a thread waits in Swank's debugger loop for the client. One record for each thread and level.

(in-package :dapplex)

(define-condition stop (condition)
  ((reason :initarg :reason :reader stop-reason)
   (text :initarg :text :initform nil :reader stop-text))
  (:report (lambda (c s) (format s "~(~a~)~@[: ~a~]" (stop-reason c) (stop-text c))))
  (:documentation "Not an error: the reason for which a thread waits in the debugger."))

(defun stack-top () swank/sbcl::*sldb-stack-top*)

(defvar *stopping* t "NIL while no client is there or the program ends: nothing stops.")

(defun find-frame-at (frame-pointer)
  "The frame whose frame pointer is that address."
  (loop for frame = (sb-di:top-frame) then (sb-di:frame-down frame)
        while frame
        when (= (sb-sys:sap-int (sb-di::frame-pointer frame)) frame-pointer) return frame
        finally (return (sb-di:top-frame))))

(defun call-as-standing (function)
  "Calls FUNCTION, in which this thread stops for the client and is resumed. See PAUSE-HERE."
  (let ((standing (make-standing)))
    (sb-sys:without-interrupts
      (unwind-protect
           (let ((*standing* standing)) (sb-sys:with-local-interrupts (funcall function)))
        (when (standing-paused standing) (sb-thread:interrupt-thread sb-thread:*current-thread* #'pause-here))))))

(defun wait-for-client (condition frame pending)
  "Waits in Swank's debugger loop, with FRAME on top, until the client resumes this thread."
  (let ((connection *connection*))
    (flush-output)
    (set-travel sb-thread:*current-thread* nil)
    (let ((*inside* nil) (*pending-stop* (list* :condition condition pending))
          (sb-debug:*stack-top-hint* frame)
          (swank::*sldb-initial-frames* 0))
      (swank::with-connection (connection) (swank::invoke-slime-debugger condition)))))

(defun enter-debugger (condition frame &rest pending)
  "Stops the current thread for the client, with FRAME on top. Returns when it is resumed."
  (when (and *stopping* *connection* (member *connection* swank::*connections*))
    (call-as-standing (lambda ()
                        (with-simple-restart (continue "Continue the program.")
                          (wait-for-client condition frame pending))))))

(defun stop-at (arrival reason &key ids text)
  (enter-debugger (make-condition 'stop :reason reason :text text)
                  (find-frame-at (arrival-frame-pointer arrival))
                  :reason reason :ids ids :text text :arrival arrival))

(defun arrive-at-call (breakpoint function arguments)
  "A function breakpoint around a call of code that is not instrumented."
  (let* ((*inside* t) (name (car (get-wrapped breakpoint))))
    (multiple-value-bind (names values) (parameters-of function arguments)
      (let ((arrival (make-arrival nil 0 names values name)))
        (multiple-value-bind (stops text) (breakpoint-stops-p breakpoint arrival)
          (when stops
            (enter-debugger (make-condition 'stop :reason :function-breakpoint :text (bp-name breakpoint))
                            (call-frame)
                            :reason :function-breakpoint :ids (list (bp-id breakpoint)) :arrival arrival
                            :text (or text (text-of (cons name arguments) :width 200)))))))))

(defun parameters-of (function arguments)
  "Names and values of what FUNCTION is called with: its own names where its lambda list tells them, else ARG-0, ARG-1..."
  (let ((rest arguments) (names '()) (values '()) (mode '&required))
    (flet ((note (name value)
             (unless (member name names) (push name names) (push value values))))
      (dolist (parameter (ignore-errors (sb-kernel:%fun-lambda-list function)))
        (let ((name (if (consp parameter) (first parameter) parameter)))
          (cond ((member parameter lambda-list-keywords)
                 (setf mode parameter)
                 (when (member parameter '(&rest sb-int:&more &aux)) (return)))
                ((eq mode '&key)
                 (let ((found (member (if (consp name) (first name) (intern (string name) :keyword)) rest)))
                   (when found (note (if (consp name) (second name) name) (second found)))))
                ((consp rest) (note name (pop rest))))))
      (loop for value in rest
            for i from (length names)
            unless (eq mode '&key) do (note (intern (format nil "ARG-~d" i) :dapplex) value)))
    (values (nreverse names) (nreverse values))))

(defun call-frame ()
  (loop for frame = (sb-di:top-frame) then (sb-di:frame-down frame)
        while frame
        when (call-frame-p frame) return frame
        finally (return (sb-di:top-frame))))

(defun call-frame-p (frame)
  (eq (sb-di:debug-fun-name (sb-di:frame-debug-fun frame)) 'call-through))

(defop "step" (mode by)
  (let* ((level (current-level)) (top (level-top level)) (arrival (level-arrival level)))
    (unless (continue-restart level) (resume level))
    (set-travel sb-thread:*current-thread*
                (make-travel (intern (string-upcase mode) :keyword)
                             (sb-sys:sap-int (sb-di::frame-pointer top))
                             (and arrival (arrival-site arrival))
                             (intern (string-upcase by) :keyword)))
    (resume level)))

(defop "abort-thread" ()
  "What would happen without a debugger: the thread ends; the main thread ends the program with code 1."
  (let ((level (current-level)))
    (if (eq sb-thread:*current-thread* (main-thread))
        (progn
          (setf *stopping* nil)
          (call-with-stack (lambda ()
                             (format *error-output* "~&Unhandled ~a: ~a~%" (type-text (level-condition level))
                                     (text-of (level-condition level) :escape nil :width 4000))
                             (flush-output)))
          (end-program 1))
        (sb-thread:abort-thread))))

(defun main-thread () (sb-thread:main-thread))
