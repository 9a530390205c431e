;;;; JSON text. Values: string, integer, float, :TRUE, :FALSE, :NULL or NIL, vectors, (:A . list), (:O key value ...).

(in-package :dapplex)

(defun obj (&rest keys-and-values)
  "A JSON object; a key whose value is :ABSENT is left out."
  (cons :o keys-and-values))

(defun arr (list) (cons :a list))

(defun bool (x) (if x :true :false))

(defun or-absent (x) (if x x :absent))

(defun clean (string)
  "STRING without lone surrogates, which have no UTF-8: U+FFFD stands for each, so that the length is right."
  (flet ((surrogate-p (c) (<= #xD800 (char-code c) #xDFFF)))
    (if (some #'surrogate-p string) (substitute-if (code-char #xFFFD) #'surrogate-p string) string)))

(defun write-json-string (string stream)
  (write-char #\" stream)
  (loop for c across string
        for code = (char-code c)
        do (cond ((char= c #\") (write-string "\\\"" stream))
                 ((char= c #\\) (write-string "\\\\" stream))
                 ((char= c #\Newline) (write-string "\\n" stream))
                 ((or (< code 32) (<= #xD800 code #xDFFF)) (format stream "\\u~4,'0x" (if (< code 32) code #xFFFD)))
                 (t (write-char c stream))))
  (write-char #\" stream))

(defun write-json-sequence (items stream)
  (let ((first t))
    (map nil (lambda (item)
               (if first (setf first nil) (write-char #\, stream))
               (write-json item stream))
         items)))

(defun write-json (value stream)
  (etypecase value
    (null (write-string "null" stream))
    (string (write-json-string value stream))
    (integer (format stream "~d" value))
    (ratio (write-json (float value 1d0) stream))
    (float (let ((*read-default-float-format* 'double-float)) (format stream "~f" (coerce value 'double-float))))
    (keyword (ecase value
               (:true (write-string "true" stream))
               (:false (write-string "false" stream))
               (:null (write-string "null" stream))))
    (vector (write-char #\[ stream) (write-json-sequence value stream) (write-char #\] stream))
    (cons (ecase (car value)
            (:a (write-char #\[ stream) (write-json-sequence (cdr value) stream) (write-char #\] stream))
            (:o (write-char #\{ stream)
             (loop with first = t
                   for (key item) on (cdr value) by #'cddr
                   unless (eq item :absent)
                     do (if first (setf first nil) (write-char #\, stream))
                        (write-json-string key stream)
                        (write-char #\: stream)
                        (write-json item stream))
             (write-char #\} stream))))))

(defun json (value)
  (with-output-to-string (stream)
    (let ((*print-base* 10) (*print-radix* nil) (*print-readably* nil))
      (write-json value stream))))
