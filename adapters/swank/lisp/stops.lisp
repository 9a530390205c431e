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

(defun enter-debugger (condition frame &rest pending)
  "Stops the current thread for the client, with FRAME on top. Returns when it is resumed."
  (let ((connection *connection*))
    (when (and *stopping* connection (member connection swank::*connections*))
      (flush-output)
      (set-travel sb-thread:*current-thread* nil)
      (let ((*inside* nil) (*pending-stop* (list* :condition condition pending))
            (sb-debug:*stack-top-hint* frame)
            (swank::*sldb-initial-frames* 0))
        (with-simple-restart (continue "Continue the program.")
          (swank::with-connection (connection) (swank::invoke-slime-debugger condition)))))))

(defun stop-at (arrival reason &key ids text)
  (enter-debugger (make-condition 'stop :reason reason :text text)
                  (find-frame-at (arrival-frame-pointer arrival))
                  :reason reason :ids ids :text text :arrival arrival))

(defun arrive-at-call (breakpoint arguments)
  "A function breakpoint around a call of code that is not instrumented."
  (let* ((*inside* t)
         (names (loop for nil in arguments for i from 0 collect (intern (format nil "ARG-~d" i) :dapplex)))
         (arrival (make-arrival nil 0 names arguments)))
    (when (multiple-value-bind (holds) (condition-holds-at-call breakpoint arrival)
            (and holds (or (null (bp-hit breakpoint)) (hit-wanted-p (bp-hit breakpoint) (incf (bp-hits breakpoint))))))
      (enter-debugger (make-condition 'stop :reason :function-breakpoint :text (bp-name breakpoint))
                      (caller-of-wrapper)
                      :reason :function-breakpoint :ids (list (bp-id breakpoint))
                      :text (text-of (cons (car (get-wrapped breakpoint)) arguments) :width 200)))))

(defun condition-holds-at-call (breakpoint arrival)
  (or (null (bp-condition breakpoint))
      (handler-case (apply (compile-for (arrival-names arrival)
                                        (read-condition (bp-condition breakpoint) (find-package :dapplex)))
                           (arrival-values arrival))
        (serious-condition () t))))

(defun caller-of-wrapper ()
  "The frame that called a wrapped function: above it stand the wrapper and the helper."
  (loop with seen = nil
        for frame = (sb-di:top-frame) then (sb-di:frame-down frame)
        while frame
        do (let ((helper (helper-frame-p frame)))
             (cond ((and seen (not helper)) (return frame))
                   (helper (setf seen t))))
        finally (return (sb-di:top-frame))))

(defun helper-frame-p (frame)
  (let ((name (sb-di:debug-fun-name (sb-di:frame-debug-fun frame))))
    (loop while (and (consp name) (cdr name))
          do (setf name (if (member (first name) '(lambda flet labels)) (or (second (member :in name)) (second name)) (second name))))
    (or (and (symbolp name) (eq (symbol-package name) (find-package :dapplex)))
        (and (symbolp name) (member (symbol-name name) '("ENCAPSULATION") :test #'string=)))))

(defop "step" (mode by &optional line)
  (let* ((level (current-level)) (top (level-top level)) (arrival (level-arrival level)))
    (unless (continue-restart level) (resume level))
    (set-travel sb-thread:*current-thread*
                (make-travel (intern (string-upcase mode) :keyword)
                             (sb-sys:sap-int (sb-di::frame-pointer top))
                             (and arrival (arrival-site arrival))
                             (intern (string-upcase by) :keyword)
                             line))
    (resume level)))

(defop "abort-thread" ()
  "What would happen without a debugger: the thread ends; the main thread ends the program with code 1."
  (let ((level (current-level)))
    (if (eq sb-thread:*current-thread* (main-thread))
        (progn
          (setf *stopping* nil)
          (format *error-output* "~&Unhandled ~a: ~a~%" (type-text (level-condition level))
                  (text-of (level-condition level) :escape nil :width 4000))
          (flush-output)
          (end-program 1))
        (sb-thread:abort-thread))))

(defun main-thread () (sb-thread:main-thread))
