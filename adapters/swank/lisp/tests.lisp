;;;; Tests of ASDF systems. What fails a test stops the thread in the frame of the test; then the test goes on, or ends, as it
;;;; would without a debugger. What happens to the tests is written to a file, a JSON object a line.

(in-package :dapplex)

(define-condition failed-check (error)
  ((text :initarg :text :reader failed-check-text))
  (:report (lambda (c s) (write-string (failed-check-text c) s)))
  (:documentation "What a framework found wrong without signalling an error."))

(defstruct test-run
  "One test. STATUS: :PASSED until a check says otherwise. FAILURE: the first one, (message file line). TOLD: its conditions."
  name (status :passed) failure (told '()))

(defvar *progress* nil "The file to which the tests are told.")
(defvar *known-tests* '() "(name file line), as the sources have them.")
(defvar *test-run* nil "The test that this thread runs.")
(defvar *tests-begun* 0)

(defun tell-test (event name &rest more)
  (with-open-file (out (sb-ext:parse-native-namestring *progress*)
                       :direction :output :if-exists :append :if-does-not-exist :create :external-format :utf-8)
    (write-line (json (apply #'obj "event" event "name" name more)) out)))

(defun known-test (name) (find name *known-tests* :key #'first :test #'string=))

(defun call-with-test (designator thunk)
  (let* ((name (string-downcase designator)) (run (make-test-run :name name)) (known (known-test name)))
    (incf *tests-begun*)
    (tell-test "begin" name "file" (or-absent (second known)) "line" (or-absent (third known)))
    (unwind-protect (let ((*test-run* run)) (funcall thunk))
      (destructuring-bind (&optional message file line) (test-run-failure run)
        (tell-test "end" name "outcome" (string-downcase (test-run-status run))
                   "message" (or-absent message) "file" (or-absent file) "line" (or-absent line))))))

(defun skip-test ()
  (when (and *test-run* (eq (test-run-status *test-run*) :passed)) (setf (test-run-status *test-run*) :skipped)))

;;; A failure.

(defun place-of-frame (frame)
  "File and line, as far as they are known."
  (let ((site (frame-place frame)))
    (if site (list (site-file site) (site-line site)) (foreign-place frame))))

(defun user-frames ()
  "The frames of instrumented code, from the top: it is the user's. Without one, those that are neither the system's nor a
 library's."
  (let ((others '()) (own '()))
    (loop for frame = (sb-di:top-frame) then (sb-di:frame-down frame)
          while frame
          until (harness-frame-p frame)
          unless (system-frame-p frame)
            do (if (gethash (frame-file frame) *units*) (push frame own) (push frame others)))
    (reverse (or own others))))

(defun own-place (frames)
  "Where the test itself stands: its outermost frame. A check may be made in a function that it calls."
  (destructuring-bind (&optional name file (line 0)) (and *test-run* (known-test (test-run-name *test-run*)))
    (declare (ignore name))
    (loop for frame in (reverse frames)
          for place = (place-of-frame frame)
          when (and place (equal (first place) file) (>= (second place) line)) return place)))

(defun note-failure (condition)
  "An error, or a FAILED-CHECK, fails the current test: stops the thread where it was found, unless nothing is to stop it."
  (let ((run *test-run*))
    (unless (and run (member condition (test-run-told run)))
      (let* ((*inside* t) (frames (user-frames)) (frame (or (first frames) (sb-di:top-frame))))
        (when run
          (push condition (test-run-told run))
          (setf (test-run-status run) :failed)
          (unless (test-run-failure run)
            (let ((place (or (and (typep condition 'failed-check) (own-place frames)) (place-of-frame frame))))
              (setf (test-run-failure run)
                    (list (text-of condition :escape nil :width 4000) (first place) (second place))))))
        (when *stop-at-uncaught* (enter-debugger condition frame :reason :exception))))))

(defun note-failed-check (text)
  (note-failure (make-condition 'failed-check :text (string-trim '(#\Newline #\Space) text))))

;;; A run.

(defun asdf-call (name &rest arguments)
  (apply (or (find-symbol name "ASDF") (error "This ASDF has no ~a: it is too old" name)) arguments))

(defun run-tests (&key framework root definition systems tests chosen progress)
  "FRAMEWORK: a string. ROOT: the folder with the file DEFINITION of the SYSTEMS. TESTS: all, (name file line). CHOSEN: names of
 tests, or NIL for all that the systems test. PROGRESS: see *PROGRESS*."
  (setf *progress* progress *known-tests* tests)
  (with-open-file (out (sb-ext:parse-native-namestring progress) :direction :output :if-exists :supersede)
    (declare (ignorable out)))
  ;; What is compiled for tests stays apart: their definitions may be compiled in another way.
  (setf *fasl-folder* (and *fasl-folder* (format nil "~atests/" *fasl-folder*)) *asdf-redirected* nil)
  (require :asdf)
  (redirect-asdf)
  (asdf-call "INITIALIZE-SOURCE-REGISTRY"
             `(:source-registry (:tree ,(native-folder root)) :inherit-configuration))
  (asdf-call "LOAD-ASD" (sb-ext:parse-native-namestring definition))
  (if (string= framework "asdf")
      (dolist (system (or chosen systems)) (test-system system))
      (progn
        (if (string= framework "fiveam") (load-fiveam) (asdf-call "LOAD-SYSTEM" framework))
        (dolist (system systems) (asdf-call "LOAD-SYSTEM" system))
        (hook-framework framework)
        (dolist (name (or chosen (mapcar #'first tests))) (run-named framework name)))))

(defun test-system (name)
  "The system is one test, unless it has begun tests of a framework that is known. An error ends it."
  (when (member "fiveam" (asdf-call "SYSTEM-DEPENDS-ON" (asdf-call "FIND-SYSTEM" name)) :test #'equalp)
    (load-fiveam))
  (asdf-call "LOAD-SYSTEM" name)
  (hook-frameworks)
  (let ((before *tests-begun*) (run (make-test-run :name name)))
    (block testing
      (handler-bind ((error (lambda (c)
                              (let ((*test-run* run)) (note-failure c))
                              (return-from testing))))
        (asdf-call "TEST-SYSTEM" name)))
    (unless (and (> *tests-begun* before) (null (test-run-failure run)))
      (call-with-test name (lambda ()
                             (setf (test-run-status *test-run*) (test-run-status run)
                                   (test-run-failure *test-run*) (test-run-failure run)))))))
