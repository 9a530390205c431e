;;;; Conditions, hit counts and log messages of breakpoints, compiled once for the variables of their place.

(in-package :dapplex)

;; Conditions of several clients come joined by #|or|#, which is a comment to the reader.
(defun read-condition (text &optional (package *package*))
  (if (search "#|or|#" text)
      `(or ,@(loop with start = 0
                   for end = (search "#|or|#" text :start2 start)
                   collect (read-form (subseq text start end) package)
                   while end do (setf start (+ end 6))))
      (read-form text package)))

(defun quietly-compile (lambda-form)
  (handler-bind ((warning #'muffle-warning))
    (let ((*error-output* (make-broadcast-stream)) (*instrumented* nil))
      (compile nil lambda-form))))

(defun compile-for (names form)
  "A function of the values of NAMES that evaluates FORM."
  (quietly-compile `(lambda ,names (declare (ignorable ,@names)) ,form)))

(defstruct (compiled-text (:conc-name text-)) names package function)

(defun run-compiled (cell text arrival)
  "Evaluates TEXT with the variables of ARRIVAL, compiling it the first time. CELL: a cons whose car keeps the function."
  (let ((package (arrival-package arrival)) (names (arrival-names arrival)) (known (car cell)))
    (unless (and known (equal (text-names known) names) (eq (text-package known) package))
      (setf known (make-compiled-text :names names :package package
                                 :function (compile-for names (read-condition text package)))
            (car cell) known))
    (apply (text-function known) (arrival-values arrival))))

(defun parse-hit-condition (text)
  "(operator . count) of a hit condition: N, = N, == N, > N, >= N, < N, <= N, % N. A bare N is == N."
  (let* ((text (string-trim " " text))
         (digits (position-if #'digit-char-p text))
         (operator (string-trim " " (subseq text 0 (or digits (length text)))))
         (count (and digits (ignore-errors (parse-integer text :start digits)))))
    (unless (and count (member operator '("" "=" "==" ">" ">=" "<" "<=" "%") :test #'string=)
                 (not (and (string= operator "%") (zerop count))))
      (fail "INVALID_CONDITION" (list "hit_condition" text)
            "The hit condition ~s is not a number with one of = > >= < <= % before it" text))
    (cons operator count)))

(defun hit-wanted-p (parsed hits)
  (destructuring-bind (operator . count) parsed
    (cond ((string= operator ">") (> hits count))
          ((string= operator ">=") (>= hits count))
          ((string= operator "<") (< hits count))
          ((string= operator "<=") (<= hits count))
          ((string= operator "%") (zerop (mod hits count)))
          (t (= hits count)))))

(defun parse-log-message (text)
  "TEXT as a list of strings and (expression . cell). \\{ stands for a brace."
  (let ((parts '()) (plain (make-string-output-stream)) (i 0))
    (flet ((flush () (let ((s (get-output-stream-string plain))) (when (plusp (length s)) (push s parts)))))
      (loop while (< i (length text))
            do (let ((c (char text i)))
                 (cond ((and (char= c #\\) (< (1+ i) (length text)) (find (char text (1+ i)) "{}"))
                        (write-char (char text (1+ i)) plain) (incf i 2))
                       ((and (char= c #\{) (position #\} text :start i))
                        (flush)
                        (let ((end (position #\} text :start i)))
                          (push (cons (subseq text (1+ i) end) (list nil)) parts)
                          (setf i (1+ end))))
                       (t (write-char c plain) (incf i)))))
      (flush))
    (nreverse parts)))

(defun render-log (parts arrival)
  (with-output-to-string (out)
    (dolist (part parts)
      (if (stringp part)
          (write-string part out)
          (handler-case (write-string (text-of (run-compiled (cdr part) (car part) arrival) :escape nil :width 1000) out)
            (serious-condition (c) (format out "<~a>" (text-of c :escape nil :width 200))))))))
