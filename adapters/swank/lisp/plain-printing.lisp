;;;; Printing that runs no code of the program: an object that the program prints itself is shown by its class and slots.

(in-package :dapplex)

(defvar *plain-depth* 0 "How many objects that are printed plainly stand around this one.")
(defparameter *plain-slots* 8 "Slots of one object that are shown.")

(defun system-package-p (package)
  (let ((name (if package (package-name package) "")))
    (or (member name '("COMMON-LISP" "DAPPLEX" "CLOS" "CCL" "SI" "EXT") :test #'string=)
        (eql 0 (search "SB-" name))
        (eql 0 (search "SWANK" name)))))

(defun program-method-p (method)
  (let ((class (first (swank-mop:method-specializers method))))
    (or (method-qualifiers method)
        (not (typep class 'class))
        (not (symbolp (class-name class)))
        (not (system-package-p (symbol-package (class-name class)))))))

(defun printed-by-program-p (x)
  "Whether PRINT-OBJECT would run a method of the program. The printing options of DEFSTRUCT are such methods too."
  (and (typep x '(or standard-object structure-object condition))
       (ignore-errors
        (some #'program-method-p (compute-applicable-methods #'print-object (list x *standard-output*))))))

(defun print-plainly (stream x)
  (pprint-logical-block (stream nil :prefix "#<" :suffix ">")
    (write (class-name (class-of x)) :stream stream)
    (let ((*plain-depth* (1+ *plain-depth*)))
      (when (<= *plain-depth* 2)
        (loop for place in (ignore-errors (named-places x))
              repeat *plain-slots*
              do (format stream " ~(~a~): " (place-name place))
                 (let ((value (handler-case (place-value place) (error () *unbound*))))
                   (if (eq value *unbound*)
                       (write-string "#<unbound>" stream)
                       (write value :stream stream))))))))

(defun print-list-on-one-line (stream list)
  (pprint-logical-block (stream list :prefix "(" :suffix ")")
    (pprint-exit-if-list-exhausted)
    (loop (write (pprint-pop) :stream stream)
          (pprint-exit-if-list-exhausted)
          (write-char #\Space stream))))

(defparameter *plain-dispatch*
  (let ((table (copy-pprint-dispatch nil)))
    (set-pprint-dispatch '(satisfies printed-by-program-p) 'print-plainly 10 table)
    ;; Lists that look like code would be printed as code, with line breaks.
    (set-pprint-dispatch 'cons 'print-list-on-one-line 5 table)
    table)
  "Only the pretty printer lets somebody else print an object, also deep in others (CLHS 22.2.1.4).")

(defun call-printing-plainly (print)
  (let ((*print-pretty* t) (*print-pprint-dispatch* *plain-dispatch*)
        (*print-right-margin* 1000000) (*print-miser-width* nil))
    (funcall print)))
