;;;; Stops: a thread waits in Swank's debugger loop for the client. One record for each thread and level.

(in-package :dapplex)

(define-condition stop (condition)
  ((reason :initarg :reason :reader stop-reason)
   (text :initarg :text :initform nil :reader stop-text))
  (:report (lambda (c s) (format s "~(~a~)~@[: ~a~]" (stop-reason c) (stop-text c))))
  (:documentation "Not an error: the reason for which a thread waits in the debugger."))

(defstruct level
  "One level of the debugger in one thread. TOP: the frame where it stopped. FRAMES: the stack, when asked for."
  thread number condition restarts top (frames nil) reason ids text arrival)

(defvar *levels* (make-hash-table :test 'eq :weakness :key :synchronized t) "Thread -> its levels, deepest first.")
(defvar *pending-stop* nil "What STOP-AT knows of the stop being entered: a property list.")
(defvar *stopping* t "NIL while no client is there or the program ends: nothing stops.")

(defun find-frame-at (frame-pointer)
  "The frame whose frame pointer is that address."
  (loop for frame = (sb-di:top-frame) then (sb-di:frame-down frame)
        while frame
        when (= (sb-sys:sap-int (sb-di::frame-pointer frame)) frame-pointer) return frame
        finally (return (sb-di:top-frame))))

(defun flush-output ()
  (ignore-errors (finish-output *standard-output*))
  (ignore-errors (finish-output *error-output*)))

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

;;; The record of the level that the current thread is in. These run in the stopped thread.

(defun current-level ()
  (let* ((thread sb-thread:*current-thread*) (number swank::*sldb-level*) (condition swank::*swank-debugger-condition*)
         (known (find number (gethash thread *levels*) :key #'level-number)))
    (when (zerop number) (fail "NOT_PAUSED" nil "The thread is not stopped"))
    (if (and known (eq (level-condition known) condition) (eq (level-top known) (stack-top)))
        known
        (let ((level (make-current-level thread number condition)))
          (setf (gethash thread *levels*)
                (cons level (remove-if (lambda (l) (>= (level-number l) number)) (gethash thread *levels*))))
          level))))

(defun stack-top () swank/sbcl::*sldb-stack-top*)

(defun make-current-level (thread number condition)
  (let ((pending (and (eq (getf *pending-stop* :condition) condition) *pending-stop*)))
    (make-level :thread thread :number number :condition condition :restarts swank::*sldb-restarts* :top (stack-top)
                :reason (getf pending :reason :exception) :ids (getf pending :ids) :text (getf pending :text)
                :arrival (getf pending :arrival))))

(defun level-at (number)
  (or (find number (gethash sb-thread:*current-thread* *levels*) :key #'level-number)
      (fail "INVALID_FRAME" nil "Level ~a of this thread is over" number)))

(defop "stop-info" ()
  (let ((level (current-level)))
    (obj "level" (level-number level)
         "reason" (string-downcase (level-reason level))
         "ids" (arr (level-ids level))
         "text" (or-absent (level-text level))
         "can_continue" (bool (continue-restart level))
         "condition" (if (member (level-reason level) (quote (:exception :signalled))) (condition-json (level-condition level)) :absent)
         "line" (let ((arrival (level-arrival level)))
                  (if (and arrival (arrival-site arrival)) (site-line (arrival-site arrival)) :absent)))))

(defun condition-json (condition)
  (obj "type" (type-text condition)
       "message" (text-of condition :escape nil :width 4000)
       "class_precedence" (arr (mapcar #'symbol-text
                                       (loop for class in (ignore-errors (swank-mop:class-precedence-list (class-of condition)))
                                             for name = (class-name class)
                                             until (member name '(condition standard-object t))
                                             collect name)))
       "object_id" (or-absent (object-id condition))))

(defun loader-restart-p (restart)
  "LOAD offers to skip the form that failed. To go on after an error means no such thing: it must be chosen by name."
  (eql 0 (search "Ignore error and continue loading" (text-of restart :escape nil))))

(defun continue-restart (level)
  (find-if (lambda (restart) (and (eq (restart-name restart) 'continue) (not (loader-restart-p restart))))
           (level-restarts level)))

(defun resume (level)
  (let ((restart (continue-restart level)))
    (unless restart
      (fail "STEP_FAILED" (list "restarts" (format nil "~{~a~^, ~}" (restart-names level)))
            "This stop has no CONTINUE restart: choose one of ~{~a~^, ~}" (restart-names level)))
    (invoke-restart restart)))

(defun restart-names (level)
  (loop for restart in (level-restarts level) for i from 0 collect (format nil "~d ~(~a~)" i (restart-name restart))))

(defop "continue" () (resume (current-level)))

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
