;;;; A call records its own lines: the conditions of breakpoints at them note what has changed, and are not met.

(in-package :dapplex)

(defstruct (recording (:constructor make-recording (thread frame-pointer names most flag entries)))
  "What one call of THREAD records. NAMES: its arguments and locals. MOST: lines. FLAG: an expression; NIL for none, and when it
 was true. ENTRIES: the variables at the line before. LINES: JSON, in the order in which they ran; TAKEN of them were told."
  thread frame-pointer names most flag entries
  (flag-cell (list nil)) (lines (make-array 100 :adjustable t :fill-pointer 0)) (taken 0))

(defvar *recording* nil "One at a time: a debugger traces one call.")

(defparameter *most-recorded-places* 150 "A longer function is stepped through.")

;;; Entries: (name text . value). VALUE is kept where one that is EQL prints the same, else it is PRINTED.

(defun entry-name (entry) (first entry))
(defun entry-text (entry) (second entry))
(defun entry-value (entry) (cddr entry))

(defun atomic-p (value) (typep value '(or number character symbol)))

(defun opaque-p (value)
  "Whether VALUE prints as its class and address, so that its text tells no change."
  (and (typep value 'standard-object) (not (functionp value)) (not (printed-by-program-p value))))

(defun slots-text (value)
  "{name: \"Ada\", visits: 0}, as a stop shows it."
  (let ((places (ignore-errors (named-places value))))
    (format nil "{~{~(~a~): ~a~^, ~}~:[~;, …~]}"
            (loop for place in places
                  repeat *plain-slots*
                  collect (place-name place)
                  collect (handler-case (text-of (place-value place) :width 60 :circle nil)
                            (error () "#<unbound>")))
            (nthcdr *plain-slots* places))))

(defun recorded-text (value)
  (with-print-watch () (if (opaque-p value) (slots-text value) (values (text-of value :circle nil)))))

(defun entry-of (name value before)
  (cond ((not (atomic-p value)) (list* name (recorded-text value) 'printed))
        ((and before (eql value (entry-value before))) before)
        (t (list* name (values (text-of value)) value))))

(defun entries-of (names values wanted before)
  (loop for name in names
        for value in values
        when (member name wanted)
          collect (entry-of name value (find name before :key #'entry-name))))

(defun changes-between (before after)
  (loop for entry in after
        for old = (find (entry-name entry) before :key #'entry-name)
        unless (or (eq entry old) (and old (string= (entry-text entry) (entry-text old))))
          collect (let ((*print-case* :downcase))
                    (obj "name" (variable-text (entry-name entry))
                         "before" (if old (entry-text old) :absent)
                         "after" (entry-text entry)))))

;;; In the call.

(defun flagged-p (recording arrival)
  "Whether the flag is true, for the first time."
  (let ((flag (recording-flag recording)))
    (when (and flag (ignore-errors (run-compiled (recording-flag-cell recording) flag arrival)))
      (setf (recording-flag recording) nil)
      t)))

(defun note-line (recording arrival)
  (let* ((before (recording-entries recording))
         (after (entries-of (arrival-names arrival) (arrival-values arrival) (recording-names recording) before))
         (changes (changes-between before after)))
    (setf (recording-entries recording) after)
    (vector-push-extend (obj "line" (site-line (arrival-site arrival))
                             "changes" (arr changes)
                             "flagged" (if (flagged-p recording arrival) :true :absent))
                        (recording-lines recording))))

(defun record-line ()
  "The condition of a breakpoint at a line: false, until as many lines are recorded as are wanted."
  (let ((recording *recording*) (arrival *arrival*))
    (when (and recording arrival
               (eq (recording-thread recording) sb-thread:*current-thread*)
               (= (recording-frame-pointer recording) (arrival-frame-pointer arrival)))
      (note-line recording arrival)
      (>= (length (recording-lines recording)) (recording-most recording)))))

;;; At the end of the program.

(defun bottom-frame ()
  "No frame of the program is below a stop at it."
  (loop for frame = (sb-di:top-frame) then below
        for below = (sb-di:frame-down frame)
        unless below return frame))

(defun hold-recording ()
  "The program ends while a thread steps out of a call that has recorded itself: it stops once more, as at the end of that step, so
 that the lines can be read."
  (let ((recording *recording*) (thread sb-thread:*current-thread*))
    (when (and recording (eq (recording-thread recording) thread) (gethash thread *travels*))
      (let ((*inside* t))
        (enter-debugger (make-condition 'stop :reason :step) (bottom-frame) :reason :step)))))

;;; For the debugger.

(defun names-of-code (frame)
  "The arguments and locals of the code of FRAME, wherever it is."
  (let ((names '()))
    (handler-case
        (sb-di:do-debug-fun-vars (var (sb-di:frame-debug-fun frame))
          (when (sb-di:debug-var-symbol var) (pushnew (sb-di:debug-var-symbol var) names)))
      (sb-di:debug-condition () nil))
    names))

(defun lines-of-form (site)
  "The lines of the top-level form around SITE where a thread can stop; none if it is so long that not each has its variables."
  (let ((sites (remove nil (chunk-sites (site-chunk site)))))
    (when (<= (length sites) *most-checks*)
      (sort (remove-duplicates (map 'list #'site-line sites)) #'<))))

(defun entries-of-frame (level index)
  (loop for variable in (frame-variables level index)
        when (member (variable-scope variable) '(:argument :local))
          collect (entry-of (variable-name variable) (variable-value variable) nil)))

(defop "record-call" (level-number index most flag)
  (let* ((level (level-at level-number)) (frame (frame-at level index)) (arrival (frame-arrival level index))
         (site (if arrival (arrival-site arrival) (frame-place frame)))
         (lines (and site (lines-of-form site)))
         (places (if (<= (length lines) *most-recorded-places*) lines '())))
    (pushnew 'hold-recording sb-ext:*exit-hooks*)
    (setf *recording*
          (and places
               (make-recording (stopped-thread) (sb-sys:sap-int (sb-di::frame-pointer frame)) (names-of-code frame)
                               most flag (entries-of-frame level index))))
    (obj "places" (arr (loop for line in places collect (obj "line" line "condition" "(dapplex::record-line)"))))))

(defop "recorded-lines" (count)
  (let* ((recording *recording*)
         (lines (if recording (recording-lines recording) #()))
         (start (if recording (recording-taken recording) 0))
         (end (min (length lines) (+ start count))))
    (if (< start end)
        (setf (recording-taken recording) end)
        (setf *recording* nil))
    (obj "lines" (subseq lines start end))))
