;;;; How the helper comes into a running image that reads the same files as the shim: compiled, from the cache.

(in-package :dapplex)

(defun same-machine-p (file mark)
  "Whether FILE, which the shim has just written, is here too and says MARK."
  (ignore-errors
   (with-open-file (in (sb-ext:parse-native-namestring file))
     (string= (read-line in) mark))))

(defun compiled-file (source folder)
  "The compiled file of SOURCE in FOLDER. One that is missing is made under another name first: others may read it."
  (let ((fasl (merge-pathnames (make-pathname :name (pathname-name source) :type "fasl") folder)))
    (unless (probe-file fasl)
      (let ((own (make-pathname :name (format nil "~a-~36r" (pathname-name source) (random (expt 36 8) (make-random-state t)))
                                :defaults fasl)))
        (compile-file source :output-file own)
        (rename-file own fasl)))
    fasl))

(defun load-compiled (sources folder mark)
  "Loads SOURCES compiled into FOLDER. NIL when this image does not see the shim's files; an error when one is unfit."
  (when (same-machine-p (concatenate 'string folder mark) mark)
    (let* ((*error-output* (make-broadcast-stream)) (*standard-output* *error-output*)
           (*compile-verbose* nil) (*load-verbose* nil) (*compile-print* nil) (*load-print* nil)
           (*readtable* (copy-readtable nil)) (*package* (find-package :common-lisp-user)) (*read-default-float-format* 'single-float)
           (folder (sb-ext:parse-native-namestring folder nil *default-pathname-defaults* :as-directory t)))
      (handler-bind ((warning #'muffle-warning))
        (with-compilation-unit (:override t)
          (dolist (source sources t)
            (load (compiled-file (sb-ext:parse-native-namestring source) folder))))))))
