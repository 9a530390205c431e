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
        when (sb-di::compiled-frame-escaped frame) return (or (ignore-errors (caller-of-routine frame)) frame)
        finally (return (sb-di:top-frame))))

;; An assembly routine (generic arithmetic) has no frame of its own: what looks like its frame is its caller's, whose place
;; is the return address on the stack.
#+(and sbcl x86-64)
(defun caller-of-routine (frame)
  (when (typep (sb-di:frame-debug-fun frame) 'sb-di::bogus-debug-fun)
    (let* ((context (sb-di::compiled-frame-escaped frame))
           (stack (sb-sys:int-sap (sb-vm:context-register context sb-vm::rsp-offset)))
           (caller (sb-di::compute-calling-frame (sb-di::frame-pointer frame) (sb-sys:sap-ref-sap stack 0) nil)))
      (and caller (not (typep (sb-di:frame-debug-fun caller) 'sb-di::bogus-debug-fun)) caller))))
#+(and sbcl (not x86-64))
(defun caller-of-routine (frame) (declare (ignore frame)) nil)

(defop "pause" (id)
  #+sbcl
  (let ((thread (find-thread-named id)))
    (sb-thread:interrupt-thread thread
                                (lambda ()
                                  (enter-debugger (make-condition 'stop :reason :pause) (interrupted-frame)
                                                  :reason :pause))))
  #-sbcl
  (let ((thread (find-thread-named id)) (connection *connection*))
    (swank/backend:interrupt-thread thread
                                    (lambda () (swank::with-connection (connection) (swank::simple-break "Paused")))))
  (obj))
