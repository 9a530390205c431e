import { expect, test } from 'vitest'
import { Lisp, programFile } from './lisp-program.js'

const program = `(defpackage :other (:use :cl) (:export #:shown))
(defpackage :names (:use :cl))
(in-package :names)
(defstruct point x (y 2) other::hidden)
(defclass thing () ((name :initarg :name) (empty) (other::inner :initform 'other::secret)))
(define-condition trouble (error) ((why :initarg :why)))
(defvar *special* (list 1 2))
(defun table (test &rest pairs)
  (let ((h (make-hash-table :test test)))
    (loop for (k v) on pairs by #'cddr do (setf (gethash k h) v))
    h))
(defun here (other::shown &key (plain 'sym))
  (let* ((*special* (list 3 (vector 'other::secret 'mine)))
         (strings (table 'equal "k" (list 1 "a") "it's \\"q\\"" 2 'other::secret 3 :key 4 '#:nobody 5 #\\Space 6 1.5d0 7))
         (same (table 'eq "k" 1 (expt 10 30) 2 'mine 3 5 4))
         (numbers (table 'eql (expt 10 30) (list (list 1)) 1/3 2 "k" 3))
         (point (make-point :x (make-point :x 'mine)))
         (thing (make-instance 'thing :name (list 'mine 'other::secret)))
         (trouble (make-condition 'trouble :why (list 1 2)))
         (dotted (list* 1 (list 2 3) 4))
         (grid (make-array '(2 2) :initial-contents '((1 (2)) (mine 4))))
         (filled (make-array 3 :fill-pointer 2 :initial-element 'x))
         (single (make-array '() :initial-element (list 1)))
         (circle (let ((x (list 1 2))) (setf (cddr x) x) x))
         (adder (let ((n 1)) (lambda (x) (+ x (incf n))))))
    (list strings same numbers point thing trouble dotted grid filled single circle adder *special* other::shown plain)))
(here (list 'other::secret (table 'equal "deep" (vector 1 (list 2)))))
`

interface Row {
  readonly path: string
  readonly value: string
  readonly type: string
  readonly expression: string | undefined
}

/** All rows of a frame, `levels` deep. */
async function rowsOf(lisp: Lisp, frameId: number, levels: number): Promise<Row[]> {
  const walk = async (variablesReference: number, path: string, depth: number): Promise<Row[]> => {
    const { variables } = await lisp.client.expectSuccess('variables', { variablesReference })
    const rows: Row[] = []
    for (const { name, value, type = '', evaluateName: expression, variablesReference: inner } of variables) {
      rows.push({ path: `${path}/${name}`, value, type, expression })
      if (inner > 0 && depth > 1) rows.push(...(await walk(inner, `${path}/${name}`, depth - 1)))
    }
    return rows
  }
  const { scopes } = await lisp.client.expectSuccess('scopes', { frameId })
  const lists = await Promise.all(scopes.map((scope) => walk(scope.variablesReference, scope.name, levels)))
  return lists.flat()
}

test('each evaluateName, three levels down, gives its row and nothing else', async () => {
  const file = programFile(program)
  const line = program.split('\n').findIndex((text) => text.includes('(list strings')) + 1
  const lisp = await Lisp.launch(file, { breakpoints: { [file]: [line] } })
  const { threadId = 0 } = await lisp.stop()
  const { id: frameId } = await lisp.top(threadId)
  const rows = await rowsOf(lisp, frameId, 3)
  expect(rows.length).toBeGreaterThan(80)
  const wrong = []
  for (const row of rows) {
    if (row.expression === undefined) continue
    const { success, body, message } = await lisp.client.request('evaluate', {
      expression: row.expression,
      frameId,
      context: 'repl',
    })
    if (!success || body.result !== row.value || body.type !== row.type)
      wrong.push({ ...row, got: success ? body.result : message })
  }
  expect(wrong).toEqual([])
  const without = rows.filter(({ expression }) => expression === undefined).map(({ path }) => path)
  expect(without).toEqual(expect.arrayContaining(['Locals/thing/empty', 'Locals/same/"k"']))
  const reached = rows.filter(({ expression }) => expression !== undefined).map(({ path }) => path)
  expect(reached).toEqual(
    expect.arrayContaining(['Locals/strings/"k"', 'Locals/grid/0,1/[0]', 'Arguments/shown', 'Locals/numbers/1/3']),
  )
})
