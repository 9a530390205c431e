;;;; Standard input of a launched program: a stream that tells the client when a thread waits for input.

(in-package :dapplex)

(defclass program-input (swank/gray:fundamental-character-input-stream)
  ((under :initarg :under :reader under)))

(defun tell-waiting (stream)
  (unless (listen (under stream))
    (flush-output)
    (send-event "input" (obj "waiting" :true "thread" (swank/backend:thread-id (swank/backend:current-thread))))
    t))

(defun tell-done (told)
  (when told (send-event "input" (obj "waiting" :false))))

(defmacro reading ((stream) &body body)
  (let ((told (gensym)))
    `(let ((,told (tell-waiting ,stream)))
       (unwind-protect (progn ,@body) (tell-done ,told)))))

(defmethod swank/gray:stream-read-char ((stream program-input))
  (reading (stream) (read-char (under stream) nil :eof)))
(defmethod swank/gray:stream-unread-char ((stream program-input) char) (unread-char char (under stream)))
(defmethod swank/gray:stream-read-line ((stream program-input))
  (reading (stream)
    (multiple-value-bind (line missing-newline) (read-line (under stream) nil "")
      (values line missing-newline))))
(defmethod swank/gray:stream-listen ((stream program-input)) (listen (under stream)))
(defmethod swank/gray:stream-peek-char ((stream program-input))
  (reading (stream) (peek-char nil (under stream) nil :eof)))
(defmethod swank/gray:stream-read-char-no-hang ((stream program-input)) (read-char-no-hang (under stream) nil :eof))
(defmethod swank/gray:stream-clear-input ((stream program-input)) (clear-input (under stream)))

;; SBCL asks the input side of a two-way stream for its column too.
(defmethod swank/gray:stream-line-column ((stream program-input)) nil)

#+sbcl
(defun prepare-input ()
  (setf sb-impl::*stdin* (make-instance 'program-input :under sb-impl::*stdin*)
        ;; *TERMINAL-IO* and *QUERY-IO*: the image has no terminal of its own.
        sb-impl::*tty* (make-two-way-stream sb-impl::*stdin* sb-impl::*stdout*)))

;;; What a restart asks for when it is invoked interactively.

(defclass asking-input (swank/gray:fundamental-character-input-stream)
  ((text :initform "" :accessor asked-text) (at :initform 0 :accessor asked-at)))

(defun ask-client ()
  "A line from the client: the request that Swank's own REPL uses."
  (let ((tag (swank::make-tag)) (answered nil) (thread (swank::current-thread-id)))
    (swank::send-to-emacs (list :read-string thread tag))
    (unwind-protect
         (prog1 (third (swank::wait-for-event `(:emacs-return-string ,tag value)))
           (setf answered t))
      (unless answered (swank::send-to-emacs (list :read-aborted thread tag))))))

(defun refill (stream)
  "Asks the client for a line, by Swank's own request."
  (when (>= (asked-at stream) (length (asked-text stream)))
    (flush-output)
    (setf (asked-text stream) (let ((*inside* t)) (ask-client))
          (asked-at stream) 0)))

(defmethod swank/gray:stream-read-char ((stream asking-input))
  (refill stream)
  (if (< (asked-at stream) (length (asked-text stream)))
      (prog1 (char (asked-text stream) (asked-at stream)) (incf (asked-at stream)))
      :eof))
(defmethod swank/gray:stream-unread-char ((stream asking-input) char)
  (declare (ignore char))
  (decf (asked-at stream))
  nil)
(defmethod swank/gray:stream-listen ((stream asking-input)) (< (asked-at stream) (length (asked-text stream))))
(defmethod swank/gray:stream-line-column ((stream asking-input)) nil)
(defmethod swank/gray:stream-clear-input ((stream asking-input))
  (setf (asked-text stream) "" (asked-at stream) 0)
  nil)
