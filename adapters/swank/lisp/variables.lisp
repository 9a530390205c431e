;;;; The variables of a frame: arguments, locals, closed-over and dynamic ones.

(in-package :dapplex)

(defstruct (binding (:conc-name variable-) (:constructor make-variable (name value scope writer)))
  "SCOPE: :ARGUMENT :LOCAL :CLOSURE :DYNAMIC. WRITER sets it in the program, or is NIL."
  name value scope writer)

(defun debug-argument-p (var debug-fun)
  (labels ((seen (list)
             (some (lambda (entry) (typecase entry
                                     (sb-di:debug-var (eq entry var))
                                     (list (seen (if (keywordp (first entry)) (rest entry) entry)))))
                   list)))
    (seen (handler-case (sb-di:debug-fun-lambda-list debug-fun) (sb-di:debug-condition () '())))))

(defun live-debug-vars (frame)
  "The variables of FRAME that hold a value at its place. Of several with one name the innermost, which has the highest id."
  (let ((debug-fun (sb-di:frame-debug-fun frame)) (location (sb-di:frame-code-location frame)) (found '()))
    (handler-case
        (sb-di:do-debug-fun-vars (var debug-fun)
          (let ((symbol (sb-di:debug-var-symbol var)))
            (when (and symbol (symbol-package symbol) (not (sb-int:system-package-p (symbol-package symbol)))
                       (eq (sb-di:debug-var-validity var location) :valid))
              (let ((same (find symbol found :key #'sb-di:debug-var-symbol)))
                (when (or (null same) (> (sb-di:debug-var-id var) (sb-di:debug-var-id same)))
                  (setf found (cons var (remove same found))))))))
      (sb-di:debug-condition () nil))
    (nreverse found)))

(defun variable-of-debug-var (var frame)
  (make-variable (sb-di:debug-var-symbol var)
                 (sb-di:debug-var-value var frame)
                 (if (debug-argument-p var (sb-di:frame-debug-fun frame)) :argument :local)
                 (lambda (new) (setf (sb-di:debug-var-value var frame) new))))

(defun frame-arrival (level index)
  (and (zerop index) (level-arrival level)))

(defun specials-of (site)
  (loop for (package . symbol-name) in (and site (site-specials site))
        for name = (and (find-package package) (find-symbol symbol-name package))
        when name collect (make-variable name (if (boundp name) (symbol-value name) *unbound*) :dynamic
                               (lambda (new) (setf (symbol-value name) new)))))

(defun frame-variables (level index)
  "All variables of a frame, in the order of their scopes, each name once."
  (let* ((frame (frame-at level index))
         (arrival (frame-arrival level index))
         (live (unless (called-here level index)
                 (mapcar (lambda (var) (variable-of-debug-var var frame)) (live-debug-vars frame)))))
    (append (if arrival (merge-scope live arrival) live)
            (specials-of (if arrival (arrival-site arrival) (frame-place frame))))))

(defun merge-scope (live arrival)
  "At a site the compiler told which variables are in scope and passed their values: what the frame itself does not hold is
 closed over, or was replaced by its constant value."
  (let ((in-scope (loop for name in (arrival-names arrival)
                        for value in (arrival-values arrival)
                        collect (or (find name live :key #'variable-name)
                                    (make-variable name value (if (arrival-site arrival) :closure :argument) nil)))))
    (if (or (arrival-names arrival) (null (arrival-site arrival)))
        (append (reverse (remove :closure in-scope :key #'variable-scope))
                (reverse (remove :closure in-scope :key #'variable-scope :test-not #'eq)))
        live)))

(defun variable-json (variable)
  (list* :o "name" (let ((*print-case* :downcase)) (variable-text (variable-name variable)))
         "scope" (string-downcase (variable-scope variable))
         "expression" (or-absent (variable-expression variable))
         "writable" (bool (variable-writer variable))
         (cdr (value-json (variable-value variable)))))

(defun variable-expression (variable)
  "What reads VARIABLE in the package of its frame; NIL for a symbol that cannot be read, and for what has no value."
  (let ((name (variable-name variable)))
    (and (symbol-package name) (not (eq (variable-value variable) *unbound*))
         (let ((*print-case* :downcase)) (prin1-to-string name)))))

(defun variable-text (name)
  "NAME as it is read in its own package."
  (let ((*package* (or (symbol-package name) *package*)) (*print-case* :downcase)) (prin1-to-string name)))

(defun frame-package-of (level index)
  (let* ((arrival (frame-arrival level index))
         (site (if arrival (arrival-site arrival) (frame-place (frame-at level index))))
         (symbol (name-symbol (or (called-here level index) (frame-name-form (frame-at level index))))))
    (or (and site (site-package site))
        (and symbol (symbol-package symbol) (not (sb-int:system-package-p (symbol-package symbol))) (symbol-package symbol))
        (find-package :common-lisp-user))))

(defop "variables" (level-number index)
  (let* ((level (level-at level-number)) (*package* (frame-package-of level index)))
    (arr (mapcar #'variable-json (frame-variables level index)))))

(defun find-variable (level index name)
  (or (find name (frame-variables level index) :key (lambda (v) (variable-text (variable-name v))) :test #'string-equal)
      (fail "INVALID_REFERENCE" (list "name" name) "Frame ~d has no variable ~a" index name)))

(defop "set-variable" (level-number index name expression)
  (let* ((level (level-at level-number)) (*package* (frame-package-of level index))
         (variable (find-variable level index name)))
    (unless (variable-writer variable)
      (fail "UNSUPPORTED" (list "capability" "setVariable")
            "~a cannot be set: it is closed over or never assigned, and the compiler put its value in place of it" name))
    (let ((new (first (evaluate-in-frame level index expression))))
      (handler-case (funcall (variable-writer variable) new)
        (type-error () (fail "SLOT_TYPE_ERROR" (list "name" name) "~a is of the wrong type for ~a" (text-of new :width 100) name)))
      (value-json new))))
