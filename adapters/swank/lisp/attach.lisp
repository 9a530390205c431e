;;;; Living in an image that others use: what was changed is put back, and no thread stays stopped.

(in-package :dapplex)

(defun release-thread (thread)
  "Lets a thread that waits for a client go on: by CONTINUE, else by the restart that ends what it was doing."
  (ignore-errors
   (sb-thread:interrupt-thread
    thread
    (lambda ()
      (let ((restart (or (find 'continue swank::*sldb-restarts* :key #'restart-name)
                         (find 'abort swank::*sldb-restarts* :key #'restart-name :from-end t))))
        (when restart (invoke-restart restart)))))))

(defun stopped-threads ()
  (loop for thread being the hash-keys of *levels* using (hash-value levels)
        when (and levels (sb-thread:thread-alive-p thread)) collect thread))

(defun take-down ()
  "Takes breakpoints, filters, watches, steps and wrapped functions out of the image."
  (with-sites ()
    (loop for breakpoints being the hash-values of *file-breakpoints* do (mapc #'leave breakpoints))
    (clrhash *file-breakpoints*)
    (dolist (breakpoint *function-breakpoints*) (leave breakpoint) (unwrap breakpoint))
    (setf *function-breakpoints* '())
    (clrhash *travels*)
    (setf *watches* '())
    (set-watching nil))
  (when *filters* (setf (sb-ext:symbol-global-value '*break-on-signals*) nil *filters* '())))

(defun let-go ()
  (setf *stopping* nil)
  (release-output)
  (take-down)
  (mapc #'release-thread (stopped-threads)))

(defun connection-closed (connection)
  "The threads of an image that others use go on. A launched image is about to be killed: nothing more of the program runs."
  (when (eq connection *connection*)
    (setf *connection* nil)
    (if *attached* (let-go) (kill-everything))))

(pushnew 'connection-closed swank::*connection-closed-hook*)

(defop "detach" (terminate)
  (if terminate (end-image (and (stopped-threads) t)) (let-go))
  (obj))

(defun end-image (at-once)
  "Ends the image when the answer is on its way. AT-ONCE: without unwinding, since a thread that is stopped would run its
 cleanup forms. The connection is forgotten first: its end would let the threads go on."
  (if at-once (setf *connection* nil) (let-go))
  (sb-thread:make-thread (lambda ()
                           (sleep 0.1)
                           (if at-once (sb-ext:exit :code 0 :abort t) (sb-ext:exit :code 0 :timeout 5)))
                         :name "dapplex end"))
