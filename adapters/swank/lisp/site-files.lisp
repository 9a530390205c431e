;;;; Sites of compiled files: kept in a file of their own beside the compiled ones, as the code holds only bytes.

(in-package :dapplex)

(defun sites-file (generation)
  (format nil "~a~a.sites" *fasl-folder* generation))

(defun site-data (site)
  (list (site-index site) (site-line site) (site-column site) (site-end-line site) (site-end-column site)
        (site-argument site) (site-specials site) (site-name site)))

(defun write-sites (unit)
  "Called when the file of UNIT is compiled. What is compiled and loaded at once is not kept."
  (when (char= (char *fasl-folder* (1- (length *fasl-folder*))) #\/)
   (ignore-errors
   (let ((file (sites-file (unit-generation unit))))
     (ensure-directories-exist file)
     (with-open-file (out file :direction :output :if-exists :supersede :external-format :utf-8)
       (with-standard-io-syntax
         (let ((*print-readably* nil) (*package* (find-package :dapplex)))
           (prin1 (loop for chunk being the hash-values of (unit-chunks unit)
                        collect (list (chunk-toplevel chunk) (length (chunk-flags chunk)) (chunk-package chunk)
                                      (loop for site across (chunk-sites chunk) when site collect (site-data site))))
                  out))))))))

(defun read-sites (file generation)
  "The unit of a compiled file from another image, or NIL when its sites are not kept: then its code runs without stops."
  (ignore-errors
   (with-open-file (in (sites-file generation) :external-format :utf-8)
     (let ((unit (make-unit file generation nil))
           (data (with-standard-io-syntax (let ((*package* (find-package :dapplex))) (read in)))))
       (loop for (toplevel size package sites) in data
             do (let ((chunk (find-chunk unit toplevel size package)))
                  (loop for fields in sites
                        do (let ((site (apply #'make-site chunk fields)))
                             (setf (svref (chunk-sites chunk) (site-index site)) site)
                             (when (site-name site) (push site (unit-definitions unit)))))))
       unit))))
