;;;; Data breakpoints: the value at a place (a slot, an element, an entry of a table, a global variable) is compared at every
;;;; site, so a change is seen at the next form of instrumented code. SBCL has no hardware watch for Lisp places. Nothing of
;;;; the program is wrapped for it: without a watch, sites are as they were.

(in-package :dapplex)

(defstruct (data-watch (:conc-name watch-)) id label reader (last nil))

(defvar *watches* '())

(defun data-watched-p () (and *watches* t))

;;; What a value was, as far as it is compared: a list or vector by its elements, so that PUSH, NCONC and SETF of an element
;;; are changes, and a copy with the same elements is none.

(defparameter *most-compared* 256 "Elements of one value that are compared.")

(defun contents (value)
  "VALUE as it is now, and a copy of its elements where it has some."
  (cons value
        (typecase value
          (cons (loop for cell = value then (cdr cell) repeat *most-compared*
                      while (consp cell) collect (car cell)))
          (vector (coerce (subseq value 0 (min *most-compared* (length value))) 'list)))))

(defun same-contents-p (value was)
  (destructuring-bind (old . elements) was
    (cond ((and (vectorp value) (vectorp old))
           (loop for element across value
                 repeat *most-compared*
                 do (unless (and elements (eql element (pop elements))) (return nil))
                 finally (return (null elements))))
          ((and (consp value) elements)
           (loop for cell = value then (cdr cell)
                 repeat *most-compared*
                 do (cond ((atom cell) (return (null elements)))
                          ((null elements) (return nil))
                          ((not (eql (car cell) (pop elements))) (return nil)))
                 finally (return t)))
          (t (eql value old)))))

(defun shown-contents (was)
  "What the value was, where it has been changed in place since."
  (let ((old (car was)))
    (text-of (cond ((null (cdr was)) old)
                   ((stringp old) (coerce (cdr was) 'string))
                   ((vectorp old) (coerce (cdr was) 'vector))
                   (t (cdr was)))
             :width 100)))

(defun look-at (watch)
  "(old . new) when the value of WATCH differs from what it was. Of threads that see it together, one is told."
  (let ((was (watch-last watch)) (now (read-watched watch)))
    (unless (same-contents-p now was)
      (let ((new (contents now)))
        (when (eq was (sb-ext:compare-and-swap (watch-last watch) was new))
          (cons was new))))))

(defun read-watched (watch)
  (handler-case (funcall (watch-reader watch)) (serious-condition () *unbound*)))

(defun changed-data (arrival)
  "When a watched value differs from what it was: ((ids) text sites). Looked at by the thread that reaches a site. SITES: where
 this thread was before, and behind them where the others are, of which one may have written."
  (when *watches*
    (let ((ran (note-arrival arrival))
          (changed (loop for watch in *watches*
                         for change = (look-at watch)
                         when change collect (cons watch change))))
      (when changed
        (list (loop for (watch) in changed collect (watch-id watch))
              (format nil "~{~a~^; ~}"
                      (loop for (watch old . new) in changed
                            collect (format nil "~a changed from ~a to ~a" (watch-label watch)
                                            (shown-contents old) (shown-contents new))))
              (append ran (last-sites-elsewhere)))))))

;;; What can be watched.

(defun child-reader (parent name)
  "A function that reads the child NAME of PARENT, or NIL when that cannot be watched."
  (let ((place (ignore-errors (find-child-place parent name))))
    (and place (place-reader place))))

(defun global-reader (symbol)
  "A function that reads the global variable SYMBOL, whichever thread calls it."
  (lambda () (handler-case (sb-ext:symbol-global-value symbol) (unbound-variable () *unbound*))))

(defun global-problem (symbol)
  "Why SYMBOL cannot be watched in the stopped thread, or NIL."
  (cond ((not (member (sb-int:info :variable :kind symbol) '(:special :global)))
         "it is no slot, element, entry or global variable")
        ((nth-value 1 (sb-thread:symbol-value-in-thread symbol sb-thread:*current-thread* nil))
         "the thread has bound it to a value of its own, which ends with that binding")))

(defun watched-reader (data-id)
  "The label of a data id and what reads it. The id is OBJECT:NAME, or a colon and the name of a global variable."
  (let* ((colon (position #\: data-id)) (name (subseq data-id (1+ colon))))
    (values name
            (if (zerop colon)
                (global-reader (let ((*package* (find-package :keyword))) (read-from-string name)))
                (or (child-reader (object-of (parse-integer data-id :end colon)) name)
                    (fail "BREAKPOINT_UNSUPPORTED" nil "~a cannot be watched" name))))))

(defun refused (name why) (obj "data_id" :null "description" (format nil "~a cannot be watched: ~a" name why)))

(defop "data-breakpoint-info" (object-id name)
  (let* ((object (object-of object-id)) (reader (child-reader object name)))
    (if reader
        (obj "data_id" (format nil "~d:~a" object-id name) "description" (format nil "~a of ~a" name (text-of object :width 60)))
        (refused name "it is no slot, element, entry or global variable"))))

(defop "global-breakpoint-info" (level-number index name)
  "NAME as it is read in a frame, whose variables of the same name come first."
  (let* ((level (level-at level-number)) (package (frame-package-of level index))
         (symbol (ignore-errors (read-form name package)))
         (local (and (symbolp symbol) (find symbol (frame-variables level index) :key #'variable-name))))
    (cond ((or (not (symbolp symbol)) (null symbol)) (refused name "it names no variable"))
          ((and local (not (eq (variable-scope local) :dynamic)))
           (refused name "it is a variable of the function, which ends with its call"))
          ((global-problem symbol) (refused name (global-problem symbol)))
          (t (obj "data_id" (let ((*package* (find-package :keyword))) (format nil ":~s" symbol))
                  "description" (format nil "~a, a global variable" name))))))

(defop "set-data-breakpoints" (specs)
  (setf *watches* '())
  (unless specs (forget-trails))
  (prog1 (arr (loop for (id data-id) in specs collect (set-watch id data-id)))
    (update-watching)))

(defun set-watch (id data-id)
  (handler-case
      (multiple-value-bind (label reader) (watched-reader data-id)
        (let ((watch (make-data-watch :id id :label label :reader reader)))
          (setf (watch-last watch) (contents (read-watched watch)))
          (push watch *watches*)
          (obj "id" id "verified" :true)))
    (serious-condition (c) (obj "id" id "verified" :false "message" (text-of c :escape nil)))))
