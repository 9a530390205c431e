;;;; Levels of the debugger: for each stopped thread what it stopped for, its restarts, and how it goes on.

(in-package :dapplex)

(defstruct level
  "One level of the debugger in one thread. TOP: the frame where it stopped. FRAMES: the stack, when asked for. CONTINUE: the
 restart to go on with, looked for once. PLACES: the sites of which one has changed watched data."
  thread number condition restarts top (frames nil) reason ids text arrival places (continue :unknown))

(defvar *levels* (make-hash-table :test 'eq #+sbcl :weakness #+sbcl :key #+sbcl :synchronized #+sbcl t) "Thread -> its levels, deepest first.")
(defvar *subject* nil "The stopped thread, when another thread runs an operation for it.")
(defvar *pending-stop* nil "What is known of the stop being entered: a property list.")

;;; The record of the level that the stopped thread is in.

(defun stopped-thread () (or *subject* (swank/backend:current-thread)))

(defun same-stop-p (level condition)
  "Whether LEVEL is of the stop that the thread is in. SBCL signals an unbound variable again with the same condition and the
 same frame when it is retried, but each stop computes its restarts anew: those of the stop before are gone with its stack."
  (and (eq (level-condition level) condition) (eq (level-top level) (stack-top))
       (eq (level-restarts level) swank::*sldb-restarts*)))

(defun current-level ()
  (let* ((thread (stopped-thread)) (number swank::*sldb-level*) (condition swank::*swank-debugger-condition*)
         (known (find number (gethash thread *levels*) :key #'level-number)))
    (when (zerop number) (fail "NOT_PAUSED" nil "The thread is not stopped"))
    (if (and known (same-stop-p known condition))
        known
        (let ((level (make-current-level thread number condition)))
          (setf (gethash thread *levels*)
                (cons level (remove-if (lambda (l) (>= (level-number l) number)) (gethash thread *levels*))))
          level))))

(defun make-current-level (thread number condition)
  (let ((pending (and (eq (getf *pending-stop* :condition) condition) *pending-stop*)))
    (make-level :thread thread :number number :condition condition :restarts swank::*sldb-restarts* :top (stack-top)
                :reason (getf pending :reason :exception) :ids (getf pending :ids) :text (getf pending :text)
                :arrival (getf pending :arrival) :places (getf pending :places))))

(defun level-at (number)
  (or (find number (gethash (stopped-thread) *levels*) :key #'level-number)
      (fail "INVALID_FRAME" nil "Level ~a of this thread is over" number)))

(defop "stop-info" ()
  (let ((level (current-level)))
    (obj "level" (level-number level)
         "reason" (string-downcase (level-reason level))
         "ids" (arr (level-ids level))
         "text" (or-absent (level-text level))
         "written" (if (level-places level) (places-json (level-places level)) :absent)
         "passing" (bool (own-thread-p (level-thread level)))
         "can_continue" (bool (continue-restart level))
         "condition" (if (member (level-reason level) '(:exception :signalled)) (condition-json (level-condition level)) :absent))))

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
  (if (eq (level-continue level) :unknown)
      (setf (level-continue level)
            (find-if (lambda (restart) (and (eq (restart-name restart) 'continue) (not (loader-restart-p restart))))
                     (level-restarts level)))
      (level-continue level)))

(defun resume (level)
  (let ((restart (continue-restart level)))
    (unless restart
      (fail "STEP_FAILED" (list "restarts" (format nil "~{~a~^, ~}" (restart-names level)))
            "This stop has no CONTINUE restart: choose one of ~{~a~^, ~}" (restart-names level)))
    (invoke-restart restart)))

(defun restart-names (level)
  (loop for restart in (level-restarts level) for i from 0 collect (format nil "~d ~(~a~)" i (restart-name restart))))

(defop "continue" () (resume (current-level)))

(defun restart-json (restart index)
  (obj "index" index
       "name" (string-downcase (princ-to-string (or (restart-name restart) "nil")))
       "description" (text-of restart :escape nil :width 400)
       "interactive" (bool (asks-p restart))))

(defun asks-p (restart)
  "Whether the program wrote a question for RESTART. SBCL's own ask at a terminal, for a form: the client gives that in ARGS."
  #-sbcl (progn restart t)
  #+sbcl (let ((function (ignore-errors (sb-kernel::restart-interactive-function restart))))
           (and function (not (eql 0 (search "SYS:" (or (ignore-errors (function-file function)) "")))))))

(defun restarts-json (level)
  (arr (loop for restart in (level-restarts level) for i from 0 collect (restart-json restart i))))

(defop "restarts" (level-number)
  (let ((level (level-at level-number)))
    (obj "level" level-number
         "condition" (text-of (level-condition level) :escape nil :width 2000)
         "condition_type" (type-text (level-condition level))
         "restarts" (restarts-json level))))

(defun find-restart-named (level which)
  (or (if (integerp which)
          (nth which (level-restarts level))
          (find which (level-restarts level) :key (lambda (r) (princ-to-string (restart-name r))) :test #'string-equal))
      (fail "INVALID_PARAMETER" (list "parameter" "restart" "allowed" (arr (restart-names level)))
            "There is no restart ~a: there are ~{~a~^, ~}" which (restart-names level))))

(defop "invoke-restart" (level-number which arguments)
  "ARGUMENTS: expressions read in the package of the top frame, :INTERACTIVE to let the restart ask, or none."
  (let* ((level (level-at level-number)) (restart (find-restart-named level which)))
    (apply #'invoke-restart restart
           (if (eq arguments :interactive)
               (ask-for-arguments restart)
               (argument-values level restart arguments)))))

(defun argument-values (level restart expressions)
  (check-argument-count restart (length expressions))
  (loop for text in expressions
        collect (handler-case (first (evaluate-with-stack level 0 text))
                  (failure (c) (error c))
                  (error (c) (fail "EVAL_FAILED" (list "kind" "exception") "An argument of the restart signals: ~a"
                                   (text-of c :escape nil))))))

(defun ask-for-arguments (restart)
  "What the restart's own function for that asks the client for. An error in it leaves the level as it is."
  (let ((*query-io* (make-two-way-stream (make-instance 'asking-input) *standard-output*)))
    #-sbcl (return-from ask-for-arguments (invoke-restart-interactively restart))
    #+sbcl (handler-case (funcall (sb-kernel::restart-interactive-function restart))
             (error (c) (fail "EVAL_FAILED" (list "kind" "exception") "The question of the restart ~(~a~) signals: ~a"
                              (restart-name restart) (text-of c :escape nil))))))

(defun check-argument-count (restart given)
  "With a wrong number of values the level would be left before the error comes."
  (multiple-value-bind (least most) (argument-counts restart)
    (when (or (< given least) (and most (> given most)))
      (let ((wanted (cond ((eql most 0) "no value")
                          ((eql least most) (format nil "~d value~:p" least))
                          (most (format nil "~d to ~d values" least most))
                          (t (format nil "~d or more values" least)))))
        (fail "INVALID_PARAMETER" (list "parameter" "args" "expected" wanted)
              "The restart ~(~a~) takes ~a, args has ~d~:[~;: give each value as an expression, such as \"42\"~]"
              (restart-name restart) wanted given (< given least))))))

(defun argument-counts (restart)
  "The least and the most values that RESTART takes; the most is NIL when there is no limit or it is not known."
  #-sbcl (progn restart (values 0 nil))
  #+sbcl
  (let ((parameters (handler-case (sb-kernel:%fun-lambda-list (sb-kernel:%fun-fun (sb-kernel::restart-function restart)))
                      (error () '(&rest values)))))
    (let ((required (position-if (lambda (p) (member p lambda-list-keywords)) parameters)))
      (values (or required (length parameters))
              (cond ((null required) (length parameters))
                    ((intersection '(&rest &key sb-int:&more) parameters) nil)
                    (t (1- (length (remove '&aux (ldiff parameters (member '&aux parameters)))))))))))
