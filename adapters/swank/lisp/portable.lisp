;;;; Lisps other than SBCL: stops at errors and pauses, frames and evaluation by Swank's backend. No breakpoints, no steps.

(in-package :dapplex)

(setf *hook* "this Lisp is not SBCL, whose compiler they need")

(defop "hello" (client)
  (setf *connection* swank::*emacs-connection*
        *attached* t)
  (obj "client" client
       "implementation" (lisp-implementation-type)
       "version" (lisp-implementation-version)
       "hook" *hook*
       "pid" (swank/backend:getpid)))

(defun stack-top () nil)

(defun level-frames-now () (swank/backend:compute-backtrace 0 10000))

(defun frame-source-json (index)
  (let ((found (ignore-errors (swank/backend:frame-source-location index))))
    (if (and (consp found) (eq (car found) :location) (eq (car (second found)) :file) (eq (car (third found)) :position))
        (multiple-value-bind (line column) (ignore-errors (position-in-file (second (second found)) (second (third found))))
          (list "path" (second (second found)) "line" (or line 1) "column" (1+ (or column 0))))
        '())))

(defop "frames" (level-number start count)
  (level-at level-number)
  (let ((all (level-frames-now)))
    (obj "total" (length all)
         "frames" (arr (loop for frame in (nthcdr start all)
                             for index from start
                             repeat count
                             collect (list* :o "index" index
                                            "name" (string-downcase (clean (swank::frame-to-string frame)))
                                            "system" :false
                                            "restartable" :false
                                            (frame-source-json index)))))))

(defun frame-package-of (level index)
  (declare (ignore level))
  (or (ignore-errors (swank/backend:frame-package index)) (find-package :common-lisp-user)))

(defun frame-bindings (index)
  (loop for binding in (ignore-errors (swank/backend:frame-locals index))
        collect (cons (getf binding :name) (getf binding :value))))

(defop "variables" (level-number index)
  (let* ((level (level-at level-number)) (*package* (frame-package-of level index)))
    (arr (loop for (name . value) in (frame-bindings index)
               collect (list* :o "name" (let ((*print-case* :downcase)) (princ-to-string name))
                              "scope" "local"
                              "expression" (if (and (symbolp name) (symbol-package name)) (let ((*print-case* :downcase)) (prin1-to-string name)) :absent)
                              "writable" :false
                              (cdr (value-json value)))))))

(defop "set-variable" (level-number index name expression)
  (declare (ignore level-number index expression))
  (fail "UNSUPPORTED" (list "capability" "setVariable") "~a cannot be set: only SBCL lets a debugger write locals" name))

(defun evaluate-in-frame (level index expression)
  (let* ((*package* (frame-package-of level index)) (form (read-form expression *package*))
         (bindings (remove-if-not (lambda (b) (and (symbolp (car b)) (car b) (not (constantp (car b))))) (frame-bindings index))))
    (multiple-value-list
     (eval `(let ,(loop for (name . value) in bindings collect `(,name ',value))
              (declare (ignorable ,@(mapcar #'car bindings)))
              ,form)))))

(defun evaluate-with-stack (level index expression) (evaluate-in-frame level index expression))

(defop "evaluate" (level-number index expression)
  (let* ((level (level-at level-number)) (*package* (frame-package-of level index)))
    (evaluation-result (evaluate-in-frame level index expression))))

(defop "object-id-in-frame" (level-number index expression)
  (let ((value (first (evaluate-in-frame (level-at level-number) index expression))))
    (obj "object_id" (or-absent (object-id value)) "value" (text-of value) "type" (type-text value))))

(defop "exception-details" (level-number)
  (obj "restarts" (restarts-json (level-at level-number))
       "stack" (format nil "~{~a~^~%~}" (loop for frame in (level-frames-now)
                                              repeat 50
                                              collect (clean (swank::frame-to-string frame))))))

(defop "abort-thread" ()
  (let ((restart (find 'abort (level-restarts (current-level)) :key #'restart-name :from-end t)))
    (if restart (invoke-restart restart) (fail "STEP_FAILED" nil "This stop has no ABORT restart"))))

(defun no-breakpoints ()
  (format nil "Breakpoints and steps are not available: ~a" *hook*))

(defop "set-breakpoints" (file specs)
  (arr (loop for (id . more) in specs
             collect (obj "id" id "verified" :false "path" file "line" (or-absent (getf more :line)) "message" (no-breakpoints)))))
(defop "set-function-breakpoints" (specs)
  (arr (loop for (id) in specs collect (obj "id" id "verified" :false "message" (no-breakpoints)))))
(defop "set-data-breakpoints" (specs)
  (arr (loop for (id) in specs collect (obj "id" id "verified" :false "message" (no-breakpoints)))))
(defop "breakpoint-locations" (file line end-line)
  (declare (ignore file line end-line))
  (arr '()))
(defop "set-exception-filters" (types uncaught)
  (claim-uncaught uncaught)
  (setf *break-on-signals* (if types `(or ,@(mapcar (lambda (type) (read-form (first type))) types)) nil))
  (obj))
(defop "step" (mode by)
  (declare (ignore mode by))
  (fail "UNSUPPORTED" (list "capability" "step") "~a" (no-breakpoints)))
(defop "restart-frame" (level-number index)
  (declare (ignore level-number index))
  (fail "UNSUPPORTED" (list "capability" "restartFrame") "Frames cannot be restarted in this Lisp"))
(defop "return-from-frame" (level-number index expression)
  (declare (ignore level-number index expression))
  (fail "UNSUPPORTED" (list "capability" "dapplex_frameReturn") "Frames cannot be returned from in this Lisp"))

(defop "compile-code" (code package)
  (let ((*package* (find-package-named package)))
    (with-input-from-string (in code)
      (loop for form = (read-next-form in) until (eq form in) do (funcall (compile nil `(lambda () ,form)))))
    (obj "success" :true "loaded" :true "duration_ms" 0 "notes" (arr '()))))
(defop "compile-file" (file load)
  (let ((output (compile-file file)))
    (when (and output load) (load output))
    (obj "success" (bool output) "loaded" (bool (and output load)) "file" file "duration_ms" 0 "notes" (arr '()))))

(defop "detach" (terminate)
  (loop for levels being the hash-values of *levels*
        do (dolist (level levels)
             (let ((thread (level-thread level)))
               (ignore-errors
                (swank/backend:interrupt-thread
                 thread
                 (lambda ()
                   (let ((restart (or (find 'continue swank::*sldb-restarts* :key #'restart-name)
                                      (find 'abort swank::*sldb-restarts* :key #'restart-name :from-end t))))
                     (when restart (invoke-restart restart)))))))))
  (when terminate (fail "UNSUPPORTED" nil "An attached image of this Lisp is not ended by its debugger"))
  (obj))
