;;;; FiveAM and Parachute collect what their checks find. Methods on their generic functions see it with the test still on the
;;;; stack. They are made when a framework is there: its symbols are unknown before.

(in-package :dapplex)

(defun hook-frameworks ()
  (when (find-package "IT.BESE.FIVEAM") (hook-fiveam))
  (when (find-package "PARACHUTE") (hook-parachute)))

(defun hook-framework (name)
  (cond ((string= name "fiveam") (hook-fiveam))
        (t (hook-parachute))))

(defun run-named (framework name)
  (let ((found (cdr (assoc name (if (string= framework "fiveam") (fiveam-tests) (parachute-tests)) :test #'string=))))
    (cond ((null found) (format *error-output* "~&The systems that were loaded define no test ~a.~%" name))
          ((string= framework "fiveam") (funcall (find-symbol "RUN!" "IT.BESE.FIVEAM") found))
          (t (funcall (find-symbol "TEST" "PARACHUTE") found)))))

;;; FiveAM: ADD-RESULT, an ordinary function in some versions, is called for every check, also for an error that the test does
;;; not handle.

(defun hook-fiveam ()
  (flet ((its (name) (find-symbol name "IT.BESE.FIVEAM")))
    (sb-int:encapsulate (its "ADD-RESULT") 'tests
                        (lambda (function kind &rest arguments)
                          (note-fiveam-result kind arguments)
                          (apply function kind arguments)))
    (eval `(defmethod ,(its "RUN-TEST-LAMBDA") :around ((test ,(its "TEST-CASE")))
             (call-with-test (,(its "NAME") test) (lambda () (call-next-method)))))))

(defvar *fiveam-loaded* nil)

(defun load-fiveam ()
  "Before the tests, so that their bodies have lines."
  (unless *fiveam-loaded*
    (setf *fiveam-loaded* t)
    (asdf-call "LOAD-SYSTEM" "fiveam")
    (hook-fiveam-definitions)))

(defun hook-fiveam-definitions ()
  "FiveAM evaluates the body of a test as data, which has no lines. Here it is compiled in its place, as a function of the file."
  (let* ((definer (find-symbol "DEF-TEST" "IT.BESE.FIVEAM")) (expander (macro-function definer)))
    (sb-ext:with-unlocked-packages ("IT.BESE.FIVEAM")
      (setf (macro-function definer)
            (lambda (form environment) (with-body-in-place (funcall expander form environment)))))))

(defun with-body-in-place (expansion)
  (let ((registers (find-symbol "REGISTER-TEST" "IT.BESE.FIVEAM")))
    (labels ((quoted (x) (and (consp x) (eq (car x) 'quote) x))
             (call-in (x) (and (consp x) (if (eq (car x) registers) x (some #'call-in (and (eq (car x) 'progn) (rest x)))))))
      (destructuring-bind (&optional name description body &rest more) (rest (call-in expansion))
        (declare (ignore description more))
        (if (and (quoted name) (quoted body) (listp (second body)))
            `(multiple-value-prog1 ,expansion
               (set-test-body ,name (sb-int:named-lambda ,(second name) () ,@(second body))))
            expansion)))))

(defun set-test-body (name function)
  (setf (slot-value (funcall (find-symbol "GET-TEST" "IT.BESE.FIVEAM") name) (find-symbol "TEST-LAMBDA" "IT.BESE.FIVEAM"))
        function))

(defun one-line (text)
  "TEXT with one blank for any white space."
  (with-output-to-string (out)
    (loop with blank = nil
          for c across (string-trim '(#\Newline #\Space) text)
          do (cond ((member c '(#\Newline #\Space #\Tab)) (setf blank t))
                   (t (when blank (write-char #\Space out)) (write-char c out) (setf blank nil))))))

(defun note-fiveam-result (kind arguments)
  (let ((reason (getf arguments :reason)))
    (cond ((string= kind "TEST-FAILURE") (note-failed-check (one-line (format nil "~a" (or reason (getf arguments :test-expr))))))
          ((string= kind "UNEXPECTED-TEST-FAILURE")
           (let ((condition (getf arguments :condition)))
             (if (typep condition 'error) (note-failure condition) (note-failed-check (princ-to-string reason)))))
          ((string= kind "TEST-SKIPPED") (skip-test)))))

(defun fiveam-tests ()
  "Name and symbol of each test."
  (let ((test-case (find-symbol "TEST-CASE" "IT.BESE.FIVEAM")) (get (find-symbol "GET-TEST" "IT.BESE.FIVEAM")))
    (loop for symbol in (funcall (find-symbol "TEST-NAMES" "IT.BESE.FIVEAM"))
          when (typep (funcall get symbol) test-case)
            collect (cons (string-downcase symbol) symbol))))

;;; Parachute: EVAL-IN-CONTEXT evaluates checks and tests. Its reports handle errors outside of these methods.

(defun hook-parachute ()
  (flet ((its (name) (find-symbol name "PARACHUTE")))
    (eval `(progn
             (defmethod ,(its "EVAL-IN-CONTEXT") :around ((context t) (result ,(its "VALUE-RESULT")))
               (watch-body result)
               (call-next-method))
             (defmethod ,(its "EVAL-IN-CONTEXT") :after ((context t) (result ,(its "VALUE-RESULT")))
               (when (and (eq (,(its "STATUS") result) :failed) (not (note-told-p result)))
                 (note-failed-check (,(its "FORMAT-RESULT") result :extensive))))
             (defmethod ,(its "EVAL-IN-CONTEXT") :around ((context t) (result ,(its "TEST-RESULT")))
               (call-with-test (,(its "NAME") (,(its "EXPRESSION") result))
                               (lambda ()
                                 (multiple-value-prog1 (handler-bind ((error #'note-failure)) (call-next-method))
                                   (when (eq (,(its "STATUS") result) :skipped) (skip-test))))))))))

(defun watch-body (result)
  "Its form may signal an error that the report handles."
  (let* ((slot (find-symbol "BODY" "PARACHUTE")) (body (slot-value result slot)))
    (when (functionp body)
      (setf (slot-value result slot) (lambda () (handler-bind ((error #'note-failure)) (funcall body)))))))

(defun note-told-p (result)
  "Whether an error that was told is the value of a check."
  (let ((value (and (slot-boundp result (find-symbol "VALUE" "PARACHUTE"))
                    (slot-value result (find-symbol "VALUE" "PARACHUTE")))))
    (and *test-run* (member (if (consp value) (car value) value) (test-run-told *test-run*)))))

(defun parachute-tests ()
  "Name and test object of each test."
  (let ((name (find-symbol "NAME" "PARACHUTE")) (tests (find-symbol "PACKAGE-TESTS" "PARACHUTE")))
    (loop for package in (list-all-packages)
          append (loop for test in (ignore-errors (funcall tests package))
                       collect (cons (string-downcase (funcall name test)) test)))))
