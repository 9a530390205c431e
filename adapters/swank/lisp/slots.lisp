;;;; Reading and writing one slot.

(in-package :dapplex)

(defun find-slot-place (x name)
  "The place of a slot of X, by its name with or without package; of what has no slots, of a part with that name."
  (let* ((bare (let ((colon (position #\: name :from-end t))) (if colon (subseq name (1+ colon)) name)))
         (slots (if (typep x '(or cons hash-table)) '() (slots-of x)))
         (slot (or (find bare slots :key (lambda (s) (symbol-name (swank-mop:slot-definition-name s))) :test #'string=)
                   (find bare slots :key (lambda (s) (symbol-name (swank-mop:slot-definition-name s))) :test #'string-equal))))
    (cond (slot (slot-place x slot))
          ((and (consp x) (string-equal bare "car"))
           (make-place "car" (lambda () (car x)) (lambda (new) (setf (car x) new))))
          ((and (consp x) (string-equal bare "cdr"))
           (make-place "cdr" (lambda () (cdr x)) (lambda (new) (setf (cdr x) new))))
          ((and (null slots) (find-child-place x name)))
          (t (fail "SLOT_NOT_FOUND"
                   (list "slot_name" name
                         "slots" (arr (if slots (mapcar #'slot-name-text slots)
                                          (mapcar (lambda (p) (princ-to-string (place-name p))) (named-places x)))))
                   "Slot '~a' not found" name)))))

(defun slot-json (id place)
  (let* ((value (place-value place)) (bound (not (eq value *unbound*))))
    (obj "object_id" id
         "slot_name" (princ-to-string (place-name place))
         "value" (text-of value)
         "type" (if bound (type-text value) (string-downcase (princ-to-string (place-type place))))
         "slot_type" (string-downcase (princ-to-string (place-type place)))
         "bound" (bool bound)
         "value_object_id" (or-absent (object-id value))
         "dapplexObject" (or-absent (object-id value))
         "name" (princ-to-string (place-name place))
         "variablesReference" 0
         "writable" (bool (place-writer place)))))

(defop "inspect-slot" (id name)
  (slot-json id (find-slot-place (object-of id) name)))

(defop "set-slot" (id name expression)
  "EXPRESSION is read in the package of the object's class."
  (let* ((x (object-of id)) (place (find-slot-place x name)))
    (write-place place (first (evaluate-globally expression (object-package x))))
    (slot-json id place)))

(defop "set-slot-to-object" (id name value-id)
  (let* ((x (object-of id)) (place (find-slot-place x name)))
    (write-place place (object-of value-id))
    (slot-json id place)))
