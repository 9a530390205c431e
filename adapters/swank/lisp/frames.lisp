;;;; The stack of a level: names, places, and which frames belong to the system.

(in-package :dapplex)

(defun level-stack (level)
  "All frames of LEVEL, from the top down to where the helper started the program."
  (or (level-frames level)
      (setf (level-frames level)
            (let ((frames (make-array 32 :adjustable t :fill-pointer 0)))
              (loop for frame = (level-top level) then (sb-di:frame-down frame)
                    while frame
                    until (harness-frame-p frame)
                    unless (and (call-frame-p frame) (not (eq frame (level-top level))))
                      do (vector-push-extend frame frames)
                    finally (when frame (drop-loader frames)))
              frames))))

(defun drop-loader (frames)
  "Takes away the frames by which the helper's LOAD reached the program's top-level form."
  (let ((last (position-if-not #'system-frame-p frames :from-end t)))
    (when last (setf (fill-pointer frames) (1+ last)))))

(defun frame-name-form (frame) (sb-di:debug-fun-name (sb-di:frame-debug-fun frame)))

(defun harness-frame-p (frame)
  (member (frame-name-form frame) '(main run-program-here op-lisp-eval op-lisp-eval-in-frame)))

(defun frame-at (level index)
  (let ((stack (level-stack level)))
    (if (< -1 index (length stack))
        (aref stack index)
        (fail "INVALID_FRAME" (list "frame_index" index) "There is no frame ~d: the stack has ~d" index (length stack)))))

(defun name-text (name)
  (let ((*print-case* :downcase) (*print-pretty* nil) (*package* (find-package :keyword)))
    (typecase name
      (string name)
      (symbol (if (symbol-package name) (string-downcase (symbol-name name)) (prin1-to-string name)))
      (cons (case (car name)
              ((sb-c::xep sb-c::tl-xep sb-c::&more-processor sb-c::&optional-processor) (name-text (second name)))
              (sb-pcl::fast-method (method-name-text (cdr name)))
              (sb-pcl::slow-method (method-name-text (cdr name)))
              (lambda (let ((home (getf-in name)))
                        (cond ((stringp home) (if (second name) "lambda at top level" "top level"))
                              (home (format nil "lambda in ~a" (name-text home)))
                              (t "lambda"))))
              ((flet labels) (if (and (getf-in name) (not (stringp (getf-in name))))
                                 (format nil "~a in ~a" (name-text (second name)) (name-text (getf-in name)))
                                 (name-text (second name))))
              (setf (format nil "(setf ~a)" (name-text (second name))))
              (t (string-downcase (princ-to-string name)))))
      (t (princ-to-string name)))))

(defun getf-in (name)
  (let ((rest (member :in name))) (second rest)))

(defun method-name-text (name)
  "(name qualifier... (specializer...)) as a person writes it."
  (format nil "~a~{ ~(~s~)~} (~{~a~^ ~})" (name-text (first name)) (butlast (rest name))
          (mapcar (lambda (s) (if (consp s) (string-downcase (princ-to-string s)) (name-text s))) (first (last name)))))

(defun name-symbol (name)
  "The symbol that tells whose function NAME is."
  (loop while (consp name)
        do (setf name (case (car name)
                        ((lambda) (getf-in name))
                        ((flet labels) (or (getf-in name) (second name)))
                        (t (second name)))))
  (and (symbolp name) name))

(defun frame-file (frame)
  (let* ((location (sb-di:frame-code-location frame))
         (source (ignore-errors (sb-di:code-location-debug-source location))))
    (and source (ignore-errors (sb-c::debug-source-namestring source)))))

(defun frame-place (frame)
  "The site of the form that FRAME is at, or NIL when its code is not instrumented."
  (let ((file (frame-file frame)) (location (sb-di:frame-code-location frame)))
    (and file
         (ignore-errors
          (site-of-form (if (find #\~ file) (sb-ext:native-namestring (translate-logical-pathname file)) file)
                        (sb-di:code-location-toplevel-form-offset location)
                        (sb-di:code-location-form-number location))))))

(defvar *libraries* '("ASDF" "UIOP" "IT.BESE.FIVEAM" "PARACHUTE" "ORG.SHIRAKUMO.PARACHUTE")
  "Packages that load systems and run tests; so are those that are named after them and a slash.")

(defun library-package-p (name)
  (some (lambda (library)
          (let ((end (mismatch library name)))
            (or (null end) (and (= end (length library)) (char= (char name end) #\/)))))
        *libraries*))

(defun system-frame-p (frame)
  (let* ((symbol (name-symbol (frame-name-form frame))) (package (and symbol (symbol-package symbol)))
         (name (and package (package-name package))) (file (frame-file frame)))
    (and (not (and file (gethash file *units*)))
         (or (and file (eql 0 (search "SYS:" file)))
             (and name (or (sb-int:system-package-p package) (eql 0 (search "SWANK" name)) (string= name "DAPPLEX")
                           (library-package-p name)))
             (and (stringp (frame-name-form frame)) t)))))

(defvar *foreign-places* (make-hash-table :test 'equal :synchronized t)
  "(file toplevel form-number) -> place of code that is not instrumented, read from its source once.")

(defun foreign-place (frame)
  "File, line and column of code that is not instrumented, by Swank's reading of the source file."
  (let ((file (frame-file frame)) (location (sb-di:frame-code-location frame)))
    (when (and file (not (eql 0 (search "SYS:" file))))
      (let ((key (list file (ignore-errors (sb-di:code-location-toplevel-form-offset location))
                       (ignore-errors (sb-di:code-location-form-number location)))))
        (multiple-value-bind (place known) (gethash key *foreign-places*)
          (if known place
              (setf (gethash key *foreign-places*) (ignore-errors (read-foreign-place location)))))))))

(defun read-foreign-place (location)
  (place-of-location (swank/sbcl::code-location-source-location location) 0))

(defun called-here (level index)
  "The name of the function that frame INDEX stands for without being its own, see CALL-THROUGH."
  (and (zerop index) (level-arrival level) (arrival-called (level-arrival level))))

(defun called-place (name)
  "File, line and column of the definition of the function NAME, as far as it is known."
  (let* ((function (fdefinition name)) (key (list :definition function)))
    (multiple-value-bind (place known) (gethash key *foreign-places*)
      (if known place
          (setf (gethash key *foreign-places*)
                (place-of-location (ignore-errors (swank/backend:find-source-location function)) 1))))))

(defun place-of-location (found first)
  "File, line and column of a location of Swank whose positions count from FIRST."
  (when (and (consp found) (eq (car found) :location) (eq (car (second found)) :file))
    (let ((file (second (second found))) (position (second (third found))))
      (multiple-value-bind (line column) (ignore-errors (position-in-file file (- position first)))
        (when line (list file line column))))))

(defun frame-source (frame level index)
  "Path, line, column, end line, end column (columns from 1), as far as they are known."
  (if (called-here level index)
      (let ((place (called-place (called-here level index))))
        (and place (list (first place) (second place) (1+ (third place)) nil nil)))
      (source-of-code frame level index)))

(defun source-of-code (frame level index)
  (let ((site (if (and (zerop index) (level-arrival level) (arrival-site (level-arrival level)))
                  (arrival-site (level-arrival level))
                  (frame-place frame))))
    (if site
        (list (site-file site) (site-line site) (1+ (site-column site)) (site-end-line site) (1+ (site-end-column site)))
        (let ((place (foreign-place frame)))
          (and place (list (first place) (second place) (1+ (third place)) nil nil))))))

(defun frame-json (frame level index)
  (destructuring-bind (&optional path line column end-line end-column) (frame-source frame level index)
    (let* ((called (called-here level index)) (name (or called (frame-name-form frame))) (symbol (name-symbol name)))
      (obj "index" index
           "name" (name-text name)
           "path" (or-absent path) "line" (or-absent line) "column" (or-absent column)
           "end_line" (or-absent end-line) "end_column" (or-absent end-column)
           "package" (if (and symbol (symbol-package symbol)) (package-name (symbol-package symbol)) :absent)
           "tail_call_of" (let ((lost (lost-frame level index))) (if lost (name-text lost) :absent))
           "system" (bool (and (not called) (system-frame-p frame)))
           "restartable" (bool (ignore-errors (sb-debug:frame-has-debug-tag-p frame)))))))

(defop "frames" (level-number start count)
  (let* ((level (level-at level-number)) (stack (level-stack level)) (end (min (length stack) (+ start count))))
    (obj "total" (length stack)
         "frames" (arr (loop for i from start below end collect (frame-json (aref stack i) level i))))))
