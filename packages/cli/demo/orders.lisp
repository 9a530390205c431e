;; The program of `dapplex demo`: three orders are added up; the discount is a local that the demo changes.
(defpackage :orders-demo
  (:use :cl))

(in-package :orders-demo)

(defun report (customer amount)
  (format t "~a: ~a~%" customer amount)
  amount)

(defun total (order)
  (let* ((discount 0)
         (items (rest order))
         (sum (loop for (nil price count) in items sum (* price count))))
    (report (first order) (- sum discount)))) ; BREAK

(defparameter *orders*
  '(("Ada" ("pen" 2 10) ("ink" 15 1))
    ("Grace" ("book" 30 2))
    ("Edsger" ("chalk" 1 40))))

(format t "all: ~a~%" (loop for order in *orders* sum (total order)))
