;;;; The helper that the shim loads into the image. Everything the shim asks for goes through DAPPLEX:CALL.

(defpackage :dapplex
  (:use :cl)
  (:export #:call #:start #:build-core))

(in-package :dapplex)

(defvar *version* nil "Which helper this is: set when it is brought into a running image.")

(defvar *operations* (make-hash-table :test 'equal)
  "Name on the wire -> function.")

(defmacro defop (name lambda-list &body body)
  "Defines an operation the shim can call by NAME (a string). It returns a JSON value (see json.lisp)."
  (let ((function (intern (format nil "OP-~a" (string-upcase name)) :dapplex)))
    `(progn (defun ,function ,lambda-list ,@body)
            (setf (gethash ,name *operations*) ',function))))

(defvar *inside* nil
  "True while the helper works in a thread: no breakpoint, filter or step stops it there.")

(defvar *instrumented* t "What to instrument: T all files, NIL none, or a list of folders and files.")

(defvar *fasl-folder* nil "Compiled files in this folder may be instrumented: they are loaded by debugged images only.")

(defvar *hook* :missing "Whether the compiler hook works in this image: :WORKS, or a text that says why not.")

(defvar *program* nil "What a launched image runs, once it was told: (kind text options...), see RUN-PROGRAM-HERE.")

(defvar *connection* nil
  "The Swank connection of the debug adapter; stops and events go there and nowhere else.")

(define-condition failure (error)
  ((type :initarg :type :reader failure-type)
   (text :initarg :text :reader failure-text)
   (data :initarg :data :initform nil :reader failure-data))
  (:report (lambda (c s) (write-string (failure-text c) s)))
  (:documentation "An expected failure: TYPE is a code of the error catalogue, DATA a property list of strings and values."))

(defun fail (type data control &rest arguments)
  (error 'failure :type type :data data :text (apply #'format nil control arguments)))
