;;;; The compiler hook: while a file is compiled, each form that stands in its source gets a check of one byte before it.
;;;; SB-C::INSTRUMENT-COVERAGE is called by the compiler for every form; the hook adds the check after it. This is internal
;;;; to SBCL, so PROBE-HOOK tries it at start, and breakpoints say so where it is missing.

(in-package :dapplex)

(declaim (notinline reached))
(defun reached (chunk index frame-pointer names &rest values)
  "Called by instrumented code whose flag is set. NAMES and VALUES: the lexical variables in scope."
  (unless *inside*
    (let ((site (site-at chunk index)))
      (when site (arrive (make-arrival site frame-pointer names values)))))
  nil)

(defun wanted-p (file)
  (case *instrumented*
    ((t) t)
    ((nil) nil)
    (t (some (lambda (prefix)
               (let ((end (mismatch prefix file))) (or (null end) (= end (length prefix)))))
             *instrumented*))))


(defun compiling-file-p ()
  (and (boundp 'sb-c::*compile-object*) (typep sb-c::*compile-object* 'sb-fasl::fasl-output)))

(defun output-wanted-p ()
  "A file that COMPILE-FILE writes elsewhere stays as it would be: it is loaded without the helper too."
  (or (not (compiling-file-p))
      (let ((name (ignore-errors (sb-ext:native-namestring (pathname (sb-fasl::fasl-output-stream sb-c::*compile-object*))))))
        (and name *fasl-folder* (eql 0 (search *fasl-folder* name))))))

(defvar *compilation* nil "The source info being compiled and what belongs to it, see STATE-OF.")
(defstruct (state (:constructor make-state (info unit)))
  "CHUNK and all below belong to the top-level form that is being compiled. POSITIONS: cons -> (start . end). BODIES: first
 form of a function's body -> its name. INDICES: position of an atom -> index. LINES: line -> first column with a site."
  info unit chunk toplevel form subforms positions bodies indices lines (next 0) (checks 0) (last nil))

(defun state-of (info file)
  (if (and *compilation* (eq (state-info *compilation*) info))
      *compilation*
      (setf *compilation*
            (make-state info (begin-unit file (new-generation) (not (compiling-file-p)))))))

(defvar *generator* nil
  "Made in the image that compiles: one kept in a saved core would give each image the same names, and the sites of one
 program's files to another's. The program's own random state is left alone.")

(defun new-generation ()
  (with-sites ()
    (format nil "~36r" (random (expt 36 16) (or *generator* (setf *generator* (make-random-state t)))))))

(defun enter-toplevel (state toplevel subforms)
  "Notes where the forms of a top-level form begin and end: (start end form) triples that the reader recorded."
  (unless (eql toplevel (state-toplevel state))
    (let ((positions (make-hash-table :test 'eq)) (bodies '()) (count (ceiling (length subforms) 3)))
      (loop for i from 0 below (length subforms) by 3
            for form = (aref subforms (+ i 2))
            when (consp form)
              do (multiple-value-bind (body name) (body-start form)
                   (when body (push (cons body name) bodies)))
                 (setf (gethash form positions) (cons (aref subforms i) (aref subforms (+ i 1)))))
      (setf (state-toplevel state) toplevel
            (state-chunk state) (find-chunk (state-unit state) toplevel (+ 8 (* 2 count)) (package-name *package*))
            (state-form state) (aref subforms (1- (length subforms)))
            (state-subforms state) subforms
            (state-positions state) positions
            (state-bodies state) bodies
            (state-indices state) (make-hash-table)
            (state-lines state) (make-hash-table)
            (state-next state) (+ 4 count)
            (state-checks state) 0))))

(defun variables-in-scope ()
  "Names of the lexical variables and of the specials bound around the form being converted, innermost first."
  (let ((lexical '()) (special '()))
    (loop for (name . leaf) in (sb-c::lexenv-vars sb-c::*lexenv*)
          do (when (and (symbolp name) (symbol-package name)
                        (not (member name lexical))
                        (not (sb-int:system-package-p (symbol-package name))))
               (typecase leaf
                 (sb-c::lambda-var (unless (sb-c::lambda-var-ignorep leaf) (push name lexical)))
                 (sb-c::global-var (push (cons (package-name (symbol-package name)) (symbol-name name)) special)))))
    (values (nreverse lexical) (nreverse special))))

(defparameter *definers* '(defun defmethod defmacro defgeneric define-compiler-macro deftype defsetf define-setf-expander
                           in-package defpackage declaim eval-when progn locally declare quote function)
  "Forms at which no one wants to stop: a breakpoint there moves into the body.")

(defun form-of-path (indices state)
  "The form of the top-level form that a source path (without its top-level number) leads to."
  (let ((form (state-form state)))
    (dolist (index indices form)
      (setf form (and (consp form) (ignore-errors (nth index form)))))))

(defun source-indices () (rest (reverse (sb-c::source-path-original-source sb-c::*current-path*))))

(defun constant-path-p (form)
  "The compiler gives a constant the path of the form around it, with the constant before it."
  (and (eql (first sb-c::*current-path*) form) (eq (second sb-c::*current-path*) 'sb-c::original-source-start)))

(defun position-of-constant (form state)
  "Where the constant FORM stands in the form around it, if it stands there once."
  (let* ((parent (form-of-path (source-indices) state))
         (range (gethash parent (state-positions state)))
         (inner (and (consp parent)
                     (loop for child on parent
                           while (consp child)
                           for place = (and (consp (car child)) (gethash (car child) (state-positions state)))
                           when place collect place)))
         (subforms (state-subforms state)) (found '()))
    (when range
      (loop for i from 0 below (length subforms) by 3
            for start = (aref subforms i)
            when (and (eql (aref subforms (+ i 2)) form) (< (car range) start (cdr range))
                      (notany (lambda (place) (<= (car place) start (cdr place))) inner))
              do (push (cons start (aref subforms (+ i 1))) found))
      (when (and found (null (rest found)))
        (values (car (first found)) (cdr (first found)))))))

(defun position-of (form state info)
  "Start and end of FORM in the file, in characters, or NIL when macros made it."
  (cond ((consp form)
         (let ((place (gethash form (state-positions state))))
           (and place (values (car place) (cdr place)))))
        ((constant-path-p form) (position-of-constant form state))
        (t (ignore-errors
            (sb-c::compile-file-position-helper (sb-c::source-info-file-info info) (source-indices))))))

(defun argument-p (form state)
  "Whether the atom FORM stands as an argument of a function call: a breakpoint may be there, but no step stops at it."
  (and (atom form)
       (let* ((indices (source-indices))
              (parent (form-of-path (if (constant-path-p form) indices (butlast indices)) state)))
         (and (consp parent) (symbolp (car parent)) (fboundp (car parent))
              (not (macro-function (car parent))) (not (special-operator-p (car parent)))))))

(defun index-of (form position state)
  (if (consp form)
      (sb-c::source-path-form-number sb-c::*current-path*)
      (or (gethash position (state-indices state))
          (setf (gethash position (state-indices state)) (1- (incf (state-next state)))))))

(defun body-start (form)
  "The first form of the body of a DEFUN, DEFMETHOD or DEFMACRO, and its name as printed."
  (when (and (member (car form) '(defun defmethod defmacro)) (consp (cdr form)) (listp (cddr form))
             (typep (second form) '(or symbol (cons (eql setf) (cons symbol null)))))
    (let* ((rest (cddr form)) (qualifiers (loop while (and rest (atom (car rest)) (car rest)) collect (pop rest)))
           (lambda-list (pop rest)) (name (symbol-or-setf-text (second form))))
      (loop while (and (cdr rest) (or (stringp (car rest)) (and (consp (car rest)) (eq (caar rest) 'declare))))
            do (pop rest))
      (when (consp (car rest))
        (values (car rest)
                (if (eq (car form) 'defmethod)
                    (format nil "~a~{ ~(~s~)~} (~{~a~^ ~})" name qualifiers
                            (loop for parameter in (if (listp lambda-list) lambda-list '())
                                  until (member parameter lambda-list-keywords)
                                  collect (if (consp parameter) (specializer-text (second parameter)) "t")))
                    name))))))

(defun symbol-or-setf-text (name)
  (if (symbolp name) (symbol-text name) (let ((*print-case* :downcase)) (prin1-to-string name))))
(defun specializer-text (specializer)
  (if (symbolp specializer) (symbol-text specializer) (let ((*print-case* :downcase)) (prin1-to-string specializer))))

(defun check-form (chunk index variables)
  "The code of the check. VARIABLES come with it only at the first form of a line: breakpoints are there."
  `(locally
       (declare (optimize (speed 0) (debug 0) (safety 0) (sb-c:insert-step-conditions 0) (sb-c::insert-array-bounds-checks 0)))
     (unless (eql 0 (aref (chunk-flags (sb-ext:truly-the chunk ',chunk)) ,index))
       (reached ',chunk ,index (sb-sys:sap-int (sb-kernel:current-fp)) ',variables ,@variables))
     nil))

(defun convert (start code &optional variables)
  "Adds CODE before the form being converted. Answers where that form now starts. The references to VARIABLES in CODE do
 not count as uses: the compiler goes on telling which variables the program never uses."
  (let* ((next (sb-c::make-ctran)) (sb-c::*allow-instrumenting* nil)
         (leaves (loop for name in variables
                       for leaf = (cdr (assoc name (sb-c::lexenv-vars sb-c::*lexenv*)))
                       when (typep leaf 'sb-c::lambda-var) collect (cons leaf (sb-c::leaf-ever-used leaf)))))
    (sb-c::ir1-convert start next nil code)
    (loop for (leaf . used) in leaves do (setf (sb-c::leaf-ever-used leaf) used))
    next))

(defun instrument (start form)
  (let* ((info sb-c::*source-info*)
         (file-info (and info (sb-c::source-info-file-info info)))
         (truename (and file-info (sb-c::file-info-truename file-info)))
         (subforms (and file-info (sb-c::file-info-subforms file-info)))
         (file (and (pathnamep truename) subforms (sb-ext:native-namestring truename))))
    (if (and file (plusp (length subforms)) (wanted-p file) (output-wanted-p))
        (let ((state (state-of info file)))
          (enter-toplevel state (sb-c::source-path-tlf-number sb-c::*current-path*) subforms)
          (instrument-form start form state))
        start)))

(defparameter *most-checks* 800
  "Checks in one top-level form for all its forms. Macros that write one form into many functions would make the compiler
 run out of memory (measured with flexi-streams); from here on only the first form of each line gets one.")

(defun too-many-p (state first at)
  (and (> (state-checks state) *most-checks*) first (> (cdr at) first)))

(defun after-charpos (stream position)
  "Line and column behind the last character of a form that ends at POSITION. The column of a newline itself would be -1."
  (destructuring-bind (line . column) (sb-impl::line/col-from-charpos stream (1- position))
    (cons line (1+ column))))

(defun instrument-form (start form state)
  (multiple-value-bind (from to)
      (if (and (consp form) (member (car form) *definers*)) nil (position-of form state (state-info state)))
    (if (null from)
        start
        (let* ((stream (sb-c::source-info-stream (state-info state)))
               (at (sb-impl::line/col-from-charpos stream from))
               (end (if to (after-charpos stream to) at))
               (first (gethash (car at) (state-lines state)))
               (index (index-of form from state)))
          (if (or (>= index (length (chunk-flags (state-chunk state))))
                  (and (atom form) (or (and first (> (cdr at) first)) (slots-only-p state)))
                  (equal (state-last state) (cons index start)) ; the compiler asks twice for an atom
                  (too-many-p state first at))
              start
              (progn
                (when (or (null first) (< (cdr at) first)) (setf (gethash (car at) (state-lines state)) (cdr at)))
                (place-check start (make-site-here form state (list index at end)) (and first (> (cdr at) first)) state)))))))

(defun slots-only-p (state)
  "In a definition of slots a default that is an atom is nothing to stop at."
  (and (consp (state-form state)) (member (car (state-form state)) '(defstruct defclass define-condition))))

(defun make-site-here (form state place)
  (destructuring-bind (index at end) place
    (make-site (state-chunk state) index (car at) (cdr at) (car end) (cdr end) (and (argument-p form state) t)
               (nth-value 1 (variables-in-scope))
               (cdr (assoc form (state-bodies state))))))

(defun place-check (start site inner state)
  "Adds the check of SITE. INNER: another form begins before it on its line."
  (let ((variables (if (or inner (> (incf (state-checks state)) (* 2 *most-checks*))) '() (variables-in-scope))))
    (add-site (site-chunk site) site)
    (let ((next (convert start (check-form (site-chunk site) (site-index site) variables) variables)))
      (setf (state-last state) (cons (site-index site) next))
      next)))

(defun form-from-source-p (form)
  (if (consp form)
      (sb-c::get-source-path form)
      (and (typep form '(or symbol number character string))
           (or (eq (car sb-c::*current-path*) 'sb-c::original-source-start) (constant-path-p form)))))

(defun hook (function start mode form &rest more)
  (let ((start (apply function start mode form more)))
    (if (and *instrumented* (null mode) sb-c::*allow-instrumenting*
             (boundp 'sb-c::*source-paths*) (boundp 'sb-c::*current-path*)
             (member 'sb-c::original-source-start sb-c::*current-path*)
             (form-from-source-p form))
        (instrument start form)
        start)))

;;; The reader's record of positions, also where LOAD reads a source file form by form.

(defun subforms-index ()
  (let ((slot (find "SUBFORMS" (sb-kernel:dd-slots (sb-kernel:find-defstruct-description 'sb-c::file-info))
                    :key #'sb-kernel:dsd-name :test #'string=)))
    (and slot (sb-kernel:dsd-index slot))))

(defun record-positions (function run info condition)
  "Around SB-C::%DO-FORMS-FROM-INFO: LOAD of a source file keeps no positions of its own."
  (let ((file-info (sb-c::source-info-file-info info)) (stream (sb-c::source-info-stream info)))
    (when (and *instrumented* (null (sb-c::file-info-subforms file-info)) (sb-int:form-tracking-stream-p stream))
      (setf (sb-kernel:%instance-ref file-info (subforms-index)) (make-array 100 :fill-pointer 0 :adjustable t)
            (sb-int:form-tracking-stream-observer stream) (sb-c::make-form-tracking-stream-observer file-info)))
    (let ((*compilation* nil))
      (tell-compiling)
      (multiple-value-prog1 (funcall function run info condition)
        (when (and *compilation* (compiling-file-p)) (write-sites (state-unit *compilation*)))))))

(defvar *told-compiling* nil)

(defun tell-compiling ()
  "Says once why a system that is compiled already takes its time."
  (when (and *instrumented* (not *told-compiling*) *program* *fasl-folder* (compiling-file-p) (output-wanted-p))
    (setf *told-compiling* t)
    (send-event "output" (obj "stream" "console"
                              "text" (format nil "Compiling with breakpoints, once for each file, into ~a~%" *fasl-folder*)))))

(defun note-load (function &rest arguments)
  "Around LOAD: functions that someone waits for may have come with it, uninstrumented."
  (multiple-value-prog1 (apply function arguments)
    (redirect-asdf)
    (wrap-waiting-functions)
    (explain-waiting-breakpoints (first arguments))))

(defun compile-call (function form lexenv)
  "Around SB-IMPL::SIMPLE-EVAL-IN-LEXENV: a call at top level is compiled, so that it has a site and a place."
  (if (and *instrumented* (not *inside*) (consp form) (symbolp (car form)) (boundp 'sb-c::*source-paths*)
           (boundp 'sb-c::*source-info*) sb-c::*source-info*
           (fboundp (car form)) (not (macro-function (car form))) (not (special-operator-p (car form)))
           (hash-table-p sb-c::*source-paths*) (gethash form sb-c::*source-paths*))
      (sb-impl::%simple-eval form lexenv)
      (funcall function form lexenv)))


(defun install-hook ()
  (sb-int:encapsulate 'sb-c::instrument-coverage 'dapplex #'hook)
  (sb-int:encapsulate 'sb-c::%do-forms-from-info 'dapplex #'record-positions)
  (sb-int:encapsulate 'sb-impl::simple-eval-in-lexenv 'dapplex #'compile-call)
  (note-loads))

(defun note-loads () (sb-int:encapsulate 'load 'dapplex #'note-load))

(defun remove-hook ()
  (sb-int:unencapsulate 'sb-c::instrument-coverage 'dapplex)
  (sb-int:unencapsulate 'sb-c::%do-forms-from-info 'dapplex)
  (sb-int:unencapsulate 'sb-impl::simple-eval-in-lexenv 'dapplex)
  (sb-int:unencapsulate 'load 'dapplex))

(defun restrict-policy ()
  "Debug quality 3, whatever the code declares: at 2 tail calls merge and variables vanish. No step conditions: they cost."
  (sb-ext:restrict-compiler-policy 'debug 3)
  (sb-ext:restrict-compiler-policy 'sb-c:insert-step-conditions 0 0))
