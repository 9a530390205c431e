;;;; Breakpoints: what the client asked for, and the sites they came to.

(in-package :dapplex)

(defstruct (breakpoint (:conc-name bp-))
  "One spec. FILE, LINE, COLUMN or NAME. SITES: where it stands now, one for a line, any number for a name. FOREIGN: code of
 the file is there, without sites."
  id file line column name condition hit hit-text log (condition-cell (list nil)) (hits 0) (sites '()) (problem nil) (foreign nil))

(defvar *file-breakpoints* (make-hash-table :test 'equal :synchronized t) "File -> its breakpoints.")
(defvar *function-breakpoints* '())

(defun bp-site (breakpoint) (first (bp-sites breakpoint)))

(defun stand (breakpoint site)
  (push site (bp-sites breakpoint))
  (push breakpoint (site-breakpoints site))
  (arm-site site))

(defun leave (breakpoint)
  (dolist (site (bp-sites breakpoint))
    (setf (site-breakpoints site) (remove breakpoint (site-breakpoints site)))
    (arm-site site))
  (setf (bp-sites breakpoint) '()))

(defun reachable-from-p (site breakpoint)
  "Whether SITE is at or after the place that BREAKPOINT asks for."
  (or (> (site-line site) (bp-line breakpoint))
      (and (= (site-line site) (bp-line breakpoint))
           (or (null (bp-column breakpoint)) (>= (site-column site) (bp-column breakpoint))))))

(defun improve (breakpoint site)
  "Moves BREAKPOINT to SITE when that is nearer to the place asked for. Answers true when it moved."
  (when (and (null (bp-problem breakpoint)) (reachable-from-p site breakpoint)
             (or (null (bp-site breakpoint)) (before-p site (bp-site breakpoint))))
    (leave breakpoint)
    (stand breakpoint site)
    t))

(defun adopt-site (site)
  "A site came to be (code was loaded): waiting breakpoints of its file take it if it is theirs."
  (arm-site site)
  (dolist (breakpoint (gethash (site-file site) *file-breakpoints*))
    (when (improve breakpoint site) (tell-breakpoint breakpoint)))
  (when (site-name site) (adopt-definition site)))

(defun replace-unit (old new)
  "NEW code of a file takes the breakpoints of OLD code."
  (dolist (breakpoint (gethash (unit-file new) *file-breakpoints*)) (leave breakpoint))
  (dolist (breakpoint *function-breakpoints*)
    (dolist (site (bp-sites breakpoint))
      (when (eq (chunk-unit (site-chunk site)) old)
        (setf (bp-sites breakpoint) (remove site (bp-sites breakpoint))
              (site-breakpoints site) (remove breakpoint (site-breakpoints site)))
        (arm-site site)))))

(defun place-in-file (breakpoint)
  (let ((unit (gethash (bp-file breakpoint) *units*)))
    (when unit
      (dolist (site (unit-sites unit)) (improve breakpoint site)))))

(defun breakpoint-json (breakpoint)
  (let ((site (bp-site breakpoint)))
    (obj "id" (bp-id breakpoint)
         "verified" (bool (or site (bp-wrapped-p breakpoint)))
         "path" (if site (site-file site) (or-absent (bp-file breakpoint)))
         "line" (if site (site-line site) (or-absent (bp-line breakpoint)))
         "column" (if site (1+ (site-column site)) :absent)
         "end_line" (if site (site-end-line site) :absent)
         "end_column" (if site (1+ (site-end-column site)) :absent)
         "message" (or-absent (breakpoint-message breakpoint site)))))

(defun breakpoint-message (breakpoint site)
  (cond ((bp-problem breakpoint))
        ((and site (bp-line breakpoint) (/= (site-line site) (bp-line breakpoint)))
         (format nil "No form begins on line ~d: moved to the next one" (bp-line breakpoint)))
        (site nil)
        ((bp-wrapped-p breakpoint) "This code is not instrumented: the stop is at the call")
        ((not (eq *hook* :works)) (format nil "Breakpoints need the compiler hook: ~a" *hook*))
        ((bp-name breakpoint) (format nil "No function ~a is loaded yet" (bp-name breakpoint)))
        ((gethash (bp-file breakpoint) *units*) "No form begins at or after this line in the code loaded so far")
        ((bp-foreign breakpoint)
         "This file was loaded from code compiled without breakpoints: recompile it (tool lisp_compile, attach argument recompile)")
        (t "Pending: the file is not loaded yet")))

(defun functions-of-file-p (file)
  "Whether the image holds functions compiled from FILE."
  (do-all-symbols (symbol nil)
    (when (and (fboundp symbol)
               (some (lambda (function) (equal (function-file function) file))
                     (list (or (macro-function symbol) (fdefinition symbol)))))
      (return t))))

(defun function-file (function)
  (if (typep function 'generic-function)
      (let ((method (first (swank-mop:generic-function-methods function))))
        (and method (function-file (or (ignore-errors (sb-mop:method-function method)) #'car))))
      (let* ((code (sb-kernel:fun-code-header (sb-kernel:%fun-fun function)))
             (info (sb-kernel:%code-debug-info code))
             (source (and (typep info 'sb-c::compiled-debug-info) (sb-c::compiled-debug-info-source info))))
        (and source (sb-c::debug-source-namestring source)))))

(defun explain (breakpoints file)
  "Finds out for BREAKPOINTS of FILE that stand nowhere whether code of the file is there without sites."
  (let ((waiting (and breakpoints (null (gethash file *units*)) (remove-if #'bp-foreign breakpoints))))
    (when (and waiting (ignore-errors (functions-of-file-p file)))
      (dolist (breakpoint waiting waiting) (setf (bp-foreign breakpoint) t)))))

(defun explain-waiting-breakpoints (loaded)
  "After LOADED was loaded: a compiled file of that name may be one without sites."
  (when (typep loaded '(or string pathname))
    (let ((name (pathname-name (pathname loaded))))
      (loop for file in (loop for file being the hash-keys of *file-breakpoints* collect file)
            when (equal name (pathname-name (sb-ext:parse-native-namestring file)))
              do (mapc #'tell-breakpoint (explain (gethash file *file-breakpoints*) file))))))

(defun tell-breakpoint (breakpoint)
  (send-event "breakpoint" (breakpoint-json breakpoint)))

(defun check-texts (breakpoint package)
  "Finds out what can be found before the code is reached: unreadable conditions and bad hit counts."
  (handler-case
      (progn
        (when (bp-condition breakpoint) (read-condition (bp-condition breakpoint) package))
        (when (bp-hit breakpoint) (setf (bp-hit breakpoint) (parse-hit-condition (bp-hit breakpoint))))
        (when (bp-log breakpoint) (setf (bp-log breakpoint) (parse-log-message (bp-log breakpoint)))))
    (failure (c)
      ;; A package that does not exist yet is no error of the condition: it is read again where it is reached.
      (unless (search "ackage" (failure-text c))
        (setf (bp-problem breakpoint) (format nil "INVALID_CONDITION: ~a" (failure-text c)))))))

(defun spec (id &key file line column name condition hit log)
  (make-breakpoint :id id :file file :line line :column column :name name :condition condition :hit hit :log log))

(defun true-file (file)
  "FILE as the compiler spells it."
  (let ((found (ignore-errors (probe-file (sb-ext:parse-native-namestring file)))))
    (if found (sb-ext:native-namestring found) file)))

(defun file-package (file)
  (let ((unit (gethash file *units*)))
    (or (and unit (loop for chunk being the hash-values of (unit-chunks unit)
                        for package = (find-package (chunk-package chunk))
                        when package return package))
        (find-package :common-lisp-user))))

(defun keep-hits (breakpoint before)
  "The list of a file is sent again when one breakpoint changes: the others go on counting."
  (let ((same (find-if (lambda (b) (and (eql (bp-line b) (bp-line breakpoint)) (eql (bp-column b) (bp-column breakpoint))
                                        (equal (bp-name b) (bp-name breakpoint))
                                        (equal (bp-hit-text b) (bp-hit breakpoint))
                                        (equal (bp-condition b) (bp-condition breakpoint))))
                       before)))
    (setf (bp-hit-text breakpoint) (bp-hit breakpoint))
    (when same (setf (bp-hits breakpoint) (bp-hits same)))))

(defop "set-breakpoints" (file specs)
  (let ((file (true-file file)))
    (with-sites ()
      (let* ((before (gethash file *file-breakpoints*))
             (breakpoints (loop for spec in specs collect (apply #'spec (first spec) :file file (rest spec)))))
        (mapc #'leave before)
        (dolist (breakpoint breakpoints) (keep-hits breakpoint before))
        (setf (gethash file *file-breakpoints*) breakpoints)
        (dolist (breakpoint breakpoints)
          (check-texts breakpoint (file-package file))
          (unless (bp-problem breakpoint) (place-in-file breakpoint)))
        ;; A launched image holds no code of the program before it runs.
        (when (or *attached* *program*) (explain breakpoints file))
        (arr (mapcar #'breakpoint-json breakpoints))))))

(defop "breakpoint-locations" (file line end-line)
  (let ((unit (gethash (true-file file) *units*)))
    (arr (loop for site in (sort (if unit (unit-sites unit) '()) #'before-p)
               when (<= line (site-line site) (or end-line line))
                 collect (obj "line" (site-line site) "column" (1+ (site-column site))
                              "endLine" (site-end-line site) "endColumn" (1+ (site-end-column site)))))))
