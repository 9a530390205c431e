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

(defun squeeze (text)
  "TEXT for comparison: one space between words, lower case, without the method wrapping."
  (let* ((text (string-trim " " (string-downcase text)))
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

(defun definition-site (definition)
  (let ((sites (chunk-sites (definition-chunk definition))))
    (or (find (definition-index definition) sites :key #'site-index)
        ;; Macros may have taken the first form apart: the next one in the source stands for it.
        (let ((later (remove-if (lambda (s) (< (site-index s) (definition-index definition))) (coerce sites 'list))))
          (and later (reduce (lambda (a b) (if (before-p b a) b a)) later))))))

(defun adopt-definition (definition)
  "A definition was loaded, before its body's sites: its breakpoints stand when the first of them is there."
  (dolist (breakpoint *function-breakpoints*)
    (when (names-definition-p (bp-name breakpoint) (definition-name definition))
      (stand-at-definition breakpoint definition))))

(defun stand-at-definition (breakpoint definition)
  (let ((site (definition-site definition)))
    (when (and site (not (member site (bp-sites breakpoint))))
      (unwrap breakpoint)
      (stand breakpoint site)
      t)))

(defun adopt-entry (site)
  "SITE was loaded: is it the entry of a function that someone waits for?"
  (when *function-breakpoints*
    (dolist (definition (unit-definitions (chunk-unit (site-chunk site))))
      (when (and (eq (definition-chunk definition) (site-chunk site)) (eql (definition-index definition) (site-index site)))
        (dolist (breakpoint *function-breakpoints*)
          (when (and (names-definition-p (bp-name breakpoint) (definition-name definition))
                     (stand-at-definition breakpoint definition))
            (tell-breakpoint breakpoint)))))))

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
                          (lambda (function &rest arguments)
                            (unless *inside* (arrive-at-call breakpoint arguments))
                            (apply function arguments)))
      t)))

(defun unwrap (breakpoint)
  (let ((entry (get-wrapped breakpoint)))
    (when entry
      (setf *wrapped* (remove entry *wrapped*))
      (sb-int:unencapsulate (car entry) 'dapplex-breakpoint))))

(defun place-function (breakpoint)
  (loop for unit being the hash-values of *units*
        do (dolist (definition (unit-definitions unit))
             (when (names-definition-p (bp-name breakpoint) (definition-name definition))
               (stand-at-definition breakpoint definition))))
  (unless (bp-sites breakpoint) (wrap breakpoint)))

(defop "set-function-breakpoints" (wishes)
  (with-sites ()
    (let ((before *function-breakpoints*)
          (breakpoints (loop for wish in wishes collect (apply #'wish wish))))
      (dolist (breakpoint before) (leave breakpoint) (unwrap breakpoint))
      (dolist (breakpoint breakpoints) (keep-hits breakpoint before))
      (setf *function-breakpoints* breakpoints)
      (dolist (breakpoint breakpoints)
        (check-texts breakpoint (find-package :common-lisp-user))
        (unless (bp-problem breakpoint) (place-function breakpoint)))
      (arr (mapcar #'breakpoint-json breakpoints)))))
