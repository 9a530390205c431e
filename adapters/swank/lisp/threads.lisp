;;;; Threads: which there are, and how one is paused.

(in-package :dapplex)

(defun own-thread-p (thread)
  "Threads of Swank, of the helper and of the system: not the program's."
  (let ((name (princ-to-string (swank/backend:thread-name thread))))
    (or (member name '("control-thread" "reader-thread" "swank-indentation-cache-thread" "auto-flush-thread"
                       "Swank Sentinel" "finalizer" "worker" "new-repl-thread" "repl-thread")
                :test #'string=)
        (eql 0 (search "Swank " name))
        (eql 0 (search "dapplex" name)))))

(defvar *attached* nil "Whether other clients may use this image.")

(defun claim-uncaught (wanted)
  "An error that nothing handles, in a thread that belongs to no client, goes to the first connection in Swank's list."
  (when (and *attached* *connection*)
    (let ((others (remove *connection* swank::*connections*)))
      (setf swank::*connections* (if wanted (cons *connection* others) (append others (list *connection*)))))))

(defun stopped-p (thread)
  #+sbcl (some (lambda (level) (level-thread level)) (gethash thread *levels*))
  #-sbcl (progn thread nil))

(defun find-thread-named (id)
  (or (find id (swank/backend:all-threads) :key #'swank/backend:thread-id)
      (fail "INVALID_THREAD" (list "thread_id" id) "There is no thread ~a" id)))

(defop "threads" ()
  (arr (loop for thread in (swank/backend:all-threads)
             unless (and (own-thread-p thread) (not (stopped-p thread)))
               collect (obj "id" (swank/backend:thread-id thread)
                            "name" (clean (princ-to-string (swank/backend:thread-name thread)))
                            "main" (bool #+sbcl (eq thread (main-thread)) #-sbcl nil)))))

;; A thread is paused where it stands, below the frames of the interruption.
#+sbcl
(defun interrupted-frame ()
  (loop for frame = (sb-di:top-frame) then (sb-di:frame-down frame)
        while frame
        when (sb-di::compiled-frame-escaped frame) return frame
        finally (return (sb-di:top-frame))))

#+sbcl
(defun pause-here ()
  "Runs in the interrupted thread. One that has come to a stop meanwhile stands already, and whoever stops it a second time there
 stops the debugger itself: at a level of its own, or while it holds a lock. One that is about to leave the debugger, which the
 client knows, stops again as soon as it has left."
  (cond ((null *standing*)
         (enter-debugger (make-condition 'stop :reason :pause) (interrupted-frame) :reason :pause))
        ((standing-leaves *standing*) (setf (standing-paused *standing*) t))))

(defop "pause" (id)
  #+sbcl
  (sb-thread:interrupt-thread (find-thread-named id) #'pause-here)
  #-sbcl
  (let ((thread (find-thread-named id)) (connection *connection*))
    (swank/backend:interrupt-thread thread
                                    (lambda ()
                                      (when (zerop swank::*sldb-level*)
                                        (swank::with-connection (connection) (swank::simple-break "Paused"))))))
  (obj))
