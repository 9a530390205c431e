;;;; Sites: the places in instrumented code where a program can stop. Code asks one byte per site, see instrument.lisp.

(in-package :dapplex)

(sb-ext:defglobal *watching* nil)
(declaim (type boolean *watching*))

(defstruct (chunk (:constructor make-chunk (unit toplevel flags package)))
  "The sites of one top-level form. FLAGS: a byte per site, not 0 when someone wants to know that it is reached."
  unit toplevel flags package
  (sites (make-array 0 :adjustable t :fill-pointer t))
  (armed '()))

(defstruct (unit (:constructor make-unit (file generation)))
  "One compilation of a file. A new compilation of the same file replaces it for breakpoints; old code keeps its own."
  file generation (chunks (make-hash-table)) (definitions '()) (digest nil))

(defstruct (site (:constructor make-site (chunk index line column end-line end-column argument specials)))
  "LINE counts from 1, COLUMN from 0. ARGUMENT: it is only an argument of a call. SPECIALS: the dynamic variables bound
 around it in the source."
  chunk index line column end-line end-column argument specials (breakpoints '()))

(defstruct (arrival (:constructor make-arrival (site frame-pointer names values)))
  "A thread reaches SITE: the address of its frame, and the lexical variables in scope, innermost first."
  site frame-pointer names values)

(defstruct (definition (:constructor make-definition (name site)))
  "A function or method of a file: its name as printed, and where its body begins."
  name site)

(defmethod print-object ((site site) stream)
  (print-unreadable-object (site stream)
    (format stream "site ~a:~d:~d" (site-file site) (site-line site) (site-column site))))

(defun site-file (site) (unit-file (chunk-unit (site-chunk site))))
(defun site-package (site) (or (find-package (chunk-package (site-chunk site))) (find-package :common-lisp-user)))

(defvar *units* (make-hash-table :test 'equal #+sbcl :synchronized #+sbcl t) "File -> its newest unit.")
(defvar *chunk-of-flags* (make-hash-table :test 'eq #+sbcl :synchronized #+sbcl t #+sbcl :weakness #+sbcl :key)
  "Flags vector -> chunk, for the code that was reached.")
(defvar *sites-lock* (sb-thread:make-mutex :name "dapplex sites"))

(defmacro with-sites (() &body body)
  `(sb-thread:with-recursive-lock (*sites-lock*) ,@body))

(defun find-unit (file generation)
  (let ((unit (gethash file *units*)))
    (if (and unit (equal (unit-generation unit) generation))
        unit
        (setf (gethash file *units*) (replace-unit unit (make-unit file generation))))))

(defun find-chunk (file generation toplevel &optional size package)
  (let* ((unit (find-unit file generation)))
    (or (gethash toplevel (unit-chunks unit))
        (let* ((flags (make-array size :element-type '(unsigned-byte 8) :initial-element (if *watching* 1 0)))
               (chunk (make-chunk unit toplevel flags package)))
          (setf (gethash flags *chunk-of-flags*) chunk
                (gethash toplevel (unit-chunks unit)) chunk)))))

(defun register-site (place position specials &optional name)
  "Called when instrumented code is loaded. PLACE is (file generation toplevel size package), POSITION
 (index line column end-line end-column argument). NAME: the function whose body begins here, or NIL. Answers the flags that the
 code looks at."
  (destructuring-bind (index line column end-line end-column argument) position
    (with-sites ()
      (let ((chunk (apply #'find-chunk place)))
        (unless (find index (chunk-sites chunk) :key #'site-index)
          (let ((site (make-site chunk index line column end-line end-column argument specials)))
            (vector-push-extend site (chunk-sites chunk))
            (adopt-site site)
            (when name
              (let ((definition (make-definition name site)))
                (push definition (unit-definitions (chunk-unit chunk)))
                (adopt-definition definition)))))
        (chunk-flags chunk)))))

(defun site-at (flags index)
  (let ((chunk (gethash flags *chunk-of-flags*)))
    (and chunk (find index (chunk-sites chunk) :key #'site-index))))

(defun unit-sites (unit)
  (loop for chunk being the hash-values of (unit-chunks unit)
        append (coerce (chunk-sites chunk) 'list)))

(defun before-p (a b)
  (or (< (site-line a) (site-line b))
      (and (= (site-line a) (site-line b)) (< (site-column a) (site-column b)))))

;;; Watching: while a thread steps, or data is watched, every site reports.


(defun refresh-flags (chunk)
  (let ((flags (chunk-flags chunk)))
    (fill flags (if *watching* 1 0))
    (unless *watching*
      (loop for site across (chunk-sites chunk)
            when (site-breakpoints site) do (setf (aref flags (site-index site)) 1)))))

(defun set-watching (on)
  "Makes every site report, or only those with breakpoints."
  (with-sites ()
    (unless (eq on *watching*)
      (setf *watching* on)
      (loop for chunk being the hash-values of *chunk-of-flags* do (refresh-flags chunk)))))

(defun arm-site (site)
  (setf (aref (chunk-flags (site-chunk site)) (site-index site))
        (if (or *watching* (site-breakpoints site)) 1 0)))

;;; Places for frames: the form number of a code location is the index of its site.

(defun site-of-form (file toplevel form-number)
  "The site of a form of FILE, or NIL: the file is not instrumented, or macros made the form."
  (let* ((unit (gethash file *units*)) (chunk (and unit (gethash toplevel (unit-chunks unit)))))
    (and chunk (find form-number (chunk-sites chunk) :key #'site-index))))
