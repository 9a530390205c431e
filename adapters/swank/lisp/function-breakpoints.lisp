;;;; Function breakpoints: at the first form of the body where the code is instrumented, else around the call.

(in-package :dapplex)

(defun bp-wrapped-p (breakpoint)
  (and (bp-name breakpoint) (get-wrapped breakpoint) t))

(defvar *wrapped* '() "(function name . breakpoint) of encapsulated functions.")
(defun get-wrapped (breakpoint) (rassoc breakpoint *wrapped*))

(defun base-name (name)
  "NAME without package, qualifiers and specializers, upper case: what a person types."
  (let* ((name (string-trim " " name))
         (name (if (and (> (length name) 8) (string-equal "(method " name :end2 8)) (string-trim " ()" (subseq name 8)) name))
         (end (if (char= (char name 0) #\() (length name) (or (position #\Space name) (length name))))
         (name (subseq name 0 end))
         (colon (position #\: name :from-end t)))
    (string-upcase (if colon (concatenate 'string (if (char= (char name 0) #\() "(SETF " "") (subseq name (1+ colon))) name))))

(defun without-packages (text)
  "TEXT with each word cut to what follows its last colon; a keyword keeps its colon."
  (with-output-to-string (out)
    (let ((word (make-string-output-stream)))
      (flet ((flush ()
               (let* ((w (get-output-stream-string word)) (colon (position #\: w :from-end t)))
                 (write-string (if (and colon (plusp colon)) (subseq w (1+ colon)) w) out))))
        (loop for c across text
              do (if (find c " ()") (progn (flush) (write-char c out)) (write-char c word)))
        (flush)))))

(defun squeeze (text)
  "TEXT for comparison: one space between words, lower case, without packages and without the method wrapping."
  (let* ((text (without-packages (string-trim " " (string-downcase text))))
         (text (if (and (> (length text) 8) (string= "(method " text :end2 8)) (subseq text 8 (1- (length text))) text)))
    (format nil "~{~a~^ ~}" (loop with start = 0
                                  for end = (position #\Space text :start start)
                                  for word = (subseq text start end)
                                  when (plusp (length word)) collect word
                                  while end do (setf start (1+ end))))))

(defun names-definition-p (wanted name)
  "Whether WANTED means the definition printed as NAME: a method named in full, or any function of that name."
  (if (find #\( (string-left-trim "( " (squeeze wanted)))
      (string= (squeeze wanted) (squeeze name))
      (and (string= (base-name wanted) (base-name name))
           (let ((colon (position #\: wanted)))
             (or (null colon) (null (position #\: name))
                 (string-equal (string-left-trim "(setf " (subseq wanted 0 colon))
                               (string-left-trim "(setf " (subseq name 0 (position #\: name)))))))))

(defun adopt-definition (site)
  "The body of a function was loaded: breakpoints on its name stand at its first form."
  (dolist (breakpoint *function-breakpoints*)
    (when (and (null (bp-problem breakpoint)) (names-definition-p (bp-name breakpoint) (site-name site)))
      (stand-at-definition breakpoint site)
      (tell-breakpoint breakpoint))))

(defun stand-at-definition (breakpoint site)
  (unwrap breakpoint)
  (unless (member site (bp-sites breakpoint)) (stand breakpoint site)))

;;; Code that is not instrumented: the stop is around the call.

(defun function-named (name)
  (let ((form (ignore-errors (let ((*package* (find-package :common-lisp-user))) (read-from-string name)))))
    (and (typep form '(or symbol (cons (eql setf) (cons symbol null)))) (fboundp form)
         (not (and (symbolp form) (or (macro-function form) (special-operator-p form))))
         form)))

(defun wrap (breakpoint)
  (let ((function (function-named (bp-name breakpoint))))
    (when function
      (push (cons function breakpoint) *wrapped*)
      (sb-int:encapsulate function 'dapplex-breakpoint
                          (lambda (function &rest arguments) (call-through breakpoint function arguments)))
      t)))

(declaim (notinline call-through))
(defun call-through (breakpoint function arguments)
  "The frame of a stop at a call: it stands for the function, which has none yet, and can be returned from."
  (declare (optimize (debug 3)))
  (unless *inside* (arrive-at-call breakpoint function arguments))
  (apply function arguments))

(defun unwrap (breakpoint)
  (let ((entry (get-wrapped breakpoint)))
    (when entry
      (setf *wrapped* (remove entry *wrapped*))
      (sb-int:unencapsulate (car entry) 'dapplex-breakpoint))))

(defun wrap-waiting-functions ()
  (when *function-breakpoints*
    (with-sites ()
      (dolist (breakpoint *function-breakpoints*)
        (when (and (null (bp-sites breakpoint)) (null (bp-problem breakpoint)) (null (get-wrapped breakpoint)) (wrap breakpoint))
          (tell-breakpoint breakpoint))))))

(defun place-function (breakpoint)
  (loop for unit being the hash-values of *units*
        do (dolist (site (unit-definitions unit))
             (when (and (chunk-live (site-chunk site)) (names-definition-p (bp-name breakpoint) (site-name site)))
               (stand-at-definition breakpoint site))))
  (unless (bp-sites breakpoint) (wrap breakpoint)))

(defop "set-function-breakpoints" (specs)
  (with-sites ()
    (let ((before *function-breakpoints*)
          (breakpoints (loop for spec in specs collect (apply #'spec spec))))
      (dolist (breakpoint before) (leave breakpoint) (unwrap breakpoint))
      (dolist (breakpoint breakpoints) (keep-hits breakpoint before))
      (setf *function-breakpoints* breakpoints)
      (dolist (breakpoint breakpoints)
        (check-texts breakpoint (find-package :common-lisp-user))
        (unless (bp-problem breakpoint) (place-function breakpoint)))
      (arr (mapcar #'breakpoint-json breakpoints)))))
