;;;; Printing for people that never fails, never runs away and never floods: limits on width, length, level and time.

(in-package :dapplex)

(defstruct (unbound (:print-object (lambda (o s) (declare (ignore o)) (write-string "#<unbound>" s)))))
(defvar *unbound* (make-unbound) "Stands for a slot or variable that has no value.")

(defvar *width* 400 "Characters of one printed value.")
(defparameter *print-seconds* 1/2 "How long the printing of one value may run.")

(defclass limited-stream (swank/gray:fundamental-character-output-stream)
  ((out :initform (make-string-output-stream) :reader limited-out)
   (left :initarg :left :accessor limited-left)
   (column :initform 0 :accessor limited-column)))

(defmethod swank/gray:stream-write-char ((stream limited-stream) char)
  (when (minusp (decf (limited-left stream))) (throw 'print-limit :too-long))
  (setf (limited-column stream) (if (char= char #\Newline) 0 (1+ (limited-column stream))))
  (write-char char (limited-out stream)))

(defmethod swank/gray:stream-write-string ((stream limited-stream) string &optional (start 0) end)
  (let* ((end (or end (length string)))
         (take (min (- end start) (max 0 (limited-left stream)))))
    (decf (limited-left stream) (- end start))
    (incf (limited-column stream) take)
    (write-string string (limited-out stream) :start start :end (+ start take))
    (when (minusp (limited-left stream)) (throw 'print-limit :too-long))
    string))

(defmethod swank/gray:stream-line-column ((stream limited-stream)) (limited-column stream))

(define-condition print-timeout (serious-condition) ())

(defvar *printing* nil "Made anew for each printing of a value.")

(defparameter *tick* 1/4 "Seconds between two looks at a printing.")

(defstruct (print-watch (:constructor make-print-watch (thread)))
  "PRINTING: the one that the last tick saw. RAN: seconds that it has had since. AT, WAITED: the clocks at that tick."
  thread printing (ran 0) (at 0) (waited 0))

(defun seconds-now () (/ (get-internal-real-time) internal-time-units-per-second))

(defun seconds-waited (thread)
  "How long THREAD was ready to run while no processor was free. On a busy machine nothing prints in half a second."
  (declare (ignorable thread))
  (or #+(and sbcl linux)
      (ignore-errors
       (with-open-file (in (format nil "/proc/self/task/~d/schedstat" (sb-thread::thread-os-tid thread)))
         (read in)
         (/ (read in) 1000000000)))
      0))

(defun note-tick (watch waited)
  "Runs in the watched thread. Answers true when the present printing takes too long."
  (let ((now (seconds-now)))
    (if (and *printing* (eq *printing* (print-watch-printing watch)))
        (incf (print-watch-ran watch) (max 0 (- now (print-watch-at watch) (- waited (print-watch-waited watch)))))
        (setf (print-watch-printing watch) *printing*
              (print-watch-ran watch) 0))
    (setf (print-watch-at watch) now
          (print-watch-waited watch) waited)
    (>= (print-watch-ran watch) *print-seconds*)))

(defun tick (watch)
  "A timer body: ends the printing of a value that takes too long, even if it prints nothing."
  (declare (ignorable watch))
  #+sbcl (let* ((thread (print-watch-thread watch)) (waited (seconds-waited thread)))
           (sb-thread:interrupt-thread thread (lambda () (when (note-tick watch waited) (error 'print-timeout))))))

(defmacro with-print-watch (() &body body)
  #+sbcl (let ((timer (gensym)) (watch (gensym)))
           `(let* ((,watch (make-print-watch sb-thread:*current-thread*))
                   (,timer (sb-ext:make-timer (lambda () (tick ,watch)) :thread t)))
              (sb-ext:schedule-timer ,timer *tick* :repeat-interval *tick*)
              (unwind-protect (progn ,@body) (sb-ext:unschedule-timer ,timer))))
  #-sbcl `(progn ,@body))

(defun symbol-text (symbol)
  "SYMBOL with its package, except for symbols of COMMON-LISP: one spelling whatever the current package is."
  (let ((package (symbol-package symbol)))
    (let ((*package* (or (find-package :keyword) *package*)) (*print-case* :downcase))
      (if (eq package (find-package :common-lisp))
          (string-downcase (symbol-name symbol))
          (prin1-to-string symbol)))))

(defun type-text (x)
  (let ((name (or (ignore-errors (class-name (class-of x))) (type-of x))))
    (cond ((eq x *unbound*) "unbound")
          ((symbolp name) (typecase x
                            (boolean (if x "boolean" "null"))
                            (keyword "keyword")
                            (string "string")
                            (t (symbol-text name))))
          (t (string-downcase (princ-to-string name))))))

(defun print-into (stream x escape circle own)
  "Prints X; with OWN by the methods of the program. Answers :DONE, :TOO-LONG, :TOO-SLOW, or the condition that printing signalled."
  (handler-case
      (let ((*printing* (list x)))
        (catch 'print-limit
          (let ((*print-readably* nil) (*print-pretty* nil) (*print-circle* circle) (*print-escape* escape)
                (*print-lines* nil) (*print-base* 10) (*print-radix* nil) (*print-case* :downcase) (*print-array* t)
                #+sbcl (*break-on-signals* nil))
            (flet ((print-it () (if escape (prin1 x stream) (princ x stream))))
              (if own (print-it) (call-printing-plainly #'print-it))))
          :done))
    (print-timeout () :too-slow)
    (serious-condition (c) c)))

(defun text-of (x &key (width *width*) (escape t) (length 20) (level 4) (circle t) (own (not escape)))
  "How X prints, and whether that is cut. Without OWN no method of the program runs. The text of a condition is its report."
  (cond ((eq x *unbound*) (values "#<unbound>" nil))
        ((and (stringp x) (> (length x) width))
         (let ((head (subseq x 0 width)))
           (values (clean (if escape (format nil "~s..." head) head)) t)))
        ((and (integerp x) (> (integer-length x) 8192))
         (values (format nil "#<integer of ~d bits>" (integer-length x)) t))
        (t (let* ((stream (make-instance 'limited-stream :left width))
                  (end (let ((*print-length* length) (*print-level* level)) (print-into stream x escape circle own)))
                  (text (clean (get-output-stream-string (limited-out stream)))))
             (case end
               (:done (values text nil))
               (:too-long (values (concatenate 'string text "...") t))
               ;; Looking for circles prints everything once where no limit sees it: without that there may be a text.
               (:too-slow (if circle
                              (text-of x :width width :escape escape :length length :level level :circle nil :own own)
                              (values (format nil "~a...#<printing ~a took too long>" text (type-text x)) t)))
               (t (values (format nil "#<~a: printing it signals ~a>" (type-text x) (type-text end)) t)))))))
