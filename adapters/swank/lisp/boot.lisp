;;;; Loads Swank and the helper into a fresh image, then saves it as a core or starts the program. Told by the environment:
;;;; DAPPLEX_BOOT is (:swank "swank-loader.lisp" :helper ("file.lisp" ...) :fasls "folder/" or nil :core "file" or nil).

(in-package :common-lisp-user)

(let* ((random (make-random-state nil)) (boot (read-from-string (sb-ext:posix-getenv "DAPPLEX_BOOT")))
       (fasls (getf boot :fasls)) (*compile-verbose* nil) (*load-verbose* nil))
  (setf sb-impl::*default-external-format* :utf-8)
  (let ((*error-output* (make-broadcast-stream)) (*standard-output* (make-broadcast-stream)))
    (handler-bind ((warning #'muffle-warning))
      (load (getf boot :swank))
      (funcall (intern "INIT" "SWANK-LOADER") :setup nil :load-contribs nil :quiet t)
      (funcall (intern "INIT" "SWANK"))
      (with-compilation-unit (:override t)
        (dolist (file (getf boot :helper))
          (load (if fasls
                    (let ((fasl (merge-pathnames (make-pathname :name (pathname-name file) :type "fasl") fasls)))
                      (if (and (probe-file fasl) (null (getf boot :core)))
                          fasl
                          (compile-file file :output-file fasl)))
                    file))))))
  (set (intern "*FIRST-RANDOM-STATE*" "DAPPLEX") random)
  (let ((core (getf boot :core)) (main (intern "MAIN" "DAPPLEX")))
    (if core
        (progn
          (funcall (intern "PREPARE-CORE" "DAPPLEX"))
          (sb-ext:save-lisp-and-die core :toplevel main))
        (funcall main))))
