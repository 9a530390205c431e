;;;; Inspection of any object as a tree of plain data: limits on depth, on elements and on the whole.

(in-package :dapplex)

(defparameter *most-nodes* 2000 "Elements in one answer, however deep.")
(defvar *nodes-left* 0)

(defun element-json (place depth count ancestors)
  (let ((value (handler-case (place-value place)
                 (serious-condition (c) (format nil "#<reading it signals ~a>" (type-text c))))))
    (list* :o "name" (clean (princ-to-string (place-name place)))
           (append (if (eq (place-key place) *unbound*) '() (list "key_object_id" (or-absent (object-id (place-key place)))))
                   (node-json value depth count ancestors)))))

(defun node-json (value depth count ancestors)
  "Keys and values of the JSON of VALUE, with its elements down to DEPTH more levels."
  (multiple-value-bind (text cut) (text-of value :width (if ancestors 200 1000))
    (let ((circular (and (not (identity-free-p value)) (member value ancestors :test #'eq))))
      (append (list "value" text
                    "type" (type-text value)
                    "kind" (kind-of value)
                    "object_id" (or-absent (object-id value))
                    "dapplexObject" (or-absent (object-id value))
                    "variablesReference" 0
                    "circular" (if (or circular (circular-list-p value)) :true :absent)
                    "truncated" (if cut :true :absent))
              (when (and (plusp depth) (not circular) (child-counts-p value))
                (elements-json value depth 0 count (cons value ancestors)))))))

(defun child-counts-p (value)
  (multiple-value-bind (named indexed) (child-counts value) (or named indexed)))

(defun elements-json (value depth start count ancestors)
  (let ((elements '()) (total 0))
    (multiple-value-bind (places all) (places value start (min count *nodes-left*))
      (setf total all)
      (decf *nodes-left* (length places))
      (dolist (place places) (push (element-json place (1- depth) count ancestors) elements)))
    (list "elements" (arr (nreverse elements))
          "total_elements" total
          "totalElements" total)))

(defop "inspect-object" (id max-depth max-elements start)
  (let* ((x (object-of id)) (*package* (object-package x)) (*nodes-left* *most-nodes*) (text (multiple-value-list (text-of x :width 4000)))
         (parts (elements-json x max-depth start max-elements (list x)))
         (shown (length (cdr (getf-string parts "elements")))))
    (list* :o
           "type" "OBJECT"
           "kind" (kind-of x)
           "type_name" (type-text x)
           "typeName" (type-text x)
           "description" (first text)
           "object_id" id
           "truncated" (bool (or (second text) (< (+ start shown) (getf-string parts "total_elements")) (not (plusp *nodes-left*))))
           "start" (if (plusp start) start :absent)
           (append (details-json x) parts))))

(defun getf-string (plist key)
  (loop for (k v) on plist by #'cddr when (string= k key) return v))

(defun details-json (x)
  (typecase x
    (cons (multiple-value-bind (n shape) (list-shape x)
            (declare (ignore n))
            (list "shape" (string-downcase shape) "circular" (if (eq shape :circular) :true :absent))))
    (string (list "length" (length x)))
    (array (list "dimensions" (arr (array-dimensions x)) "element_type" (string-downcase (princ-to-string (array-element-type x)))))
    (hash-table (list "test" (string-downcase (princ-to-string (hash-table-test x)))))
    (t '())))

(defop "object-id" (expression package)
  (let* ((*package* (find-package-named package)) (value (first (evaluate-globally expression package))))
    (obj "object_id" (or-absent (object-id value)) "dapplexObject" (or-absent (object-id value))
         "value" (text-of value) "type" (type-text value))))

(defop "object-id-in-frame" (level-number index expression)
  (let ((value (first (evaluate-in-frame (level-at level-number) index expression))))
    (obj "object_id" (or-absent (object-id value)) "dapplexObject" (or-absent (object-id value))
         "value" (text-of value) "type" (type-text value))))

(defop "frame-package" (level-number index)
  (package-name (frame-package-of (level-at level-number) index)))
