;;;; What is inside an object: named and indexed children, each a place that can be read and perhaps written.

(in-package :dapplex)

(defstruct (place (:constructor make-place (name reader &optional writer type key)))
  "NAME: a string or an index. WRITER: a function of the new value, or NIL. TYPE: what may be written. KEY: of a table entry."
  name reader writer (type t) (key *unbound*))

(defun place-value (place) (funcall (place-reader place)))

(defun kind-of (x)
  (typecase x
    (null "null") (keyword "keyword") (symbol "symbol") (string "string") (number "number") (character "character")
    (cons "cons") (array "array") (hash-table "hash-table") (generic-function "generic-function") (function "function")
    (package "package") (pathname "pathname") (stream "stream") (condition "condition") (class "class")
    (unbound "unbound") (structure-object "structure") (standard-object "standard-object")
    (t "other")))

(defun list-shape (list)
  "Conses of LIST before it ends or repeats, and :PROPER, :DOTTED or :CIRCULAR."
  (let ((slow list) (fast list) (n 0))
    (loop
      (cond ((atom fast) (return (values n (if (null fast) :proper :dotted)))))
      (setf fast (cdr fast))
      (incf n)
      (when (evenp n) (setf slow (cdr slow)))
      (when (and (consp fast) (eq slow fast))
        (return (values (cycle-length list slow) :circular))))))

(defun circular-list-p (x) (and (consp x) (eq :circular (nth-value 1 (list-shape x)))))

(defun cycle-length (list inside)
  "Different conses of a circular LIST, INSIDE being one of the cycle."
  (let ((cycle (loop for c = (cdr inside) then (cdr c) count t until (eq c inside))) (before 0))
    (let ((ahead (nthcdr cycle list)) (behind list))
      (loop until (eq ahead behind) do (setf ahead (cdr ahead) behind (cdr behind)) (incf before)))
    (+ before cycle)))

(defun slots-of (x)
  (remove-if #'null (mapcar #'identity (ignore-errors (swank-mop:class-slots (class-of x))))))

(defun slot-name-text (slot) (string-downcase (symbol-name (swank-mop:slot-definition-name slot))))

(defun slot-place (x slot)
  (let ((name (swank-mop:slot-definition-name slot)))
    (make-place (slot-name-text slot)
                (lambda () (if (slot-boundp x name) (slot-value x name) *unbound*))
                (lambda (new) (setf (slot-value x name) new))
                (or (ignore-errors (swank-mop:slot-definition-type slot)) t))))

(defun fixed (name value) (make-place name (lambda () value)))

(defun named-places (x)
  "Children with names."
  (typecase x
    ((or null keyword number character string cons) '())
    (symbol (list (make-place "value" (lambda () (if (boundp x) (symbol-value x) *unbound*))
                              (unless (constantp x) (lambda (new) (setf (symbol-value x) new))))
                  (fixed "function" (if (fboundp x) (or (macro-function x) (fdefinition x)) *unbound*))
                  (fixed "package" (symbol-package x))
                  (make-place "plist" (lambda () (symbol-plist x)) (lambda (new) (setf (symbol-plist x) new)) 'list)
                  (fixed "class" (or (find-class x nil) *unbound*))))
    ((or array hash-table) '())
    (generic-function (list (fixed "name" (swank-mop:generic-function-name x))
                            (fixed "lambda-list" (swank-mop:generic-function-lambda-list x))
                            (fixed "methods" (swank-mop:generic-function-methods x))))
    (function (append (list (fixed "name" (ignore-errors (swank/backend:function-name x)))
                            (fixed "lambda-list" (ignore-errors (swank/backend:arglist x))))
                      #+sbcl (when (sb-kernel:closurep x)
                               (loop for value in (sb-impl::%closure-values x) for i from 0
                                     collect (fixed (format nil "closed-over ~d" i) value)))))
    (package (list (fixed "name" (package-name x)) (fixed "nicknames" (package-nicknames x))
                   (fixed "uses" (package-use-list x)) (fixed "used-by" (package-used-by-list x))))
    (pathname (list (fixed "namestring" (ignore-errors (namestring x)))
                    (fixed "host" (pathname-host x)) (fixed "directory" (pathname-directory x))
                    (fixed "name" (pathname-name x)) (fixed "type" (pathname-type x)) (fixed "version" (pathname-version x))))
    (t (loop for slot in (slots-of x) collect (slot-place x slot)))))

(defun indexed-count (x)
  "How many indexed children X has, or NIL."
  (typecase x
    (cons (multiple-value-bind (n shape) (list-shape x) (if (eq shape :dotted) (1+ n) n)))
    (string nil)
    (array (if (array-has-fill-pointer-p x) (fill-pointer x) (array-total-size x)))
    (hash-table (hash-table-count x))))

(defun child-counts (x)
  "Named and indexed children, each NIL when there can be none."
  (values (typecase x
            ((or null keyword number character string cons array hash-table) nil)
            (t (if (eq x *unbound*) nil (let ((n (length (named-places x)))) (and (plusp n) n)))))
          (let ((n (indexed-count x))) (and n (plusp n) n))))

(defun cons-places (x start end)
  (multiple-value-bind (n shape) (list-shape x)
    (append (loop for i from start below (min end n)
                  for cell on (nthcdr start x)
                  collect (let ((cell cell)) (make-place i (lambda () (car cell)) (lambda (new) (setf (car cell) new)))))
            (when (and (eq shape :dotted) (<= start n) (> end n))
              (let ((last (last x)))
                (list (make-place "." (lambda () (cdr last)) (lambda (new) (setf (cdr last) new)))))))))

(defun subscripts (array index)
  (if (= 1 (array-rank array))
      index
      (let ((result '()))
        (dolist (dimension (reverse (array-dimensions array)))
          (multiple-value-bind (quotient remainder) (floor index dimension)
            (push remainder result)
            (setf index quotient)))
        (format nil "~{~d~^,~}" result))))

(defun array-places (x start end)
  (loop for i from start below (min end (indexed-count x))
        collect (let ((i i))
                  (make-place (subscripts x i) (lambda () (row-major-aref x i))
                              (lambda (new) (setf (row-major-aref x i) new)) (array-element-type x)))))

(defun entry-place (table key)
  (make-place (text-of key :width 80)
              (lambda () (gethash key table *unbound*))
              (lambda (new) (setf (gethash key table) new)) t key))

(defun table-places (x start end)
  (let ((i 0) (places '()))
    (block walk
      (maphash (lambda (key value)
                 (declare (ignore value))
                 (when (>= i end) (return-from walk))
                 (when (>= i start) (push (entry-place x key) places))
                 (incf i))
               x))
    (nreverse places)))

(defun indexed-places (x start end)
  (typecase x
    (cons (cons-places x start end))
    (string '())
    (array (array-places x start end))
    (hash-table (table-places x start end))))

(defun places (x start count)
  "Children START to START+COUNT of X: the named ones first, then the indexed ones. The second value is how many there are."
  (let* ((named (named-places x)) (names (length named)) (total (+ names (or (indexed-count x) 0))) (end (+ start count)))
    (values (append (when (< start names) (subseq named start (min names end)))
                    (when (> end names) (indexed-places x (max 0 (- start names)) (- end names))))
            total)))

(defun find-child-place (x name)
  "The child of X that is called NAME (a string), or NIL."
  (or (find name (named-places x) :key #'place-name :test #'string-equal)
      (let ((index (ignore-errors (parse-integer name))))
        (typecase x
          ((or cons array)
           (if index
               (and (< -1 index (or (indexed-count x) 0)) (first (indexed-places x index (1+ index))))
               (find name (indexed-places x 0 (min 10000 (or (indexed-count x) 0)))
                     :key (lambda (p) (princ-to-string (place-name p))) :test #'string-equal)))
          (hash-table (find name (table-places x 0 10000) :key #'place-name :test #'string=))))))

(defun write-place (place new)
  (unless (place-writer place)
    (fail "UNSUPPORTED" (list "capability" "setVariable") "~a cannot be set" (place-name place)))
  (unless (typep new (place-type place))
    (fail "SLOT_TYPE_ERROR" (list "slot_name" (princ-to-string (place-name place)) "expected" (text-of (place-type place))
                                  "actual" (type-text new))
          "~a is not of type ~a, which ~a must be" (text-of new :width 100) (text-of (place-type place)) (place-name place)))
  (funcall (place-writer place) new))

(defun key-expression (key test)
  "The expression of a table's key, as far as reading it gives the same key by TEST; else NIL."
  (flet ((text (value) (let ((*print-case* :downcase) (*package* (find-package :keyword)) (*print-length* nil) (*print-level* nil))
                         (prin1-to-string value))))
    (typecase key
      ((or keyword character fixnum) (text key))
      (symbol (and (symbol-package key) (format nil "'~a" (text key))))
      (number (and (not (eq test 'eq)) (text key)))
      (string (and (member test '(equal equalp)) (<= (length key) 200) (text key))))))

(defun child-accessor (x place)
  "The expression that reads PLACE from X, for which ~ stands; NIL where there is none that can be read."
  (let ((name (place-name place)))
    (flet ((text (value) (let ((*print-case* :downcase) (*package* (find-package :keyword))) (prin1-to-string value))))
      (typecase x
        (cons (if (integerp name) (format nil "(cl:nth ~d ~~)" name) "(cl:cdr (cl:last ~))"))
        (array (if (integerp name) (format nil "(cl:aref ~~ ~d)" name) (format nil "(cl:aref ~~ ~a)" (substitute #\Space #\, name))))
        ;; VALUES: one value, as the row shows.
        (hash-table (let ((key (key-expression (place-key place) (hash-table-test x))))
                      (and key (format nil "(cl:values (cl:gethash ~a ~~))" key))))
        ((or symbol function package pathname) nil)
        (t (let* ((slot (find name (slots-of x) :key #'slot-name-text :test #'equal))
                  (symbol (and slot (swank-mop:slot-definition-name slot))))
             (and symbol (symbol-package symbol) (slot-boundp x symbol)
                  (format nil "(cl:slot-value ~~ '~a)" (text symbol)))))))))

(defun child-json (x place)
  (list* :o "name" (clean (princ-to-string (place-name place)))
         "indexed_child" (bool (integerp (place-name place)))
         "writable" (bool (place-writer place))
         "accessor" (or-absent (ignore-errors (child-accessor x place)))
         "key_id" (or-absent (and (not (eq (place-key place) *unbound*)) (object-id (place-key place))))
         (cdr (value-json (handler-case (place-value place)
                            (serious-condition (c) (format nil "#<reading it signals ~a>" (type-text c))))))))

(defop "children" (id filter start count &optional level-number index)
  "Values print as the frame that the object was found in prints them."
  (let* ((x (object-of id)) (named (length (named-places x)))
         (*package* (if level-number (frame-package-of (level-at level-number) index) *package*)))
    (multiple-value-bind (places)
        (cond ((equal filter "indexed") (places x (+ named start) count))
              ((equal filter "named") (values (let ((all (named-places x)))
                                                (subseq all (min start named) (min named (+ start count))))))
              (t (places x start count)))
      (arr (mapcar (lambda (place) (child-json x place)) places)))))

(defop "set-child" (id name expression package)
  (let* ((x (object-of id))
         (place (or (find-child-place x name) (fail "INVALID_REFERENCE" (list "name" name) "~a has no child ~a" (text-of x :width 60) name)))
         (new (first (evaluate-globally expression (or package (object-package x))))))
    (write-place place new)
    (value-json (place-value place))))

(defun object-package (x)
  "The package in which expressions about X are read."
  (let ((name (ignore-errors (class-name (class-of x)))))
    (or (and (symbolp name) (symbol-package name)
             #+sbcl (not (sb-int:system-package-p (symbol-package name)))
             (not (eq (symbol-package name) (find-package :common-lisp)))
             (symbol-package name))
        (find-package :common-lisp-user))))
