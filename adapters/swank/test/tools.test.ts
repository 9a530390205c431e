import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { type ServedElement } from '@dapplex/protocol'
import { type ArgumentsOf, errorVariables, type ResponseOf } from '@dapplex/testkit'
import { describe, expect, test } from 'vitest'
import { fixture, Lisp, lineOf } from './lisp-program.js'

const tour = fixture('tour.lisp')

async function inTour(): Promise<{
  lisp: Lisp
  frameId: number
  ask: <C extends string>(command: C, args: ArgumentsOf<C>) => Promise<ResponseOf<C>['body']>
}> {
  const lisp = await Lisp.launch(tour, { breakpoints: { [tour]: [lineOf(tour, 'body')] } })
  const { threadId = 0 } = await lisp.stop()
  const { id: frameId } = await lisp.top(threadId)
  return { lisp, frameId, ask: (command, args) => lisp.client.expectSuccess(command, args) }
}

interface Row {
  readonly variablesReference: number
  readonly dapplexObject?: number
  readonly dapplexCircular?: boolean
}

const failureType = (response: { body?: unknown }): unknown => errorVariables(response)['type']

describe('inspection', () => {
  test('ids live as long as the object; objects, slots, lists, hash tables', async () => {
    const { lisp, frameId, ask } = await inTour()
    const { object_id } = await ask('dapplex_objectId', { expression: 'buyer', frameId })
    expect(await ask('dapplex_inspectObject', { id: object_id })).toMatchObject({
      type: 'OBJECT',
      kind: 'standard-object',
      type_name: 'tour::customer',
      object_id,
      total_elements: 2,
      elements: [
        { name: 'name', value: '"Ada"', type: 'string' },
        { name: 'visits', value: '0', type: 'fixnum' },
      ],
    })
    expect(await ask('dapplex_inspectSlot', { object_id, slot_name: 'visits', value: '(+ 1 2)' })).toMatchObject({
      object_id,
      slot_name: 'visits',
      value: '3',
      type: 'fixnum',
      bound: true,
      writable: true,
    })
    expect(await lisp.evaluate('(slot-value buyer (quote visits))', frameId)).toBe('3')
    const missing = await lisp.client.expectFailure('dapplex_inspectSlot', { object_id, slot_name: 'nonexistent' })
    expect(missing.message).toBe("Slot 'nonexistent' not found")
    expect(failureType(missing)).toBe('SLOT_NOT_FOUND')
    const unknown = await lisp.client.expectFailure('dapplex_inspectObject', { id: 999 })
    expect(unknown.message).toBe('Object ID 999 not found')
    const order = await ask('dapplex_objectId', { expression: 'order', frameId })
    const refused = await lisp.client.expectFailure('dapplex_inspectSlot', {
      object_id: order['object_id'],
      slot_name: 'prices',
      value: 5,
    })
    expect(failureType(refused)).toBe('SLOT_TYPE_ERROR')
    const again = await ask('dapplex_objectId', { expression: 'buyer', frameId })
    expect(again['object_id']).toBe(object_id)
  })

  test('depth, paging, cycles and limits', async () => {
    const { lisp, ask } = await inTour()
    const of = async (expression: string) => (await ask('dapplex_objectId', { expression }))['object_id']
    const deep = await of('(cl:list 1 (cl:list 2 (cl:list 3 (cl:list 4))))')
    expect(await ask('dapplex_inspectObject', { id: deep, max_depth: 1 })).toMatchObject({
      kind: 'cons',
      elements: [{ name: '0', value: '1' }, { name: '1' }],
    })
    const two = await ask('dapplex_inspectObject', { id: deep, max_depth: 2 })
    expect(two.elements[1]).toMatchObject({ total_elements: 2, elements: [{ value: '2' }, {}] })
    const vector = await of('(cl:make-array 1000000 :initial-element 7)')
    expect(await ask('dapplex_inspectObject', { id: vector, max_elements: 3, start: 999_999 })).toMatchObject({
      kind: 'array',
      total_elements: 1_000_000,
      elements: [{ name: '999999', value: '7' }],
    })
    const circle = await of('(cl:let ((x (cl:list 1 2))) (cl:setf (cl:cddr x) x) x)')
    expect(await ask('dapplex_inspectObject', { id: circle })).toMatchObject({ circular: true, total_elements: 2 })
    const inside = await of('(cl:let ((v (cl:make-array 1))) (cl:setf (cl:aref v 0) v) v)')
    expect(await ask('dapplex_inspectObject', { id: inside })).toMatchObject({ elements: [{ circular: true }] })
    const table = await of(
      '(cl:let ((h (cl:make-hash-table :test (cl:quote cl:equal)))) (cl:setf (cl:gethash "k" h) 5) h)',
    )
    expect(await ask('dapplex_inspectObject', { id: table })).toMatchObject({
      kind: 'hash-table',
      elements: [{ name: '"k"', value: '5' }],
    })
    expect(failureType(await lisp.client.expectFailure('dapplex_inspectObject', { id: deep, max_depth: 0 }))).toBe(
      'INVALID_PARAMETER',
    )
  })

  test.each([
    { why: 'a list whose end is its beginning', form: '(let ((x (list 1 2))) (setf (cddr x) x) x)', inside: false },
    { why: 'a list that ends in a ring', form: '(let ((x (list 0 1 2))) (setf (cdddr x) (cdr x)) x)', inside: false },
    { why: 'a list that holds itself', form: '(let ((x (list 1 2))) (setf (second x) x) x)', inside: true },
    { why: 'a vector that holds itself', form: '(let ((x (vector 1 2))) (setf (aref x 1) x) x)', inside: true },
    {
      why: 'two lists that hold each other',
      form: '(let* ((x (list 1)) (y (list x))) (setf (car x) y) x)',
      inside: true,
    },
  ])(
    'circles: $why: the same object has the same number at each level, and the circle is marked',
    async ({ form, inside }) => {
      const { lisp, frameId, ask } = await inTour()
      const { object_id: id } = await ask('dapplex_objectId', { expression: `(list ${form} 1)`, frameId })
      const tree = await ask('dapplex_inspectObject', { id, max_depth: 6 })
      const marked: unknown[] = []
      const seen = (node: ServedElement) => {
        if (node.circular === true) marked.push(node.dapplexObject)
        for (const child of node.elements ?? []) seen(child)
      }
      for (const child of tree.elements) seen(child)
      expect(marked).toEqual([tree.elements[0]?.dapplexObject])
      const { variablesReference, ...root }: Row = await ask('evaluate', { expression: form, frameId })
      expect(root.dapplexCircular === true).toBe(!inside)
      const levels = [root.dapplexObject]
      let reference = variablesReference
      for (let level = 0; inside && level < 4; level++) {
        const { variables } = await lisp.client.expectSuccess('variables', { variablesReference: reference })
        const next = variables.find((row): row is Dap.Variable & Row => row.variablesReference > 0)
        reference = next?.variablesReference ?? 0
        levels.push(next?.dapplexObject ?? 0)
      }
      expect(new Set(levels).size).toBeLessThanOrEqual(2)
    },
  )

  test('an object that nothing holds is collected, and its id says so', async () => {
    const { lisp, ask } = await inTour()
    const { object_id } = await ask('dapplex_objectId', { expression: '(cl:list 1 2)' })
    await lisp.evaluate('(cl:progn (cl:dotimes (i 5000) (dapplex::object-id (cl:list i))) (cl:values))')
    await lisp.evaluate('(sb-ext:gc :full cl:t)')
    const gone = await lisp.client.expectFailure('dapplex_inspectObject', { id: object_id })
    expect(errorVariables(gone)['reason']).toBe('collected')
  })

  test('classes, functions, packages', async () => {
    const { lisp, ask } = await inTour()
    expect(await ask('dapplex_inspectClass', { class_name: 'tour::customer' })).toMatchObject({
      class_name: 'tour::customer',
      kind: 'standard-class',
      superclasses: expect.arrayContaining(['standard-object', 't']),
      slots: [
        { name: 'name', initargs: [':name'], direct: true },
        { name: 'visits', initform: '0', allocation: 'instance' },
      ],
      location: { file: tour },
    })
    expect(await ask('dapplex_inspectFunction', { symbol: 'tour::total' })).toMatchObject({
      kind: 'function',
      lambda_list: '(order bonus)',
      location: { file: tour },
    })
    expect(await ask('dapplex_inspectFunction', { symbol: 'tour::customer-name' })).toMatchObject({
      kind: 'generic-function',
      methods: [{ specializers: ['tour::customer'] }],
    })
    expect(await ask('dapplex_inspectFunction', { symbol: 'cl:when' })).toMatchObject({ kind: 'macro' })
    expect(await ask('dapplex_inspectFunction', { symbol: 'if' })).toMatchObject({ kind: 'special-operator' })
    expect(await ask('dapplex_inspectPackage', { package_name: 'tour' })).toMatchObject({
      package_name: 'TOUR',
      uses: ['COMMON-LISP'],
      symbols: [{ name: 'order' }, { name: 'run', kinds: ['function'] }],
      total_symbols: 2,
    })
    const symbols = async (include: string) => {
      const answer = await ask('dapplex_inspectPackage', { package_name: 'tour', include })
      expect(answer['total_symbols']).toBe(answer.symbols.length)
      return answer.symbols
    }
    const internal = await symbols('internal')
    const names = internal.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['customer', 'total']))
    expect(names).toEqual([...new Set(names)])
    expect(names).not.toContain('car')
    expect(internal.some(({ external }) => external)).toBe(false)
    expect(await ask('dapplex_inspectPackage', { package_name: 'tour' })).toMatchObject({
      internal_symbols: internal.length,
    })
    expect((await symbols('all')).length).toBe(internal.length + 2)
    expect(
      failureType(await lisp.client.expectFailure('dapplex_inspectPackage', { package_name: 'tour', include: 'some' })),
    ).toBe('INVALID_PARAMETER')
    for (const [command, args, type] of [
      ['dapplex_inspectClass', { class_name: 'tour::nothing' }, 'CLASS_NOT_FOUND'],
      ['dapplex_inspectFunction', { symbol: 'tour::nothing' }, 'FUNCTION_NOT_FOUND'],
      ['dapplex_inspectFunction', { symbol: 'tour::customer' }, 'NOT_A_FUNCTION'],
      ['dapplex_inspectPackage', { package_name: 'nowhere' }, 'PACKAGE_NOT_FOUND'],
    ] as const)
      expect(failureType(await lisp.client.expectFailure(command, args))).toBe(type)
  })
})

describe('the Lisp image as a partner', () => {
  test('values, output and packages of lisp_eval; syntax errors', async () => {
    const { lisp, ask } = await inTour()
    expect(await ask('dapplex_lispEval', { code: '(princ "hi") (values 1 (list 2))', package: 'tour' })).toMatchObject({
      values: [{ value: '1' }, { value: '(2)', type: 'cons' }],
      output: 'hi',
      package: 'TOUR',
    })
    expect(failureType(await lisp.client.expectFailure('dapplex_lispEval', { code: '(car' }))).toBe('EVAL_FAILED')
  })

  test('evaluate: values, errors as failures, setf of a local, children', async () => {
    const { lisp, frameId } = await inTour()
    expect(await lisp.evaluate('(+ sum bonus)', frameId)).toBe('13')
    expect(await lisp.evaluate('(setf sum 50)', frameId)).toBe('50')
    expect(await lisp.evaluate('sum', frameId)).toBe('50')
    const failed = await lisp.client.expectFailure('evaluate', { expression: '(/ 1 0)', frameId })
    expect(errorVariables(failed)).toMatchObject({
      type: 'EVAL_FAILED',
      kind: 'exception',
      exception_type: 'division-by-zero',
    })
    const syntax = await lisp.client.expectFailure('evaluate', { expression: '(+ 1', frameId })
    expect(errorVariables(syntax)).toMatchObject({ kind: 'syntax' })
    const { variablesReference, indexedVariables } = await lisp.client.expectSuccess('evaluate', {
      expression: 'prices',
      frameId,
    })
    expect(indexedVariables).toBe(3)
    const { variables } = await lisp.client.expectSuccess('variables', {
      variablesReference,
      filter: 'indexed',
      start: 1,
      count: 1,
    })
    expect(variables).toMatchObject([{ name: '[1]', value: '2', evaluateName: '(cl:nth 1 prices)' }])
  })

  test('a lone surrogate is one U+FFFD wherever it is shown', async () => {
    const { lisp, frameId, ask } = await inTour()
    const form = '(coerce (list #\\a (code-char #xD800) (code-char #xDFFF) #\\z) (quote string))'
    const shown = '"a\uFFFD\uFFFDz"'
    expect(await lisp.evaluate(form, frameId)).toBe(shown)
    expect(await ask('dapplex_lispEval', { code: `(princ ${form}) ${form}` })).toMatchObject({
      values: [{ value: shown }],
      output: 'a\uFFFD\uFFFDz',
    })
    const { object_id: id } = await ask('dapplex_objectId', { expression: `(list ${form})`, frameId })
    expect(await ask('dapplex_inspectObject', { id })).toMatchObject({ elements: [{ value: shown }] })
    const failed = await lisp.client.expectFailure('evaluate', { expression: `(error ${form})`, frameId })
    expect(failed.message).toBe('a\uFFFD\uFFFDz')
  })

  test('compiler notes with their places; recompile brings breakpoints along', async () => {
    const { lisp, ask } = await inTour()
    const { notes } = await ask('dapplex_lispCompile', { code: '(defun tour::odd (a)\n  (undefined-thing))' })
    expect(notes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          severity: 'style-warning',
          message: expect.stringMatching(/A is defined but never used/i),
          line: 1,
        }),
        expect.objectContaining({
          message: expect.stringMatching(/undefined function.*UNDEFINED-THING/i),
          line: 2,
        }),
      ]),
    )
    expect(lisp.output()).toContain('never used')
    const broken = await ask('dapplex_lispCompile', { code: '(defun tour::bad () (' })
    expect(broken.success).toBe(false)
  })

  test('completions, describe, apropos, trace', async () => {
    const { lisp, frameId, ask } = await inTour()
    const complete = async (text: string) =>
      (await lisp.client.expectSuccess('completions', { text, column: text.length + 1, frameId })).targets
    expect((await complete('(multiple-value-b')).map(({ label }) => label)).toContain('multiple-value-bind')
    expect((await complete('(list pri'))[0]).toMatchObject({ label: 'prices', type: 'variable', start: 7, length: 3 })
    expect((await complete('(tour:')).map(({ label }) => label)).toEqual(['tour:run', 'tour:order'])
    expect((await ask('dapplex_describe', { symbol: 'cl:car' }))['description']).toContain('list')
    expect(await ask('dapplex_apropos', { pattern: 'customer-na', package: 'tour' })).toMatchObject({
      symbols: [{ name: 'tour::customer-name', kinds: ['generic-function'] }],
    })
    expect(await ask('dapplex_trace', { function: 'tour::total' })).toEqual({ traced: ['tour::total'] })
    expect(await ask('dapplex_trace', { function: 'tour::total', enabled: false })).toEqual({ traced: [] })
  })
})
