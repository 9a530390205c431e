;;;; Compiling and loading for the client, with the compiler's notes and their places.

(in-package :dapplex)

(defun note-severity (note)
  (case note
    ((:error :read-error) "error")
    (:warning "warning")
    ((:style-warning :redefinition) "style-warning")
    (t "note")))

(defun note-json (note code-file)
  "A note of SWANK::COLLECT-NOTES as JSON. Places in a string of code have no file."
  (let* ((location (getf note :location)) (place (and (eq (car location) :location) location))
         (file (and place (eq (car (second place)) :file) (second (second place))))
         (position (and place (eq (car (third place)) :position) (second (third place)))))
    (multiple-value-bind (line column)
        (and file position (ignore-errors (position-in-file file (1- position))))
      (obj "severity" (note-severity (getf note :severity))
           "message" (clean (getf note :message))
           "file" (if (and file (not (equal file code-file))) file :absent)
           "line" (or-absent line)
           "column" (if column (1+ column) :absent)))))

(defun instrumenting (function)
  "Calls FUNCTION so that what it compiles is instrumented, in this thread only."
  (install-hook)
  (let ((*instrumented* t) (*inside* nil)
        (sb-c::*policy-min* sb-c::*policy-min*) (sb-c::*policy-max* sb-c::*policy-max*))
    (restrict-policy)
    (funcall function)))

(defun compile-and-load (file load)
  "Answers the compilation result of Swank for FILE."
  (let* ((fasl (format nil "~adapplex-~36r.fasl" (temporary-folder) (random (expt 36 10) (make-random-state t))))
         (*fasl-folder* fasl))
    (unwind-protect
         (let ((result (swank::collect-notes
                        (lambda ()
                          (multiple-value-bind (output warnings failure)
                              (swank/backend:swank-compile-file file fasl nil :utf-8)
                            (declare (ignore warnings failure))
                            (when (and output load) (load output))
                            (values output (and load output t) nil))))))
           result)
      (ignore-errors (delete-file fasl)))))

(defun temporary-folder ()
  (let ((folder (or (sb-ext:posix-getenv "TMPDIR") "/tmp")))
    (if (char= (char folder (1- (length folder))) #\/) folder (format nil "~a/" folder))))

(defun result-of-compilation (result file code-file)
  (obj "success" (bool (and (getf-result result :successp)
                            (notany (lambda (note) (string= (note-severity (getf note :severity)) "error"))
                                    (getf-result result :notes))))
       "loaded" (bool (getf-result result :loadp))
       "file" (or-absent file)
       "duration_ms" (round (* 1000 (or (getf-result result :duration) 0)))
       "notes" (arr (mapcar (lambda (note) (note-json note code-file)) (getf-result result :notes)))))

(defun getf-result (result key)
  (nth (ecase key (:notes 1) (:successp 2) (:duration 3) (:loadp 4)) result))

(defun quietly (function)
  (let ((*error-output* (make-broadcast-stream)) (*standard-output* (make-broadcast-stream))
        (*compile-verbose* nil) (*compile-print* nil))
    (funcall function)))

(defop "compile-file" (file load)
  (let ((path (true-file file)))
    (unless (probe-file (sb-ext:parse-native-namestring path)) (fail "INVALID_FILE" (list "file" file) "There is no file ~a" file))
    (result-of-compilation (quietly (lambda () (instrumenting (lambda () (compile-and-load path load))))) path nil)))

(defop "compile-code" (code package)
  (let ((file (format nil "~adapplex-~36r.lisp" (temporary-folder) (random (expt 36 10) (make-random-state t))))
        (*package* (find-package-named package)))
    (unwind-protect
         (progn
           (with-open-file (out file :direction :output :external-format :utf-8) (write-string code out))
           (result-of-compilation (quietly (lambda () (compile-and-load file t))) nil file))
      (ignore-errors (delete-file file)))))
