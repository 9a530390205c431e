;;;; Output of an attached image: the global standard streams go on to where they went, and are told to the client too.
;;;; Streams that a thread has bound for itself, as Swank's REPLs do, are left alone.

(in-package :dapplex)

(defclass told-output (sb-gray:fundamental-character-output-stream)
  ((name :initarg :name :reader told-name)
   (text :initform (make-string-output-stream) :reader told-text)
   (size :initform 0 :accessor told-size)
   (column :initform 0 :accessor told-column)
   (mutex :initform (sb-thread:make-mutex :name "dapplex output") :reader told-mutex))
  (:documentation "Tells what is written to it: whole lines, or what is there when it is finished."))

(defun take-text (stream string start end flush)
  "Adds STRING, and answers what is to be told now, or NIL. Without interrupts: a thread that is paused must not hold it."
  (sb-sys:without-interrupts
    (sb-thread:with-recursive-lock ((told-mutex stream))
      (write-string string (told-text stream) :start start :end end)
      (incf (told-size stream) (- end start))
      (let ((newline (position #\Newline string :start start :end end :from-end t)))
        (setf (told-column stream) (if newline (- end newline 1) (+ (told-column stream) (- end start))))
        (when (and (plusp (told-size stream)) (or flush newline (> (told-size stream) 4000)))
          (setf (told-size stream) 0)
          (get-output-stream-string (told-text stream)))))))

(defun tell-output (stream string start end &optional flush)
  (let ((text (take-text stream string start end flush)))
    (when text (ignore-errors (send-event "output" (obj "stream" (told-name stream) "text" (clean text)))))
    string))

(defmethod sb-gray:stream-write-string ((stream told-output) string &optional (start 0) end)
  (tell-output stream string start (or end (length string))))
(defmethod sb-gray:stream-write-char ((stream told-output) char)
  (tell-output stream (string char) 0 1)
  char)
(defmethod sb-gray:stream-line-column ((stream told-output)) (told-column stream))
(defmethod sb-gray:stream-finish-output ((stream told-output)) (tell-output stream "" 0 0 t) nil)
(defmethod sb-gray:stream-force-output ((stream told-output)) (tell-output stream "" 0 0 t) nil)

(defvar *captured* '() "(variable before now) of each standard stream that is told.")

(defop "capture-output" ()
  (release-output)
  (setf *captured*
        (loop for (variable . name) in '((*standard-output* . "stdout") (*error-output* . "stderr") (*trace-output* . "stdout"))
              for before = (sb-ext:symbol-global-value variable)
              for now = (make-broadcast-stream before (make-instance 'told-output :name name))
              do (setf (sb-ext:symbol-global-value variable) now)
              collect (list variable before now)))
  (obj))

(defun release-output ()
  "Puts back what was there; where somebody has changed it since, theirs stays."
  (loop for (variable before now) in *captured*
        when (eq (sb-ext:symbol-global-value variable) now)
          do (setf (sb-ext:symbol-global-value variable) before))
  (setf *captured* '()))
