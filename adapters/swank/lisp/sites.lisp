;;;; Sites: the places in instrumented code where a program can stop. Code asks one byte per site, see instrument.lisp.

(in-package :dapplex)

(sb-ext:defglobal *watching* nil)
(declaim (type boolean *watching*))

(defstruct (unit (:constructor make-unit (file generation live)))
  "One compilation of a file. LIVE: it runs in this image; a file that is only compiled comes to life when it is loaded."
  file generation live (chunks (make-hash-table)) (definitions '()))

(defstruct (chunk (:constructor make-chunk (unit toplevel size package
                                            &aux (flags (make-array size :element-type '(unsigned-byte 8) :initial-element 0))
                                                 (sites (make-array size :initial-element nil)))))
  "The sites of one top-level form, by index. FLAGS: a byte per site, not 0 when someone wants to know that it is reached.
 Instrumented code holds it as a constant; in a compiled file that constant is made by CHUNK-FOR."
  unit toplevel package
  (flags nil :type (simple-array (unsigned-byte 8) (*)))
  (sites nil :type simple-vector)
  (live nil))

(defstruct (site (:constructor make-site (chunk index line column end-line end-column argument specials name)))
  "LINE counts from 1, COLUMN from 0. ARGUMENT: it is only an argument of a call. SPECIALS: (package . name) of the dynamic
 variables bound around it in the source. NAME: of the function whose body begins here, or NIL."
  chunk index line column end-line end-column argument specials name (breakpoints '()))

(defstruct (arrival (:constructor make-arrival (site frame-pointer names values &optional called)))
  "A thread reaches SITE: the address of its frame, and the lexical variables in scope, innermost first. CALLED: the name of
 a function without sites that is about to be called; SITE is NIL then."
  site frame-pointer names values called)

(defmethod print-object ((site site) stream)
  (print-unreadable-object (site stream)
    (format stream "site ~a:~d:~d" (site-file site) (site-line site) (site-column site))))

(defmethod print-object ((chunk chunk) stream)
  (print-unreadable-object (chunk stream) (format stream "chunk ~d" (chunk-toplevel chunk))))

(defmethod make-load-form ((chunk chunk) &optional environment)
  (declare (ignore environment))
  (let ((unit (chunk-unit chunk)))
    `(chunk-for ,(unit-file unit) ,(unit-generation unit) ,(chunk-toplevel chunk) ,(length (chunk-flags chunk))
                ,(chunk-package chunk))))

(defun site-file (site) (unit-file (chunk-unit (site-chunk site))))
(defun function-package (name)
  "The package of the symbol in the function name NAME."
  (or (symbol-package (if (consp name) (second name) name)) (find-package :common-lisp-user)))
(defun arrival-package (arrival)
  (if (arrival-site arrival) (site-package (arrival-site arrival)) (function-package (arrival-called arrival))))
(defun site-package (site) (or (find-package (chunk-package (site-chunk site))) (find-package :common-lisp-user)))

(defvar *units* (make-hash-table :test 'equal :synchronized t) "File -> its newest unit that lives.")
(defvar *generations* (make-hash-table :test 'equal :synchronized t) "Generation -> unit: all that were compiled or loaded.")
(defvar *live-chunks* (make-hash-table :test 'eq :synchronized t :weakness :key) "Chunks of code that runs in this image.")
(defvar *sites-lock* (sb-thread:make-mutex :name "dapplex sites"))

(defmacro with-sites (() &body body)
  "Without interrupts: a thread that is paused must not hold the lock, or nobody could set a breakpoint."
  `(sb-sys:without-interrupts
     (sb-thread:with-recursive-lock (*sites-lock*) ,@body)))

(defun begin-unit (file generation live)
  "A compilation of FILE begins; LIVE when its code runs as it is compiled (LOAD of a source)."
  (with-sites ()
    (let ((unit (make-unit file generation live)))
      (setf (gethash generation *generations*) unit)
      (when live (install-unit unit))
      unit)))

(defun install-unit (unit)
  (let ((old (gethash (unit-file unit) *units*)))
    (unless (eq old unit)
      (setf (gethash (unit-file unit) *units*) unit
            (unit-live unit) t)
      (when old (replace-unit old unit)))))

(defun find-chunk (unit toplevel size package)
  (or (gethash toplevel (unit-chunks unit))
      (setf (gethash toplevel (unit-chunks unit)) (make-chunk unit toplevel size package))))

(defun liven (chunk)
  "The code of CHUNK is there: its sites can be reached from now on."
  (unless (chunk-live chunk)
    (setf (chunk-live chunk) t
          (gethash chunk *live-chunks*) t)
    (when *watching* (fill (chunk-flags chunk) 1))
    (loop for site across (chunk-sites chunk)
          when site do (adopt-site site))))

(defun chunk-for (file generation toplevel size package)
  "The constant of a compiled file that is being loaded."
  (with-sites ()
    (let ((unit (or (gethash generation *generations*)
                    (setf (gethash generation *generations*)
                          (or (read-sites file generation) (make-unit file generation nil))))))
      (install-unit unit)
      (let ((chunk (find-chunk unit toplevel size package)))
        (if (= size (length (chunk-flags chunk)))
            (liven chunk)
            ;; The sites of other code: this code runs without stops, and reads no flag beyond the end.
            (setf chunk (make-chunk unit toplevel size package)))
        chunk))))

(defun add-site (chunk site)
  "Called while a form is compiled."
  (with-sites ()
    (unless (svref (chunk-sites chunk) (site-index site))
      (setf (svref (chunk-sites chunk) (site-index site)) site)
      (when (site-name site) (push site (unit-definitions (chunk-unit chunk))))
      (cond ((chunk-live chunk) (adopt-site site))
            ((unit-live (chunk-unit chunk)) (liven chunk))))))

(defun site-at (chunk index) (svref (chunk-sites chunk) index))

(defun unit-sites (unit)
  (loop for chunk being the hash-values of (unit-chunks unit)
        when (chunk-live chunk)
          append (coerce (remove nil (chunk-sites chunk)) 'list)))

(defun before-p (a b)
  (or (< (site-line a) (site-line b))
      (and (= (site-line a) (site-line b)) (< (site-column a) (site-column b)))))

;;; Watching: while a thread steps, or data is watched, every site reports.

(defun refresh-flags (chunk)
  (let ((flags (chunk-flags chunk)))
    (fill flags (if *watching* 1 0))
    (unless *watching*
      (loop for site across (chunk-sites chunk)
            when (and site (site-breakpoints site)) do (setf (aref flags (site-index site)) 1)))))

(defun set-watching (on)
  "Makes every site report, or only those with breakpoints."
  (with-sites ()
    (unless (eq on *watching*)
      (setf *watching* on)
      (loop for chunk being the hash-keys of *live-chunks* do (refresh-flags chunk)))))

(defun arm-site (site)
  (setf (aref (chunk-flags (site-chunk site)) (site-index site))
        (if (or *watching* (site-breakpoints site)) 1 0)))

;;; Places for frames: the form number of a code location is the index of its site.

(defun site-of-form (file toplevel form-number)
  "The site of a form of FILE, or NIL: the file is not instrumented, or macros made the form."
  (let* ((unit (gethash file *units*)) (chunk (and unit (gethash toplevel (unit-chunks unit)))))
    (and chunk (< -1 form-number (length (chunk-sites chunk))) (svref (chunk-sites chunk) form-number))))
