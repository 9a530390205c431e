;;;; Trails: while data is watched, each thread's calls and the site that each call was last at. Between two sites of one
;;;; thread the form at the earlier one ran, and the rest of the calls that have returned meanwhile.

(in-package :dapplex)

(defvar *trails* (make-hash-table :test 'eq :synchronized t)
  "Thread -> ((frame-pointer . site) ...), the innermost call first. The stack grows down: a caller has the higher address.")

(defparameter *most-callers* 200 "Calls below a stop that are looked through.")

(defparameter *most-trails* 1000 "Threads that have ended keep theirs: it may be their last form that has written.")

(defun forget-trails () (clrhash *trails*))

(defun forget-ended-trails ()
  (sb-ext:with-locked-hash-table (*trails*)
    (loop for thread in (loop for thread being the hash-keys of *trails* collect thread)
          unless (sb-thread:thread-alive-p thread) do (remhash thread *trails*))))

(defun last-sites-elsewhere ()
  "The site that each other thread was last at."
  (sb-ext:with-locked-hash-table (*trails*)
    (loop for thread being the hash-keys of *trails* using (hash-value trail)
          unless (or (eq thread sb-thread:*current-thread*) (null trail))
            collect (cdr (first trail)))))

(defun note-arrival (arrival)
  "The thread is at ARRIVAL. Answers the sites that may have run since its last one, the innermost first."
  (let* ((thread sb-thread:*current-thread*) (here (arrival-frame-pointer arrival)) (site (arrival-site arrival))
         (trail (gethash thread *trails*)) (ran '()))
    (loop while (and trail (< (car (first trail)) here))
          do (push (cdr (pop trail)) ran))
    (let ((last (first trail)))
      (when last
        (push (cdr last) ran)
        ;; Another call at the same address: the one that was there has returned to its caller.
        (when (and (= (car last) here) (rest trail)
                   (not (eq (site-chunk (cdr last)) (site-chunk site))))
          (push (cdr (second trail)) ran)))
      (when (and (null trail) (> (hash-table-count *trails*) *most-trails*)) (forget-ended-trails))
      (setf (gethash thread *trails*)
            (acons here site (if (and last (= (car last) here)) (rest trail) trail))))
    (nreverse ran)))

(defun begin-trail (frame site)
  "This thread goes on from FRAME, where it was stopped: at SITE, if that is known."
  (when (data-watched-p)
    (setf (gethash sb-thread:*current-thread* *trails*)
          (loop for caller = frame then (sb-di:frame-down caller)
                repeat *most-callers*
                while (and caller (not (harness-frame-p caller)))
                for place = (or site (frame-place caller))
                when place collect (cons (sb-sys:sap-int (sb-di::frame-pointer caller)) place)
                do (setf site nil)))))

(defun site-function (site)
  "The name of the function that SITE is in, as far as its body is known."
  (let ((found nil))
    (loop for other across (chunk-sites (site-chunk site))
          when (and other (site-name other) (not (before-p site other))
                    (or (null found) (before-p found other)))
            do (setf found other))
    (and found (bare-name (site-name found)))))

(defun bare-name (text)
  "A name as printed, without its package."
  (let ((colon (position #\: text :from-end t :end (position #\Space text))))
    (if colon (subseq text (1+ colon)) text)))

(defun places-json (sites)
  "SITES as the client is told of them: lines, each once."
  (arr (loop for site in (remove-duplicates sites :test #'same-line-p :from-end t)
             for name = (site-function site)
             collect (obj "function" (or-absent name)
                          "path" (site-file site) "line" (site-line site) "column" (1+ (site-column site))))))
