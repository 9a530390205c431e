;;;; Data breakpoints: the value at a place (a slot, a variable, an element) is compared at every site, so a change is
;;;; seen at the next form of instrumented code. SBCL has no hardware watch for Lisp places.

(in-package :dapplex)

(defstruct (data-watch (:conc-name watch-)) id label reader last condition)

(defvar *watches* '())

(defun data-watched-p () (and *watches* t))

(defun changed-data (arrival)
  "When a watched value differs from what it was: ((ids) text). Looked at by the thread that reaches a site."
  (declare (ignore arrival))
  (let ((changed '()))
    (dolist (watch *watches*)
      (let ((now (handler-case (funcall (watch-reader watch)) (serious-condition () *unbound*))))
        (unless (eql now (watch-last watch))
          (push (list (watch-id watch) (watch-label watch) (watch-last watch) now) changed)
          (setf (watch-last watch) now))))
    (when changed
      (list (mapcar #'first changed)
            (format nil "~{~a~^; ~}"
                    (loop for (nil label old new) in changed
                          collect (format nil "~a changed from ~a to ~a" label (text-of old :width 100) (text-of new :width 100))))))))

(defun child-reader (parent name)
  "A function that reads the child NAME of PARENT, or NIL when that cannot be watched."
  (let ((place (ignore-errors (find-child-place parent name))))
    (and place (place-reader place))))

(defop "data-breakpoint-info" (object-id name)
  (let* ((object (object-of object-id)) (reader (child-reader object name)))
    (if reader
        (obj "data_id" (format nil "~d:~a" object-id name) "description" (format nil "~a of ~a" name (text-of object :width 60)))
        (obj "data_id" :null "description" (format nil "~a cannot be watched: it is no slot, element, entry or variable" name)))))

(defop "set-data-breakpoints" (specs)
  (setf *watches* '())
  (prog1 (arr (loop for (id data-id) in specs collect (set-watch id data-id)))
    (update-watching)))

(defun set-watch (id data-id)
  (handler-case
      (let* ((colon (position #\: data-id))
             (object (object-of (parse-integer data-id :end colon)))
             (name (subseq data-id (1+ colon)))
             (reader (or (child-reader object name) (fail "BREAKPOINT_UNSUPPORTED" nil "~a cannot be watched" name))))
        (push (make-data-watch :id id :label name :reader reader :last (funcall reader)) *watches*)
        (obj "id" id "verified" :true))
    (serious-condition (c) (obj "id" id "verified" :false "message" (text-of c :escape nil)))))
