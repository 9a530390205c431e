;;;; A launched image: it serves Swank, waits for the client, runs the program in the main thread and exits with its code.

(in-package :dapplex)

(defvar *go* (sb-thread:make-semaphore :name "dapplex go"))

(defun await-sender ()
  "Waits, one second at most, until the thread of Swank that writes to the client has taken all that it was given, and leaves it the
 time to write the last of it: an answer that is on its way when the program ends would be lost."
  (ignore-errors
   (let* ((sender (swank::mconn.control-thread *connection*))
          (mailbox (swank/sbcl::mailbox sender)))
     (unless (eq sender sb-thread:*current-thread*)
       (loop repeat 1000
             while (swank/sbcl::mailbox.queue mailbox)
             do (sleep 0.001))
       (sleep 0.01)))))

(defun end-program (code)
  "Ends the process with CODE, from any thread."
  (setf *stopping* nil)
  (await-sender)
  (sb-ext:exit :code code :timeout 5))

(defvar *first-random-state* nil "Of a fresh image: a program's random numbers are those that it has without a debugger.")

(defvar *wire* nil "The pipe on descriptor 3: the shim never writes to it, and reads one line, the port, from it.")

(defun watch-shim ()
  "The end of the pipe means that the shim is gone, and with it goes everything that was started."
  (sb-thread:make-thread
   (lambda ()
     (loop while (ignore-errors (read-char *wire* nil)))
     (kill-everything))
   :name "dapplex watch"))

(defun kill-everything ()
  "Kills what the program has started, and this process. No more of the program runs."
  ;; RUN-PROGRAM puts its processes into sessions of their own.
  (dolist (process (ignore-errors (copy-list sb-impl::*active-processes*)))
    (ignore-errors (sb-unix:unix-kill (- (sb-ext:process-pid process)) 9)))
  (sb-unix:unix-kill 0 9)
  (sb-ext:exit :code 137 :abort t))

(defun prepare-core ()
  "Before the core is saved: nothing of the machine that builds it may stay in it."
  (when (find-package "ASDF") (ignore-errors (funcall (intern "CLEAR-CONFIGURATION" "ASDF"))))
  (probe-hook))

(defun main ()
  "The main function of a launched image. DAPPLEX_START is (:arguments (string ...) :secret string)."
  (let ((start (read-from-string (sb-ext:posix-getenv "DAPPLEX_START"))))
    (forget-variable "DAPPLEX_START")
    (forget-variable "DAPPLEX_BOOT")
    (setf *random-state* (make-random-state *first-random-state*)
          sb-ext:*posix-argv* (getf start :arguments)
          *package* (find-package :common-lisp-user)
          swank::*configure-emacs-indentation* nil
          swank::*log-output* (make-broadcast-stream)
          (fdefinition 'swank::slime-secret) (constantly (getf start :secret))
          *wire* (sb-sys:make-fd-stream 3 :input t :external-format :utf-8))
    (watch-shim)
    (prepare-input)
    (tell-port (serve))
    (sb-thread:wait-on-semaphore *go*)
    (restart-case (run-program-here *program*)
      (abort () :report "End the program with exit code 1."
        (end-program 1)))
    (hold-recording)
    (flush-output)
    (end-program 0)))

(defun serve ()
  "Starts the Swank server for one client in a thread of its own, and answers its port. The main thread is the program's:
 SLIME 2.31 and later would wait in it."
  (let ((used (find-symbol "*MAIN-THREAD-USED*" "SWANK")) (*standard-output* (make-broadcast-stream)))
    (when used (setf (symbol-value used) t))
    (swank:create-server :port 0 :style :spawn :dont-close nil)))

(defun tell-port (port)
  (let ((out (sb-sys:make-fd-stream 3 :output t :buffering :none :external-format :utf-8)))
    (format out "~d~%" port)
    (finish-output out)))

(defun forget-variable (name)
  (sb-alien:alien-funcall (sb-alien:extern-alien "unsetenv" (function sb-alien:int sb-alien:c-string)) name))

(defun send-at-once (connection)
  "Sets TCP_NODELAY: Swank writes many small packets, and each would wait 40 ms for the acknowledgement of the one before."
  (ignore-errors
   (sb-alien:with-alien ((on sb-alien:int 1))
     (sb-alien:alien-funcall
      (sb-alien:extern-alien "setsockopt" (function sb-alien:int sb-alien:int sb-alien:int sb-alien:int
                                                    (* sb-alien:int) sb-alien:int))
      (sb-sys:fd-stream-fd (swank::connection.socket-io connection)) 6 1 (sb-alien:addr on) 4))))

(defun await-listing (connection)
  "Swank lists a new connection in a thread of its own, some time after it has begun to serve it. Whether the client is there is
 told by that list, so nothing of the program may run before it: an error would enter SBCL's own debugger."
  (loop repeat 5000 until (member connection swank::*connections*) do (sleep 0.001)))

(defop "hello" (client)
  (send-at-once swank::*emacs-connection*)
  (await-listing swank::*emacs-connection*)
  (warm-up)
  (when (equal client "attach") (setf *instrumented* nil *attached* t))
  (setf *connection* swank::*emacs-connection*
        *stopping* t)
  (probe-hook)
  (obj "client" client
       "implementation" (lisp-implementation-type)
       "version" (lisp-implementation-version)
       "swank" (or-absent (ignore-errors (princ-to-string swank::*swank-wire-protocol-version*)))
       "hook" (if (eq *hook* :works) :absent (princ-to-string *hook*))
       "pid" (swank/backend:getpid)
       "main_thread" (swank/backend:thread-id (main-thread))))

(defop "run" (program)
  ;; The global values: this thread has bindings of its own.
  (setf *program* program
        (sb-ext:symbol-global-value 'sb-ext:*invoke-debugger-hook*) #'uncaught
        (sb-ext:symbol-global-value '*debugger-hook*) nil
        swank::*global-debugger* nil)
  (sb-thread:signal-semaphore *go*)
  (obj))

(defun run-program-here (program)
  (destructuring-bind (kind what &key stop-at-entry instrument directory init fasls) program
    (when directory
      (setf *default-pathname-defaults* (sb-ext:parse-native-namestring directory nil *default-pathname-defaults* :as-directory t)))
    (when init (load-init-file))
    (setf *instrumented* instrument
          *fasl-folder* fasls)
    (note-loads)
    (redirect-asdf)
    (when instrument
      (install-hook)
      (restrict-policy))
    (when stop-at-entry
      (set-travel sb-thread:*current-thread* (make-travel :entry 0 nil :line)))
    (cond ((string= kind "file") (load (sb-ext:parse-native-namestring what)))
          ((string= kind "system") (load-system what))
          (t (eval-program what)))))

(defvar *asdf-redirected* nil)

(defun redirect-asdf ()
  "ASDF keeps what it compiles while debugging apart from what it compiles otherwise. Called whenever ASDF may have come."
  (let ((initialize (and *instrumented* *fasl-folder* (not *asdf-redirected*) (find-package "ASDF")
                         (find-symbol "INITIALIZE-OUTPUT-TRANSLATIONS" "ASDF"))))
    (when (and initialize (fboundp initialize))
      (setf *asdf-redirected* t)
      ;; ASDF signals errors that it handles itself: they are none of the program's.
      (let ((*break-on-signals* nil))
        (funcall initialize (asdf-translations))))))

(defun asdf-translations ()
  "What is not instrumented goes where it always goes."
  (if (listp *instrumented*)
      `(:output-translations ,@(mapcar #'asdf-translation *instrumented*) :inherit-configuration)
      `(:output-translations (t (,(native-folder *fasl-folder*) :**/ :*.*.*)) :ignore-inherited-configuration)))

(defun native-folder (name)
  (sb-ext:parse-native-namestring name nil *default-pathname-defaults* :as-directory t))

(defun asdf-translation (wanted)
  "WANTED: a folder or a file, by its absolute name."
  (let* ((found (probe-file (sb-ext:parse-native-namestring wanted))) (file (and found (pathname-name found)))
         (folder (if file (make-pathname :name nil :type nil :version nil :defaults found) (native-folder wanted)))
         (below (make-pathname :name nil :type nil :version nil
                               :directory (append (pathname-directory (native-folder *fasl-folder*))
                                                  (rest (pathname-directory folder)))))
         (wild (if file
                   (make-pathname :name file :type :wild :version :wild)
                   (make-pathname :directory '(:relative :wild-inferiors) :name :wild :type :wild :version :wild))))
    (list (merge-pathnames wild folder) (merge-pathnames wild below))))

(defun load-init-file ()
  (let ((file (probe-file (merge-pathnames ".sbclrc" (user-homedir-pathname)))))
    (when file (load file))))

(defun load-system (name)
  (require :asdf)
  (funcall (intern "LOAD-SYSTEM" :asdf) name))

(defun eval-program (text)
  (with-input-from-string (in text)
    (loop for form = (read in nil in)
          until (eq form in)
          do (eval form))))
