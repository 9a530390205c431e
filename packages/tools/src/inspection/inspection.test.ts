import { describe, expect, test } from 'vitest'
import * as adapters from '../../test/scripted/adapters.js'
import { ScriptedDaemon } from '../../test/scripted/scripted-daemon.js'
import { Refusal, type Script, type SessionSetup } from '../../test/scripted/scripted-session.js'

function open(setup: SessionSetup, script: Script = {}) {
  const daemon = new ScriptedDaemon()
  return { daemon, session: daemon.open({ ...setup, script: { ...setup.script, ...script } }) }
}

describe('threads_list', () => {
  test('while stopped: places, and who waits', async () => {
    expect((await open(adapters.netcoredbg).daemon.call('threads_list'))['threads']).toEqual([
      {
        id: 1,
        name: 'Main Thread',
        state: 'stopped',
        is_current: true,
        location: { function: 'Sum', file: 'Program.cs', line: 49, column: 9, path: '/workspace/shop/Program.cs' },
      },
      { id: 2, name: 'worker', state: 'waiting', is_current: false, location: { function: 'Sleep' } },
    ])
  })
  test('while running: no pause needed, no place', async () => {
    const { daemon } = open({ ...adapters.debugpy, view: { phase: 'running' } })
    expect((await daemon.call('threads_list'))['threads']).toEqual([
      { id: 1, name: 'MainThread', state: 'running', is_current: true },
      { id: 2, name: 'worker', state: 'running', is_current: false },
    ])
  })
  test('an adapter that does not answer while it runs: what the core knows', async () => {
    const { daemon } = open({ view: { phase: 'running' } }, { threads: new Refusal('running') })
    expect(await daemon.call('threads_list')).toMatchObject({
      threads: [{ id: 1, name: 'main', state: 'running' }, { id: 2 }],
    })
  })
})

describe('stacktrace_get', () => {
  test('bare names, the raw text beside them, external frames; an adapter without parts gives all', async () => {
    const { daemon, session } = open(adapters.netcoredbg)
    expect(await daemon.call('stacktrace_get')).toEqual({
      thread_id: 1,
      total_frames: 3,
      frames: [
        {
          index: 0,
          function: 'Sum',
          file: '/workspace/shop/Program.cs',
          line: 49,
          column: 9,
          module: 'shop.dll',
          raw_function: 'Shop.OrderService.Sum()',
        },
        {
          index: 1,
          function: 'Main',
          file: '/workspace/shop/Program.cs',
          line: 87,
          column: 9,
          module: 'shop.dll',
          is_async: true,
          raw_function: 'Shop.Program.<Main>d__3.MoveNext()',
        },
        {
          index: 2,
          function: 'Start<Shop.Program.<Main>d__3>',
          is_external: true,
          raw_function: expect.stringContaining('AsyncMethodBuilderCore'),
        },
      ],
      _meta: { session_id: 's1', stop_id: 3 },
    })
    expect(session.asked.at(-1)?.args).toEqual({ threadId: 1, startFrame: 0, levels: 20 })
  })
  test('a part of a long stack', async () => {
    const frames = Array.from({ length: 10 }, (_, id) => ({
      id,
      name: `f${id}`,
      line: id + 1,
      source: { path: '/a.c' },
    }))
    const part = { stackTrace: () => ({ stackFrames: frames }) }
    const { daemon, session } = open({ view: { capabilities: {} } }, part)
    expect(await daemon.call('stacktrace_get', { start_frame: 2, max_frames: 3 })).toMatchObject({
      total_frames: 10,
      frames: [{ index: 2, function: 'f2' }, { index: 3 }, { index: 4 }],
    })
    expect(session.asked.map(({ args }) => args['levels'])).toEqual([5])
  })
  test('a total that is only an estimate is counted', async () => {
    const frames = Array.from({ length: 4 }, (_, id) => ({ id, name: `f${id}`, line: 1, source: { path: '/a.go' } }))
    const { daemon } = open(
      { ...adapters.delve, traits: { totalFrames: 'estimate' } },
      {
        stackTrace: ({ startFrame, levels }) => ({
          stackFrames: frames.slice(Number(startFrame), Number(startFrame) + Number(levels)),
          totalFrames: 53,
        }),
      },
    )
    expect(await daemon.call('stacktrace_get', { max_frames: 3 })).toMatchObject({ total_frames: 4 })
  })
  test('arguments, where they have a scope of their own', async () => {
    const setup: SessionSetup = { traits: { presentation: { argumentsScope: true } } }
    const { daemon } = open(setup, {
      stackTrace: { stackFrames: [{ id: 1, name: 'f', line: 1, source: { path: '/a.js' } }], totalFrames: 1 },
      scopes: { scopes: [{ name: 'Arguments', variablesReference: 5, expensive: false }] },
      variables: { variables: [{ name: 'userId', type: 'string', value: '"abc"', variablesReference: 0 }] },
    })
    expect(await daemon.call('stacktrace_get')).toMatchObject({
      frames: [{ arguments: [{ name: 'userId', type: 'string', value: '"abc"' }] }],
    })
  })
  test('arguments that the adapter lists among the locals, by the names that its scope tells: in their order, without this', async () => {
    const rows = ['this', 'total', 'b', 'a'].map((name) => ({ name, value: '1', variablesReference: 0 }))
    const setup: SessionSetup = { traits: { presentation: { argumentNames: { from: 'scope' } } } }
    const { daemon } = open(setup, {
      stackTrace: { stackFrames: [{ id: 1, name: 'f', line: 1, source: { path: '/a.js' } }], totalFrames: 1 },
      scopes: {
        scopes: [
          {
            name: 'Local',
            presentationHint: 'locals',
            variablesReference: 5,
            dapplexArguments: ['a', 'b', 'gone', 'this'],
          },
        ],
      },
      variables: { variables: rows },
    })
    expect(await daemon.call('stacktrace_get')).toMatchObject({
      frames: [{ arguments: [{ name: 'a' }, { name: 'b' }] }],
    })
    const named = async (scope: string) =>
      (await daemon.call('variables_get', { scope })).variables.map(({ name }) => name)
    expect(await named('arguments')).toEqual(['a', 'b'])
    expect(await named('locals')).toEqual(['total'])
    expect(await named('all')).toEqual(['this', 'a', 'b', 'total'])
  })
  test('names that are not told: the arguments stay among the locals', async () => {
    const setup: SessionSetup = { traits: { presentation: { argumentNames: { from: 'scope' } } } }
    const { daemon } = open({ ...adapters.debugpy, ...setup })
    expect((await daemon.fail('variables_get', { scope: 'arguments' })).data).toMatchObject({ type: 'UNSUPPORTED' })
  })
  test('that cannot be read: STACKTRACE_FAILED', async () => {
    const { daemon } = open({}, { stackTrace: new Refusal('gone') })
    expect((await daemon.fail('stacktrace_get')).data).toMatchObject({
      type: 'STACKTRACE_FAILED',
      thread_id: 1,
      reason: 'gone',
    })
  })
})

describe('variables_get', () => {
  test('of .NET, as documented: this without a scope, {SimpleName}, null, no invented children', async () => {
    const { variables, ...rest } = await open(adapters.netcoredbg).daemon.call('variables_get')
    expect(variables).toEqual([
      {
        name: 'this',
        type: 'Shop.OrderService',
        value: '{OrderService}',
        has_children: true,
        children_count: 2,
        object_id: 1,
        evaluate_name: 'this',
      },
      {
        name: 'customer',
        type: 'Shop.Customer',
        value: '{Customer}',
        has_children: true,
        children_count: 8,
        scope: 'local',
        object_id: 2,
        evaluate_name: 'customer',
      },
      {
        name: 'quantities',
        type: 'int[]',
        value: '{int[200]}',
        has_children: true,
        children_count: 200,
        scope: 'local',
        object_id: 3,
        evaluate_name: 'quantities',
      },
      { name: 'note', type: 'string', value: 'null', has_children: false, scope: 'local', evaluate_name: 'note' },
      { name: 'count', type: 'int', value: '200', has_children: false, scope: 'local', evaluate_name: 'count' },
    ])
    expect(rest).toEqual({ total: 5, _meta: { session_id: 's1', stop_id: 3 } })
  })
  test('expand: each row has its parent, a collection its count', async () => {
    expect(await open(adapters.netcoredbg).daemon.call('variables_get', { expand: 'customer' })).toMatchObject({
      variables: [
        { name: 'Name', value: '"Ada"', has_children: false, parent: 'customer' },
        {
          name: 'Orders',
          type: 'System.Collections.Generic.List<Shop.Order>',
          value: 'Count = 3',
          has_children: true,
          parent: 'customer',
        },
        { name: 'Id' },
        { name: 'Static members' },
      ],
    })
  })
  test('expand of one element reads no more than it', async () => {
    const { daemon, session } = open(adapters.netcoredbg)
    expect(await daemon.call('variables_get', { expand: 'quantities[195]' })).toMatchObject({ variables: [] })
    expect(session.asked.at(-1)?.args).toEqual({ variablesReference: 4, start: 195, count: 1 })
  })
  test('pages of a long collection', async () => {
    const { daemon } = open(adapters.netcoredbg)
    expect(await daemon.call('variables_get', { expand: 'quantities', start: 195, count: 3 })).toMatchObject({
      variables: [{ name: '[195]', value: '196' }, { name: '[196]' }, { name: '[197]' }],
      total: 200,
      truncated: true,
    })
    expect(await daemon.call('variables_get', { count: 2 })).toMatchObject({
      variables: [{ name: 'this' }, { name: 'customer' }],
      truncated: true,
    })
  })
  test.each(['indexedVariables', 'dapplexElements'])(
    'an adapter that ignores the page gives everything: the page is cut here (%s)',
    async (size) => {
      const all = Array.from({ length: 9 }, (_, i) => ({ name: String(i), value: String(i), variablesReference: 0 }))
      const { daemon } = open(adapters.lldb, {
        variables: ({ variablesReference }) =>
          variablesReference === 1
            ? { variables: [{ name: 'a', value: 'x', variablesReference: 50, [size]: 9 }] }
            : { variables: all },
      })
      expect(await daemon.call('variables_get', { expand: 'a', start: 4, count: 2 })).toMatchObject({
        variables: [{ name: '4' }, { name: '5' }],
        total: 9,
        truncated: true,
      })
    },
  )
  test('all leaves out globals and registers', async () => {
    const names = async (setup: SessionSetup) =>
      (await open(setup).daemon.call('variables_get')).variables.map(({ name }) => name)
    expect(await names(adapters.debugpy)).toEqual(['amount', 'fee', 'source'])
    expect(await names(adapters.lldb)).toEqual(['source', 'none'])
  })
  test('a global by its name', async () => {
    const { daemon } = open(adapters.debugpy, { evaluate: new Refusal('no') })
    expect(await daemon.call('variables_get', { expand: 'LIMIT' })).toMatchObject({ variables: [] })
  })
  test('through a pointer', async () => {
    expect(await open(adapters.delve).daemon.call('variables_get', { expand: 'source.History' })).toMatchObject({
      variables: [{ name: '[0]', value: '"x"' }, { name: '[1]' }],
      total: 2,
    })
  })
  test.each([
    ['this', ['this']],
    ['locals', ['customer', 'quantities', 'note', 'count']],
  ])('scope %s', async (scope, want) => {
    const { variables } = await open(adapters.netcoredbg).daemon.call('variables_get', { scope })
    expect(variables.map(({ name }) => name)).toEqual(want)
  })
  test('scope arguments, where the adapter has it', async () => {
    const scopes = [
      { name: 'Locals', variablesReference: 5, expensive: false },
      { name: 'Arguments', variablesReference: 6, expensive: false },
      { name: 'Closure (outer)', variablesReference: 7, expensive: false },
    ]
    const { daemon } = open(adapters.lldb, {
      scopes: { scopes },
      variables: ({ variablesReference }) => ({
        variables: [{ name: `v${String(variablesReference)}`, value: '1', variablesReference: 0 }],
      }),
    })
    expect(await daemon.call('variables_get', { scope: 'arguments' })).toMatchObject({
      variables: [{ name: 'v6', scope: 'argument' }],
    })
    expect(await daemon.call('variables_get')).toMatchObject({
      variables: [
        { name: 'v6', scope: 'argument' },
        { name: 'v5', scope: 'local' },
        { name: 'v7', scope: 'local', scope_name: 'Closure (outer)' },
      ],
    })
  })
  test('scope arguments, where the adapter does not tell them: UNSUPPORTED, not an empty list', async () => {
    expect((await open(adapters.debugpy).daemon.fail('variables_get', { scope: 'arguments' })).data).toMatchObject({
      type: 'UNSUPPORTED',
      capability: 'arguments scope',
      adapter: 'Table',
    })
  })
  test('a long value is cut and says so', async () => {
    const { daemon } = open(adapters.lldb, {
      variables: { variables: [{ name: 's', type: 'string', value: `"${'x'.repeat(5000)}"`, variablesReference: 0 }] },
    })
    const { variables } = await daemon.call('variables_get', { max_value_length: 20 })
    expect(variables).toEqual(
      [expect.objectContaining({ value: `"${'x'.repeat(18)}…`, truncated: true }), expect.anything()].slice(0, 1),
    )
  })
  test('a path that leads nowhere: INVALID_REFERENCE with the names there are', async () => {
    const { daemon } = open(adapters.debugpy, { evaluate: new Refusal('NameError') })
    expect((await daemon.fail('variables_get', { expand: 'sorce.name' })).data).toMatchObject({
      type: 'INVALID_REFERENCE',
      reference: 'sorce.name',
      reason: "there is no variable 'sorce' in this frame",
      known: ['amount', 'fee', 'source'],
      nearest: 'source',
    })
    expect((await daemon.fail('variables_get', { expand: 'source.histroy' })).data).toMatchObject({
      nearest: 'history',
    })
    expect((await daemon.fail('variables_get', { expand: 'amount.x' })).data['reason']).toBe(
      "'amount' is 1 and has no members",
    )
    expect((await daemon.fail('variables_get', { expand: 'f(x)' })).data['reason']).toBe(
      'it is no path such as a.b[3].c',
    )
  })
  test('that cannot be read: VARIABLES_FAILED; a frame that is not there: INVALID_FRAME', async () => {
    const { daemon } = open(adapters.debugpy, { scopes: new Refusal('gone') })
    expect((await daemon.fail('variables_get')).data).toMatchObject({ type: 'VARIABLES_FAILED', reason: 'gone' })
    const none = open({}, { stackTrace: { stackFrames: [], totalFrames: 2 } })
    expect((await none.daemon.fail('variables_get', { frame_index: 7 })).data).toMatchObject({
      type: 'INVALID_FRAME',
      frame_index: 7,
    })
  })
})
