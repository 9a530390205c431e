import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  frame,
  linesOf,
  namesOf,
  open,
  path,
  read,
  row,
  scopes,
  stackTrace,
  stopWith,
  tables,
} from '../../test/scripted/one-frame.js'
import type { ScriptedDaemon } from '../../test/scripted/scripted-daemon.js'
import { Refusal, type Script, type SessionSetup } from '../../test/scripted/scripted-session.js'

describe('what a stop shows', () => {
  test('its place, some lines around it, the stack, and the values: arguments first, no globals', async () => {
    const stop = await stopWith({})
    expect(linesOf(stop).map((text) => text.slice(0, 2))).toEqual(['1:', '2>', '3:', '4:'])
    expect(stop['values']).toEqual([
      { name: 'order', value: '1', scope: 'argument' },
      { name: 'total', value: '1' },
      { name: 'i', value: '1' },
    ])
    expect(stop).not.toHaveProperty('omitted')
  })
  test('a breakpoint that is waited for shows them too', async () => {
    const { daemon } = open()
    expect(await daemon.call('breakpoint_wait')).toMatchObject({ hit: true, values: [{ name: 'order' }, {}, {}] })
  })
  test('detail place: the place alone, with one request', async () => {
    const { daemon, session } = open()
    const stop = await daemon.call('wait_for_stop', { detail: 'place' })
    expect(stop).toMatchObject({ location: { line: 2 } })
    for (const name of ['source_lines', 'stack', 'values', 'output']) expect(stop).not.toHaveProperty(name)
    expect(session.asked.map(({ command }) => command)).toEqual(['stackTrace'])
  })
  test('detail full: one level below each value, and the values of the callers', async () => {
    const { daemon } = open({
      script: {
        stackTrace: { stackFrames: [frame, { ...frame, id: 6, name: 'main', line: 4 }], totalFrames: 2 },
        ...tables({ 10: [row('order', '{…}', { variablesReference: 20 })], 20: [row('price', '7')] }),
      },
    })
    expect(await daemon.call('wait_for_stop', { detail: 'full' })).toMatchObject({
      values: [{ name: 'order', members: [{ name: 'price', value: '7' }], object_id: 1 }],
      callers: [{ frame_index: 1, function: 'main', line: 4, values: [{ name: 'order', object_id: 1 }] }],
    })
  })
  test('no rows that only group others, and none that would run code of the program to be read', async () => {
    const { daemon } = open({
      traits: { presentation: { groupRows: ['special variables'] } },
      script: tables({
        10: [row('special variables'), row('size', '…', { presentationHint: { lazy: true } }), row('total')],
      }),
    })
    expect(namesOf(read(await daemon.call('wait_for_stop'), 'values'))).toEqual(['total'])
  })
  test('no members of functions, and no functions among the members of others', async () => {
    const { daemon } = open({
      traits: { presentation: { familiarTypes: '^Function$' } },
      script: tables({
        10: [
          row('pay', 'ƒ', { type: 'Function', variablesReference: 20 }),
          row('order', '{…}', { variablesReference: 21 }),
        ],
        20: [row('length', '2')],
        21: [row('price', '7'), row('total', 'ƒ', { type: 'Function' })],
      }),
    })
    const [pay, order] = read(await daemon.call('wait_for_stop', { detail: 'full' }), 'values')
    expect(pay).not.toHaveProperty('members')
    expect(order?.['members']).toEqual([{ name: 'price', value: '7' }])
  })
  test('lines without text are left out at both ends, but never the current one', async () => {
    const source = fileURLToPath(new URL('../../../../fixtures/programs/python/crash.py', import.meta.url))
    const numbers = async (line: number) => {
      const frames = { stackFrames: [{ ...frame, line, source: { path: source } }], totalFrames: 1 }
      return linesOf(await stopWith({ stackTrace: frames })).map((text) => /^\d+./.exec(text)?.[0])
    }
    expect(await numbers(7)).toEqual(['6:', '7>', '8:'])
    expect(await numbers(5)).toEqual(['3:', '4:', '5>', '6:', '7:'])
  })
  test('the object whose method runs comes last', async () => {
    const { daemon } = open({ script: tables({ 10: [row('this'), row('total')], 12: [row('order')] }) })
    const values = read(await daemon.call('wait_for_stop'), 'values')
    expect(namesOf(values)).toEqual(['order', 'total', 'this'])
    expect(values.at(-1)).not.toHaveProperty('scope')
  })
  test('a long value is cut at 120 characters; of many values some are counted only', async () => {
    const many = Array.from({ length: 100 }, (_, index) => row(`x${index}`, 'v'.repeat(200)))
    const stop = await stopWith(tables({ 10: many }), { max_bytes: 100_000 })
    const values = read(stop, 'values')
    expect(values).toHaveLength(40)
    expect(values[0]?.['value']).toHaveLength(120)
    expect(stop['omitted']).toEqual({ values: 60 })
  })
  test('five frames of the user’s code, as seen from the folder of the program; the others are counted', async () => {
    const own = Array.from({ length: 8 }, (_, index) => ({
      ...frame,
      id: index,
      name: `f${index}`,
      source: { path: index === 1 ? '/lib/x.js' : `/app/src/f${index}.js` },
    }))
    const inner = { id: 90, name: 'builtin', line: 0, presentationHint: 'subtle' }
    const stop = await stopWith({ stackTrace: { stackFrames: [own[0], inner, ...own.slice(1)], totalFrames: 9 } })
    expect(stop['stack']).toEqual([
      'f0 src/f0.js:2',
      'f1 /lib/x.js:2',
      'f2 src/f2.js:2',
      'f3 src/f3.js:2',
      'f4 src/f4.js:2',
    ])
    expect(stop['omitted']).toEqual({ stack: 3 })
  })
  test('an adapter that refuses costs only that part; one that is silent is told', async () => {
    const stop = { stopped: true, reason: 'breakpoint', location: { function: 'pay', file: path, line: 2 } }
    const refused = await stopWith({ scopes: new Refusal('no scopes here') })
    expect(refused).toMatchObject(stop)
    expect(refused).not.toHaveProperty('values')
    expect(await stopWith({ variables: 'silence' })).toMatchObject({ ...stop, omitted: { late: ['values'] } })
  })
  test('a slow adapter costs nothing, as long as each answer comes in time', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const slow = (body: object) => () => {
      vi.setSystemTime(Date.now() + 3_000)
      return body
    }
    const stop = await stopWith({
      stackTrace: slow(stackTrace),
      scopes: slow(scopes),
      variables: slow({ variables: [row('total')] }),
    })
    expect(namesOf(read(stop, 'values'))).toEqual(['total', 'total'])
    expect(stop).not.toHaveProperty('omitted')
  })
  test('a source that the adapter serves is asked from it; a file that is not here has no lines', async () => {
    const served = { ...frame, source: { name: 'eval', sourceReference: 9 } }
    const stop = await stopWith({
      stackTrace: { stackFrames: [served], totalFrames: 1 },
      source: { content: '  a\n    b\n  c\n' },
    })
    expect(stop['source_lines']).toEqual(['1: a', '2>   b', '3: c'])
    const braced = await stopWith({
      stackTrace: { stackFrames: [{ ...served, line: 4 }], totalFrames: 1 },
      source: { content: '{\n  a\n  }\n  b\n\n  }\n' },
    })
    expect(braced['source_lines'], 'no number between the first and the last is missing').toEqual([
      '2: a',
      '3: }',
      '4> b',
    ])
    const missing = { ...frame, source: { path: '/nowhere/a.js' } }
    const without = await stopWith({ stackTrace: { stackFrames: [missing], totalFrames: 1 } })
    expect(without).not.toHaveProperty('source_lines')
  })
  test('debug_state, which is asked often, goes without', async () => {
    const { daemon, session } = open()
    expect(await daemon.call('debug_state')).not.toHaveProperty('values')
    expect(session.asked.map(({ command }) => command)).toEqual(['stackTrace'])
  })
})

describe('what has changed', () => {
  /** Steps from total = 1 to 2, 3 …, one for each call. */
  function stepping() {
    const { daemon, session } = open()
    let total = 1
    session.script = {
      ...session.script,
      ...tables({}),
      variables: ({ variablesReference: reference }) => ({
        variables: reference === 10 ? [row('total', String(total)), row('i', '7')] : [],
      }),
      next: () => ((total += 1), session.resume(), session.stop(), {}),
    }
    return { daemon, session }
  }
  const step = (daemon: ScriptedDaemon) => daemon.call('debug_step', { action: 'over' })

  test('since the last stop that was shown, with the value then; nothing at the first', async () => {
    const { daemon } = stepping()
    expect(JSON.stringify(await daemon.call('wait_for_stop'))).not.toContain('changed')
    expect((await step(daemon))['values']).toEqual([
      { name: 'total', value: '2', changed: true, previous: '1' },
      { name: 'i', value: '7' },
    ])
    expect(read(await step(daemon), 'values')[0]).toMatchObject({ changed: true, previous: '2' })
  })
  test('a second look at the same stop shows the same', async () => {
    const { daemon } = stepping()
    await daemon.call('wait_for_stop')
    const first = await step(daemon)
    expect((await daemon.call('wait_for_stop'))['values']).toEqual(first['values'])
  })
  test('a variable that is new has no previous value', async () => {
    const { daemon, session } = stepping()
    await daemon.call('wait_for_stop')
    session.script = { ...session.script, ...tables({ 10: [row('total', '1'), row('extra', '5')] }) }
    expect((await step(daemon))['values']).toEqual([
      { name: 'total', value: '1' },
      { name: 'extra', value: '5', changed: true },
    ])
  })
})

describe('the output since the last stop', () => {
  test('its end, what is missing before it, and nothing that the debugger says', async () => {
    const { daemon, session } = open()
    session.pieces = [
      { offset: 0, category: 'console', text: 'debugger\n' },
      { offset: 9, category: 'stdout', text: 'é'.repeat(500) },
    ]
    expect((await daemon.call('wait_for_stop'))['output']).toEqual({ text: 'é'.repeat(400), more: 200 })
  })
  test('what was shown at one stop is not shown at the next', async () => {
    const { daemon, session } = open()
    session.pieces = [{ offset: 0, category: 'stdout', text: 'one\n' }]
    expect((await daemon.call('wait_for_stop'))['output']).toEqual({ text: 'one\n' })
    session.pieces = [...session.pieces, { offset: 4, category: 'stderr', text: 'two\n' }]
    session.script = { ...session.script, next: () => (session.resume(), session.stop(), {}) }
    expect((await daemon.call('debug_step', { action: 'over' }))['output']).toEqual({ text: 'two\n' })
    expect(await daemon.call('debug_step', { action: 'over' })).not.toHaveProperty('output')
  })
})

describe('an exception', () => {
  const inLibrary = [
    { id: 1, name: 'panic', line: 0, presentationHint: 'subtle' },
    { ...frame, id: 2, name: 'pay', line: 3 },
  ]
  const thrown: Script = {
    stackTrace: { stackFrames: inLibrary, totalFrames: 2 },
    exceptionInfo: {
      exceptionId: 'E',
      breakMode: 'unhandled',
      details: {
        typeName: 'ShopError',
        fullTypeName: 'shop.ShopError',
        message: 'no price',
        innerException: [{ typeName: 'KeyError', message: 'plum', innerException: [{ typeName: 'IOError' }] }],
      },
    },
  }
  const setup: SessionSetup = { view: { stop: { stopId: 3, threadId: 1, reason: 'exception', breakpointIds: [] } } }

  test('type, message, what caused it, and the nearest frame of the user’s code, with its lines and values', async () => {
    const { daemon, session } = open({ ...setup, script: thrown })
    const stop = await daemon.call('wait_for_stop')
    expect(stop).toMatchObject({
      location: { function: 'panic' },
      exception: {
        type: 'ShopError',
        type_full: 'shop.ShopError',
        message: 'no price',
        chain: [{ type: 'KeyError', message: 'plum' }, { type: 'IOError' }],
        raised_at: { frame_index: 1, function: 'pay', file: path, line: 3 },
      },
    })
    expect(linesOf(stop)).toContainEqual(expect.stringMatching(/^3>/))
    expect(session.asked.find(({ command }) => command === 'scopes')?.args).toEqual({ frameId: 2 })
  })
  test('the full name of a type is told where it is another one', async () => {
    const { daemon } = open({
      ...setup,
      script: { ...thrown, exceptionInfo: { exceptionId: 'KeyError', breakMode: 'always' } },
    })
    const { exception } = await daemon.call('wait_for_stop')
    expect(exception).toMatchObject({ type: 'KeyError' })
    expect(exception).not.toHaveProperty('type_full')
  })
  test('details without a type: the id names it', async () => {
    const info = {
      exceptionId: 'panic',
      description: 'index out of range',
      breakMode: '',
      details: { stackTrace: 'x' },
    }
    const { daemon } = open({ ...setup, script: { ...thrown, exceptionInfo: info } })
    expect(await daemon.call('wait_for_stop')).toMatchObject({
      exception: { type: 'panic', message: 'index out of range' },
    })
  })
})

describe('the end', () => {
  const ended = (pieces: readonly (readonly [string, string])[], setup: SessionSetup = {}) => {
    const made = open({ ...setup, view: { phase: 'ended', exitCode: 1, signal: 'SIGABRT', ...setup.view } })
    let offset = 0
    made.session.pieces = pieces.map(([category, text]) => {
      const piece = { offset, category, text }
      offset += Buffer.byteLength(text)
      return piece
    })
    return made.daemon
  }
  const traceback = [
    'Traceback (most recent call last):',
    '  File "/lib/debugger/run.py", line 1, in run',
    '    exec(code)',
    '    ^^^^',
    '  File "/app/main.py", line 3, in pay',
    '    prices[item]',
    'KeyError: plum',
    '',
  ].join('\n')

  test('exit code, signal, and the last lines of stderr without the frames of the debugger', async () => {
    const daemon = ended(
      [
        ['stderr', traceback],
        ['stdout', 'bye\n'],
      ],
      {
        traits: { presentation: { debuggerLines: ['File "/lib/debugger/'] } },
      },
    )
    expect(await daemon.call('wait_for_stop')).toMatchObject({
      stopped: false,
      reason: 'exited',
      exit_code: 1,
      signal: 'SIGABRT',
      stderr:
        'Traceback (most recent call last):\n  File "/app/main.py", line 3, in pay\n    prices[item]\nKeyError: plum',
    })
  })

  test('an exit code that only output tells is waited for until the adapter has gone, and no longer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    try {
      const { daemon, session } = open({
        traits: { exitCodeOutput: '^Process has exited with status (\\d+)$' },
        view: { phase: 'ended' },
      })
      let leaves = () => {}
      session.adapterGone = new Promise((resolve) => (leaves = resolve))
      let told: unknown
      void daemon.call('wait_for_stop').then((answer) => (told = answer))
      const passed = () => new Promise((resolve) => setImmediate(resolve))
      await passed()
      expect(told).toBeUndefined()
      leaves()
      await passed()
      expect(told).toMatchObject({ stopped: false, reason: 'exited' })
      expect(told).not.toHaveProperty('exit_code')
    } finally {
      vi.useRealTimers()
    }
  })

  const at = { enabled: true, verified: true, hits: 0, what: 'source' as const }
  const breakpoints = [
    { ...at, id: 1, path: '/app/main.py', line: 3, hits: 2 },
    { ...at, id: 2, path: '/app/main.py', line: 4, actualLine: 5, condition: 'x' },
    { ...at, id: 3, path: '/app/other.py', line: 1, verified: false },
    { ...at, id: 4, what: 'function' as const, function: 'nosuch', verified: false },
    { ...at, id: 5, path: '/app/main.py', line: 9, logMessage: 'here' },
    { ...at, id: 6, path: '/app/main.py', line: 10, enabled: false },
    {
      ...at,
      id: 7,
      path: '/app/main.py',
      line: 11,
      owner: { client: 1, name: 'code', principal: 'me', kind: 'editor' as const },
    },
  ]
  const missed = [
    { id: 2, file: '/app/main.py', line: 5, condition: 'x', why: 'never reached' },
    { id: 3, file: '/app/other.py', line: 1, why: 'never loaded' },
    { id: 4, function: 'nosuch', why: 'no such function' },
  ]
  test.each(['wait_for_stop', 'breakpoint_wait', 'debug_state'])(
    '%s tells the breakpoints that were never hit, and why',
    async (tool) => {
      expect(await ended([], { view: { breakpoints } }).call(tool)).toMatchObject({ breakpoints_not_hit: missed })
    },
  )
  test('one that a child has hit was run by another process', async () => {
    const daemon = ended([], { view: { breakpoints: [{ ...at, id: 3, path: '/app/child.py', line: 1 }] } })
    const child = daemon.open({
      id: 's2',
      view: {
        breakpoints: [{ ...at, id: 3, path: '/app/child.py', line: 1, hits: 1 }],
        process: { name: 'python child.py' },
      },
    })
    child.parentId = 's1'
    expect(await daemon.call('debug_state', { session_id: 's1' })).toMatchObject({
      breakpoints_not_hit: [{ id: 3, why: 'another process ran', process: 'python child.py' }],
    })
  })
})
