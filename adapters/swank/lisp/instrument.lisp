;;;; The compiler hook: while a file is compiled, each form that stands in its source gets a check of one byte before it.
;;;; SB-C::INSTRUMENT-COVERAGE is called by the compiler for every form; the hook adds the check after it. This is internal
;;;; to SBCL, so PROBE-HOOK tries it at start, and breakpoints say so where it is missing.

(in-package :dapplex)

(declaim (notinline reached))
(defun reached (flags index frame-pointer names &rest values)
  "Called by instrumented code whose flag is set. NAMES and VALUES: the lexical variables in scope."
  (unless *inside*
    (let ((site (site-at flags index)))
      (when site (arrive (make-arrival site frame-pointer names values)))))
  nil)


(defun wanted-p (file)
  (case *instrumented*
    ((t) t)
    ((nil) nil)
    (t (some (lambda (prefix)
               (let ((end (mismatch prefix file))) (or (null end) (= end (length prefix)))))
             *instrumented*))))

(defvar *compilation* nil "The source info being compiled and what belongs to it, see STATE-OF.")
(defstruct (state (:constructor make-state (info file generation)))
  info file generation (toplevel nil) (size 0) (positions nil) (indices nil) (lines nil) (next 0) (bodies nil) (form nil) (subforms nil))

(defun state-of (info file)
  (if (and *compilation* (eq (state-info *compilation*) info))
      *compilation*
      (setf *compilation*
            (make-state info file (format nil "~36r" (random (expt 36 10) (load-time-value (make-random-state t))))))))

(defun enter-toplevel (state toplevel subforms)
  "Notes where the forms of a top-level form begin and end: (start end form) triples that the reader recorded."
  (unless (eql toplevel (state-toplevel state))
    (let ((positions (make-hash-table :test 'eq)) (bodies '()))
      (loop for i from 0 below (length subforms) by 3
            for form = (aref subforms (+ i 2))
            when (consp form)
              do (multiple-value-bind (body name) (body-start form)
                   (when body (push (cons body name) bodies)))
                 (setf (gethash form positions) (cons (aref subforms i) (aref subforms (+ i 1)))))
      (setf (state-toplevel state) toplevel
            (state-positions state) positions
            (state-bodies state) bodies
            (state-subforms state) subforms
            (state-form state) (aref subforms (1- (length subforms)))
            (state-size state) (+ 8 (* 2 (ceiling (length subforms) 3)))
            (state-indices state) (make-hash-table)
            (state-lines state) (make-hash-table)
            (state-next state) (+ 4 (ceiling (length subforms) 3))))))

(defun variables-in-scope ()
  "Names of the lexical variables and of the specials bound around the form being converted, innermost first."
  (let ((lexical '()) (special '()))
    (loop for (name . leaf) in (sb-c::lexenv-vars sb-c::*lexenv*)
          do (when (and (symbolp name) (symbol-package name)
                        (not (member name lexical)) (not (member name special))
                        (not (sb-int:system-package-p (symbol-package name))))
               (typecase leaf
                 (sb-c::lambda-var (unless (sb-c::lambda-var-ignorep leaf) (push name lexical)))
                 (sb-c::global-var (push name special)))))
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

(defun check-form (position variables specials place name)
  "The code of the check. VARIABLES come with it only at the first form of a line: breakpoints are there. NAME: of the
 function whose body begins here, or NIL."
  `(let ((flags (load-time-value (register-site ',place ',position ',specials ',name) t)))
     (declare (optimize (speed 0) (debug 0) (safety 0) (sb-c:insert-step-conditions 0) (sb-c::insert-array-bounds-checks 0))
              (type (simple-array (unsigned-byte 8) (*)) flags))
     (unless (eql 0 (aref flags ,(first position)))
       (reached flags ,(first position) (sb-sys:sap-int (sb-kernel:current-fp)) ',variables ,@variables))
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

(defun place-of (state)
  (list (state-file state) (state-generation state) (state-toplevel state) (state-size state) (package-name *package*)))

(defun instrument (start form)
  (let* ((info sb-c::*source-info*)
         (file-info (and info (sb-c::source-info-file-info info)))
         (truename (and file-info (sb-c::file-info-truename file-info)))
         (subforms (and file-info (sb-c::file-info-subforms file-info)))
         (file (and (pathnamep truename) subforms (sb-ext:native-namestring truename))))
    (if (and file (plusp (length subforms)) (wanted-p file))
        (let ((state (state-of info file)))
          (enter-toplevel state (sb-c::source-path-tlf-number sb-c::*current-path*) subforms)
          (instrument-form start form state))
        start)))

(defun instrument-form (start form state)
  (if (and (consp form) (member (car form) *definers*))
      start
      (multiple-value-bind (from to) (position-of form state (state-info state))
        (if (null from)
            start
            (let* ((stream (sb-c::source-info-stream (state-info state)))
                   (at (sb-impl::line/col-from-charpos stream from))
                   (end (if to (sb-impl::line/col-from-charpos stream to) at))
                   (first (gethash (car at) (state-lines state)))
                   (index (index-of form from state)))
              (if (or (>= index (state-size state)) (and (atom form) first))
                  start
                  (multiple-value-bind (lexical special) (variables-in-scope)
                    (when (or (null first) (< (cdr at) first)) (setf (gethash (car at) (state-lines state)) (cdr at)))
                    (when (and first (> (cdr at) first)) (setf lexical '()))
                    (convert start
                             (check-form (list index (car at) (cdr at) (car end) (cdr end) (and (argument-p form state) t)) lexical special
                                         (place-of state) (cdr (assoc form (state-bodies state))))
                             lexical))))))))

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
    (let ((*compilation* nil)) (funcall function run info condition))))

(defun note-load (function &rest arguments)
  "Around LOAD: functions that someone waits for may have come with it, uninstrumented."
  (multiple-value-prog1 (apply function arguments)
    (wrap-waiting-functions)))

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
  (sb-int:encapsulate 'load 'dapplex #'note-load))

(defun remove-hook ()
  (sb-int:unencapsulate 'sb-c::instrument-coverage 'dapplex)
  (sb-int:unencapsulate 'sb-c::%do-forms-from-info 'dapplex)
  (sb-int:unencapsulate 'sb-impl::simple-eval-in-lexenv 'dapplex)
  (sb-int:unencapsulate 'load 'dapplex))

(defun restrict-policy ()
  "Debug quality 3, whatever the code declares: at 2 tail calls merge and variables vanish. No step conditions: they cost."
  (sb-ext:restrict-compiler-policy 'debug 3)
  (sb-ext:restrict-compiler-policy 'sb-c:insert-step-conditions 0 0))
