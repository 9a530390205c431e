;;;; Object ids: positive integers that live as long as the object. Weak tables, and a ring that keeps the latest alive.

(in-package :dapplex)

(defvar *lock* (swank/backend:make-lock :name "dapplex objects"))
(defvar *next-id* 0)
(defvar *by-id*
  #+sbcl (make-hash-table :weakness :value) #+ecl (make-hash-table) #-(or sbcl ecl) (make-hash-table))
(defvar *by-object*
  #+sbcl (make-hash-table :test 'eq :weakness :key) #-sbcl (make-hash-table :test 'eq))
(defvar *recent* (make-array 4096 :initial-element nil) "Strong references to what was given out last.")
(defvar *released* (make-hash-table))

(defmacro with-lock (() &body body)
  #+sbcl `(sb-sys:without-interrupts (swank/backend:call-with-lock-held *lock* (lambda () ,@body)))
  #-sbcl `(swank/backend:call-with-lock-held *lock* (lambda () ,@body)))

(defun identity-free-p (x)
  "True of values whose identity means nothing: they get no id."
  (or (numberp x) (characterp x) (null x) (eq x t) (keywordp x) (eq x *unbound*)))

(defun object-id (x)
  "The id of X, or NIL for a value that needs none."
  (unless (identity-free-p x)
    (with-lock ()
      (or (gethash x *by-object*)
          (let ((id (incf *next-id*)))
            (setf (gethash x *by-object*) id
                  (gethash id *by-id*) x
                  (aref *recent* (mod id (length *recent*))) x)
            id)))))

(defun object-of (id)
  (multiple-value-bind (x found) (with-lock () (gethash id *by-id*))
    (cond (found x)
          (t (fail "OBJECT_NOT_FOUND"
                   (list "reason" (cond ((or (not (integerp id)) (< id 1) (> id *next-id*)) "never_issued")
                                        ((gethash id *released*) "released")
                                        (t "collected"))
                         "object_id" id)
                   "Object ID ~a not found" id)))))

(defop "release-objects" (ids)
  "Answers the ids that were given back: those of objects that were still there."
  (let ((released '()))
    (with-lock ()
      (dolist (id ids)
        (multiple-value-bind (x found) (gethash id *by-id*)
          (when found
            (remhash x *by-object*)
            (remhash id *by-id*)
            (setf (gethash id *released*) t)
            (push id released)
            (when (eq x (aref *recent* (mod id (length *recent*))))
              (setf (aref *recent* (mod id (length *recent*))) nil))))))
    (obj "released" (arr (nreverse released)))))
