;;;; Exception filters. *BREAK-ON-SIGNALS* may be any type: here one whose test itself stops the thread, with the condition
;;;; at hand and its handlers still unsearched.

(in-package :dapplex)

(defvar *filters* '() "Condition types at which to stop when they are signalled: (type . text).")
(defvar *stop-at-uncaught* t)

(defun compiling-p ()
  "True while this thread compiles: the compiler signals conditions of its own."
  (and (boundp 'sb-c::*compilation*) sb-c::*compilation* t))

(defun filtered-p (condition)
  (some (lambda (filter) (ignore-errors (typep condition (car filter)))) *filters*))

(defvar *signalled* nil "The condition that this thread last stopped at: it is signalled again on its way out.")

(defun break-test (condition)
  "Used as the type in *BREAK-ON-SIGNALS*. Always false: the stop is made here."
  (when (and (not *inside*) *filters* (typep condition 'condition) (not (typep condition 'stop))
             (not (compiling-p)) (not (eq condition *signalled*)) (filtered-p condition))
    (let ((*inside* t) (*break-on-signals* nil))
      (setf *signalled* condition)
      (enter-debugger condition (signalling-frame) :reason :signalled)))
  nil)

(defun signalling-frame ()
  "The frame that called SIGNAL, ERROR, WARN or CERROR, or whose form the runtime found in error."
  (loop with seen = nil
        for frame = (sb-di:top-frame) then (sb-di:frame-down frame)
        while frame
        do (let* ((symbol (name-symbol (frame-name-form frame)))
                  (system (and symbol (symbol-package symbol) (or (eq (symbol-package symbol) (find-package :common-lisp))
                                                                  (sb-int:system-package-p (symbol-package symbol))))))
             (cond ((member symbol '(signal error warn cerror)) (setf seen t))
                   ((and seen (not system) (not (stringp (frame-name-form frame)))) (return frame))))
        finally (return (sb-di:top-frame))))

(defun filter-type (name package)
  (let ((form (read-form name (find-package-named package))))
    ;; A name may come to name a type when the program is loaded: it fits nothing until then.
    (unless (or (symbolp form) (ignore-errors (typep 1 form) t))
      (fail "TYPE_NOT_FOUND" (list "type" name) "~a names no condition type" name))
    form))

(defop "set-exception-filters" (types uncaught)
  (claim-uncaught uncaught)
  (setf *stop-at-uncaught* uncaught
        *filters* (loop for (name package) in types collect (cons (filter-type name package) name))
        (sb-ext:symbol-global-value '*break-on-signals*) (if *filters* '(satisfies break-test) nil))
  (obj "filters" (arr (mapcar #'cdr *filters*))))

(defun uncaught (condition hook)
  "The debugger hook: an error that nothing handles stops the thread, or ends it where uncaught errors are not wanted."
  (declare (ignore hook))
  (cond ((and *stop-at-uncaught* *stopping* *connection* (member *connection* swank::*connections*))
         (let ((frame (let ((hint sb-debug:*stack-top-hint*))
                        (cond ((typep hint 'sb-di:frame) hint)
                              (hint (ignore-errors (sb-debug::resolve-stack-top-hint)))))))
           (enter-uncaught condition (or frame (signalling-frame)))))
        ((not *stop-at-uncaught*)
         (format *error-output* "~&Unhandled ~a: ~a~%" (type-text condition) (text-of condition :escape nil :width 4000))
         (flush-output)
         (if (eq sb-thread:*current-thread* (main-thread))
             (end-program 1)
             (sb-thread:abort-thread)))))

(defun enter-uncaught (condition frame)
  (call-as-standing (lambda () (wait-for-client condition frame (list :reason :exception)))))
