;;;; Reaching a site: breakpoints first, then steps. Steps compare the address of the frame at the same sites.

(in-package :dapplex)

(defstruct (travel (:constructor make-travel (mode frame-pointer site by)))
  "A step that a thread is on. MODE: :INTO :OVER :OUT :ENTRY :RESTART. BY: :LINE or :FORM."
  mode frame-pointer site by)

(defvar *travels* (make-hash-table :test 'eq :synchronized t) "Thread -> the step it is on.")

(defun update-watching ()
  (set-watching (or (plusp (hash-table-count *travels*)) (data-watched-p))))

(defun set-travel (thread travel)
  (if travel
      (setf (gethash thread *travels*) travel)
      (remhash thread *travels*))
  (forget-dead-travels)
  (update-watching))

(defun forget-dead-travels ()
  (let ((dead (loop for thread being the hash-keys of *travels*
                    unless (sb-thread:thread-alive-p thread) collect thread)))
    (dolist (thread dead) (remhash thread *travels*))))

(defun same-line-p (a b)
  (and a b (= (site-line a) (site-line b)) (equal (site-file a) (site-file b))))

(defun new-place-p (travel site)
  "Whether SITE, reached in the frame where the step began, is another place. The very site it began at, reached again, is
 one too: a loop has come round."
  (let ((from (travel-site travel)))
    (ecase (travel-by travel)
      (:line (or (eq from site) (not (same-line-p from site))))
      (:form t))))

(defun arrived-p (travel site frame-pointer)
  "Whether the step ends at SITE. The stack grows down: a caller's frame has the higher address."
  (let ((here frame-pointer) (start (travel-frame-pointer travel)))
    (ecase (travel-mode travel)
      ((:entry :restart) t)
      (:into (or (/= here start) (new-place-p travel site)))
      (:over (or (> here start) (and (= here start) (new-place-p travel site))))
      (:out (> here start)))))

(defun wanted-breakpoints (arrival)
  "The breakpoints of the site that stop now, after conditions, hit counts and log messages; and what is to be told."
  (let ((ids '()) (kinds '()) (texts '()))
    (dolist (breakpoint (reverse (site-breakpoints (arrival-site arrival))))
      (multiple-value-bind (stops text) (breakpoint-stops-p breakpoint arrival)
        (when text (push text texts))
        (when stops
          (push (bp-id breakpoint) ids)
          (push (if (bp-name breakpoint) :function-breakpoint :breakpoint) kinds))))
    (values (nreverse ids) (first kinds) (nreverse texts))))

(defun condition-holds-p (breakpoint arrival)
  (if (bp-condition breakpoint)
      (handler-case (run-compiled (bp-condition-cell breakpoint) (bp-condition breakpoint) arrival)
        (serious-condition (c)
          (values t (format nil "The condition ~a of the breakpoint signals: ~a"
                            (bp-condition breakpoint) (text-of c :escape nil)))))
      t))

(defun breakpoint-stops-p (breakpoint arrival)
  (multiple-value-bind (holds text) (condition-holds-p breakpoint arrival)
    (cond ((null holds) nil)
          ((and (bp-hit breakpoint) (not (hit-wanted-p (bp-hit breakpoint) (incf (bp-hits breakpoint))))) nil)
          ((bp-log breakpoint)
           (let ((site (arrival-site arrival)))
             (send-event "log" (obj "text" (render-log (bp-log breakpoint) arrival)
                                    "path" (site-file site) "line" (site-line site))))
           (values nil text))
          (t (values t text)))))

(defmacro with-print-watch-if (test form)
  `(if (some #'bp-log ,test) (with-print-watch () ,form) ,form))

(defun still-stops-p (site)
  "Whether a breakpoint stands at SITE that stops: the thread may have been paused, and others have taken it out, since the
 conditions were evaluated."
  (notevery #'bp-log (site-breakpoints site)))

(defun arrive (arrival)
  "A thread is at a site whose flag is set: stop there if someone wants that."
  (let ((*inside* t) (site (arrival-site arrival)) (travel (gethash sb-thread:*current-thread* *travels*)))
    (let ((*break-on-signals* nil))
      (multiple-value-bind (ids kind texts) (with-print-watch-if (site-breakpoints site) (wanted-breakpoints arrival))
        (let ((change (changed-data arrival)))
          (cond ((and ids (still-stops-p site)) (stop-at arrival kind :ids ids :text (first texts)))
                (change (stop-at arrival :data-breakpoint :ids (first change) :text (second change)))
                ((and travel (not (site-argument site)) (arrived-p travel site (arrival-frame-pointer arrival)))
                 (stop-at arrival (case (travel-mode travel) (:entry :entry) (:restart :restart) (t :step))))))))))
