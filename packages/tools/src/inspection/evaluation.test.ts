import { describe, expect, test } from 'vitest'
import { thrownToDap } from '@dapplex/protocol'
import * as adapters from '../../test/scripted/adapters.js'
import { ScriptedDaemon } from '../../test/scripted/scripted-daemon.js'
import { Refusal, type Script, type SessionSetup } from '../../test/scripted/scripted-session.js'

function open(setup: SessionSetup, script: Script = {}) {
  const daemon = new ScriptedDaemon()
  return { daemon, session: daemon.open({ ...setup, script: { ...setup.script, ...script } }) }
}

/** An adapter that refuses a getter in a hover. */
describe('evaluate', () => {
  const value = (body: object) => ({ evaluate: { variablesReference: 0, ...body } })
  test('a bare path reads, anything else may change something', async () => {
    const { daemon, session } = open(adapters.debugpy, value({ result: '98.99', type: 'float' }))
    expect(await daemon.call('evaluate', { expression: 'source.balance' })).toEqual({
      result: '98.99',
      type: 'float',
      has_children: false,
      _meta: { session_id: 's1', stop_id: 3 },
    })
    await daemon.call('evaluate', { expression: 'f(1)', frame_index: 0 })
    expect(session.asked.filter(({ command }) => command === 'evaluate').map(({ args }) => args)).toEqual([
      { expression: 'source.balance', context: 'watch', frameId: 3 },
      { expression: 'f(1)', context: 'repl', frameId: 3 },
    ])
  })
  test('an observer may read', async () => {
    const { daemon } = open(adapters.debugpy, value({ result: '1' }))
    daemon.role = 'observer'
    expect(await daemon.call('evaluate', { expression: 'amount' })).toMatchObject({ result: '1' })
  })
  test.each([
    {
      why: 'Python tells it in a traceback',
      setup: adapters.debugpy,
      expression: '1/0',
      reply: new Refusal(
        'Traceback (most recent call last):\n  File "<string>", line 1, in <module>\nZeroDivisionError: division by zero\n',
      ),
      want: { error: true, message: 'division by zero', type: 'ZeroDivisionError' },
    },
    {
      why: 'a qualified type',
      setup: adapters.debugpy,
      expression: 'f()',
      reply: new Refusal('Traceback (most recent call last):\n  File "<string>"\nshop.errors.Closed: closed\n'),
      want: { error: true, message: 'closed', type: 'Closed', type_full: 'shop.errors.Closed' },
    },
    {
      why: '.NET answers with the exception as the value',
      setup: adapters.netcoredbg,
      expression: 'customer.Failing',
      reply: {
        result: '{System.InvalidOperationException}',
        type: 'System.InvalidOperationException',
        namedVariables: 26,
        variablesReference: 22,
      },
      want: {
        error: true,
        message: 'this property always fails',
        type: 'InvalidOperationException',
        type_full: 'System.InvalidOperationException',
      },
    },
    {
      why: "one of dapplex's own adapters says it",
      setup: adapters.lldb,
      expression: 'f()',
      reply: new Refusal('x', thrownToDap({ type: 'TypeError', message: 'f is not a function' })),
      want: { error: true, message: 'f is not a function', type: 'TypeError' },
    },
  ])('what the expression throws is a result: $why', async ({ setup, expression, reply, want }) => {
    const { daemon } = open(setup, { evaluate: reply })
    expect(await daemon.call('evaluate', { expression })).toEqual({ ...want, _meta: expect.anything() })
  })
  test.each(['error', 'e.InnerException', 'new System.Exception()'])(
    'a variable that holds an exception is a value: %s',
    async (expression) => {
      const { daemon } = open(adapters.netcoredbg, {
        evaluate: { result: '{System.Exception}', type: 'System.Exception', variablesReference: 22 },
      })
      expect(await daemon.call('evaluate', { expression })).toMatchObject({
        result: '{Exception}',
        type: 'System.Exception',
        has_children: true,
      })
    },
  )
  test.each([
    { why: 'syntax', setup: adapters.netcoredbg, reply: new Refusal('error CS1026: ) expected'), kind: 'syntax' },
    {
      why: 'syntax of Python',
      setup: adapters.debugpy,
      reply: new Refusal('Traceback\n  f(\nSyntaxError: EOF'),
      kind: 'syntax',
    },
    {
      why: 'a place where no code can run',
      setup: adapters.netcoredbg,
      reply: new Refusal('x CORDBG_E_ILLEGAL_AT_GC_UNSAFE_POINT'),
      kind: 'unsafe_point',
    },
    {
      why: 'anything else',
      setup: adapters.netcoredbg,
      reply: new Refusal("error: The name 'nosuch' does not exist"),
      kind: 'refused',
    },
    { why: 'time', setup: adapters.debugpy, reply: 'silence' as const, kind: 'timeout' },
  ])('EVAL_FAILED: $why', async ({ setup, reply, kind }) => {
    const { daemon } = open(setup, { evaluate: reply })
    expect((await daemon.fail('evaluate', { expression: 'nosuch(' })).data).toMatchObject({
      type: 'EVAL_FAILED',
      kind,
      expression: 'nosuch(',
    })
  })
  test('the words of an adapter that puts them into format and variables', async () => {
    const error = { id: 2009, format: 'Unable to evaluate: {why}', variables: { why: 'division by zero' } }
    const { daemon } = open(adapters.delve, { evaluate: new Refusal('Unable to evaluate', error) })
    expect((await daemon.fail('evaluate', { expression: '1/0' })).data['reason']).toBe(
      'Unable to evaluate: division by zero',
    )
  })
  test('without side effects: refused, or left to an adapter that can tell', async () => {
    const params = { expression: 'f()', allow_side_effects: false }
    expect((await open(adapters.debugpy).daemon.fail('evaluate', params)).data).toMatchObject({
      type: 'EVAL_FAILED',
      kind: 'side_effects',
    })
    const { daemon, session } = open(
      { ...adapters.debugpy, traits: { evaluation: { hoverIsSafe: true } } },
      value({ result: '1' }),
    )
    await daemon.call('evaluate', params)
    expect(session.asked.at(-1)?.args['context']).toBe('hover')
  })
  describe.each([
    { how: 'in its own words', error: undefined },
    {
      how: 'with the documented error',
      error: { id: 32000, format: 'may change the program', variables: { type: 'EVAL_FAILED', kind: 'side_effects' } },
    },
  ])('a bare path that runs code, such as a getter that counts, refused $how', ({ error }) => {
    const refusal = new Refusal('"m.next" was not evaluated: it may change the program', error)
    const node = {
      ...adapters.debugpy,
      traits: {
        evaluation: {
          hoverIsSafe: true,
          timeoutArgument: 'evaluateTimeout',
          failures: [{ pattern: 'may change the program', kind: 'side_effects' as const }],
        },
      },
    }
    const answering = (context: unknown) => (context === 'repl' ? { result: '1', variablesReference: 0 } : refusal)
    const run = () => open(node, { evaluate: ({ context }) => answering(context) })

    test('is refused where side effects are not allowed', async () => {
      const { daemon, session } = run()
      const { data } = await daemon.fail('evaluate', { expression: 'm.next', allow_side_effects: false })
      expect(data).toMatchObject({ type: 'EVAL_FAILED', kind: 'side_effects' })
      expect(session.asked.map(({ args }) => args['context'])).not.toContain('repl')
    })
    test('is refused for an observer', async () => {
      const { daemon, session } = run()
      daemon.role = 'observer'
      expect((await daemon.fail('evaluate', { expression: 'm.next' })).data).toMatchObject({ type: 'FORBIDDEN' })
      expect(session.asked.map(({ args }) => args['context'])).not.toContain('repl')
    })
    test('is evaluated for an operator, within the time of the call', async () => {
      const { daemon, session } = run()
      expect(await daemon.call('evaluate', { expression: 'm.next', timeout_ms: 1500 })).toMatchObject({ result: '1' })
      expect(session.asked.at(-1)?.args).toMatchObject({ context: 'repl', evaluateTimeout: 1500 })
    })
    test.each(['variables_get', 'object_inspect'])('%s does not run it', async (tool) => {
      const { daemon, session } = run()
      await daemon.fail(tool, tool === 'variables_get' ? { expand: 'fee.next' } : { object_ref: 'fee.next' })
      expect(session.asked.map(({ args }) => args['context'])).not.toContain('watch')
    })
  })
  test('format, children, object id', async () => {
    const { daemon } = open(adapters.debugpy, value({ result: '255', type: 'int' }))
    expect(await daemon.call('evaluate', { expression: 'amount', format: 'hex' })).toMatchObject({ result: '0xFF' })
    const list = open(adapters.debugpy, value({ result: "['bob']", type: 'list', variablesReference: 11 }))
    expect(await list.daemon.call('evaluate', { expression: 'source.history', count: 1 })).toMatchObject({
      result: "['bob']",
      has_children: true,
      object_id: 1,
      children: [{ name: '0', value: "'bob'", parent: 'source.history' }],
      truncated: true,
    })
  })
})

describe('set_variable', () => {
  test('by a path, as the language writes the value', async () => {
    const { daemon, session } = open(adapters.debugpy, {
      setVariable: { value: '7', type: 'int', variablesReference: 0 },
    })
    expect(await daemon.call('set_variable', { name: 'fee', value: 7 })).toMatchObject({
      success: true,
      name: 'fee',
      value: '7',
      type: 'int',
    })
    await daemon.call('set_variable', { name: 'source.balance', value: null })
    const sets = session.asked.filter(({ command }) => command === 'setVariable').map(({ args }) => args)
    expect(sets).toEqual([
      { variablesReference: 6, name: 'fee', value: '7' },
      { variablesReference: 8, name: 'balance', value: 'None' },
    ])
  })
  test('by an expression', async () => {
    const { daemon, session } = open(adapters.debugpy, { setExpression: { value: '43' } })
    await daemon.call('set_variable', { expression: 'source.balance', value: '43' })
    expect(session.asked.findLast(({ command }) => command === 'setExpression')?.args).toEqual({
      expression: 'source.balance',
      value: '43',
      frameId: 3,
    })
  })
  test('that the adapter refuses: EVAL_FAILED with its words', async () => {
    const { daemon } = open(adapters.netcoredbg, { setVariable: new Refusal('') })
    expect((await daemon.fail('set_variable', { name: 'count', value: '"text"' })).data).toMatchObject({
      type: 'EVAL_FAILED',
      kind: 'refused',
      reason: 'the adapter gave no reason',
    })
  })
  test('where it cannot be set: UNSUPPORTED; what is not there: INVALID_REFERENCE', async () => {
    const { daemon } = open({ ...adapters.debugpy, view: { capabilities: {} } }, { evaluate: new Refusal('no') })
    expect((await daemon.fail('set_variable', { name: 'fee', value: '7' })).data).toMatchObject({
      type: 'UNSUPPORTED',
      capability: 'supportsSetVariable',
    })
    expect((await daemon.fail('set_variable', { name: 'x', value: '7' })).data['type']).toBe('INVALID_REFERENCE')
    expect(await daemon.fail('set_variable', { value: '7' })).toMatchObject({ code: -32602, data: { field: 'name' } })
  })
})

describe('exception_get', () => {
  const stop = { stopId: 3, threadId: 1, reason: 'exception', text: 'said at the stop', breakpointIds: [] }
  test('type, message, stack and causes', async () => {
    const details = {
      fullTypeName: 'System.InvalidOperationException',
      message: 'outer',
      stackTrace: '   at Shop.Program.Throw',
      innerException: [{ fullTypeName: 'System.FormatException', message: 'inner', stackTrace: '' }],
    }
    const { daemon } = open(
      { ...adapters.netcoredbg, view: { ...adapters.netcoredbg.view, stop } },
      {
        exceptionInfo: { exceptionId: 'CLR/x', description: 'unhandled', breakMode: 'unhandled', details },
      },
    )
    expect(await daemon.call('exception_get')).toMatchObject({
      thrown: true,
      type: 'InvalidOperationException',
      type_full: 'System.InvalidOperationException',
      message: 'outer',
      break_mode: 'unhandled',
      stack_trace: '   at Shop.Program.Throw',
      inner: [{ type: 'FormatException', message: 'inner' }],
    })
  })
  test('causes that stand only in the text of the stack, the nearest first', async () => {
    const because = '\nThe above exception was the direct cause of the following exception:\n\n'
    const during = '\nDuring handling of the above exception, another exception occurred:\n\n'
    const stacks = ['  File "a.py", line 3, in f\nValueError: 1: x\n', '  File "a.py", line 5\nStopIteration\n']
    const own = '  File "a.py", line 9, in g\nKeyError: \'k\'\n'
    const { daemon } = open(
      { ...adapters.debugpy, view: { stop, capabilities: { supportsExceptionInfoRequest: true } } },
      {
        exceptionInfo: {
          exceptionId: 'KeyError',
          breakMode: 'always',
          details: {
            typeName: 'KeyError',
            message: "'k'",
            stackTrace: `${stacks[0]}${because}${stacks[1]}${during}${own}`,
          },
        },
      },
    )
    expect(await daemon.call('exception_get')).toMatchObject({
      type: 'KeyError',
      inner: [
        { type: 'StopIteration', stack_trace: stacks[1] },
        { type: 'ValueError', message: '1: x', stack_trace: stacks[0] },
      ],
    })
  })
  test('an adapter without exceptionInfo: what the stop says', async () => {
    const { daemon } = open({ view: { stop, capabilities: {} } })
    expect(await daemon.call('exception_get')).toMatchObject({ thrown: true, message: 'said at the stop' })
  })
  test('another stop', async () => {
    expect(await open({}).daemon.call('exception_get')).toMatchObject({ thrown: false, stop_reason: 'breakpoint' })
  })
})

describe('completions_get', () => {
  test('what the adapter offers', async () => {
    const targets = [
      { label: 'balance', start: 7, length: 2 },
      { label: 'bank()', text: 'bank', type: 'method' },
    ]
    const { daemon, session } = open(adapters.debugpy, { completions: { targets } })
    expect(await daemon.call('completions_get', { text: 'source.ba', count: 1 })).toMatchObject({
      completions: [{ label: 'balance', text: 'balance', start: 7, length: 2 }],
      total: 2,
      truncated: true,
    })
    expect(session.asked.at(-1)?.args).toEqual({ frameId: 3, text: 'source.ba', column: 10 })
  })
  test('nothing: UNSUPPORTED', async () => {
    expect((await open(adapters.lldb).daemon.fail('completions_get', { text: 'a' })).data).toMatchObject({
      type: 'UNSUPPORTED',
      capability: 'supportsCompletionsRequest',
    })
  })
})
