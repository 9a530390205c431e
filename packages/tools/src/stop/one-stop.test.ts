import { describe, expect, test } from 'vitest'
import { ScriptedDaemon } from '../../test/scripted/scripted-daemon.js'
import type { ScriptedSession } from '../../test/scripted/scripted-session.js'

/** An editor that steps while the adapter answers. The place of stop n is line 10 n, and its local `at` is n. */
function beside(steps: (asked: number) => boolean) {
  const daemon = new ScriptedDaemon()
  const session: ScriptedSession = daemon.open()
  let asked = 0
  const answering = (body: (stopId: number) => object) => () => {
    const { stopId } = session.view()
    const answer = body(stopId)
    asked += 1
    if (steps(asked)) {
      session.resume()
      session.stop('exception')
    }
    return answer
  }
  session.stop('exception')
  session.script = {
    threads: answering(() => ({ threads: [{ id: 1, name: 'main' }] })),
    stackTrace: answering((at) => ({ stackFrames: [{ id: at, name: 'f', line: at * 10, column: 1 }], totalFrames: 1 })),
    exceptionInfo: answering((at) => ({ exceptionId: 'E', description: `thrown at ${at * 10}`, breakMode: 'always' })),
    scopes: answering((at) => ({ scopes: [{ name: 'Locals', variablesReference: at, expensive: false }] })),
    variables: answering((at) => ({ variables: [{ name: 'at', value: String(at * 10), variablesReference: 0 }] })),
    evaluate: answering((at) => ({ result: String(at * 10), variablesReference: 0 })),
  }
  return { daemon, session }
}

/** Every line and value that a result shows; all of them name the stop that they belong to. */
const placesIn = (result: object): number[] =>
  [...JSON.stringify(result).matchAll(/"(?:line|value)":"?(\d+)|thrown at (\d+)/g)].map(([, line, said]) =>
    Number(line ?? said),
  )

const READS = [
  'debug_state',
  'wait_for_stop',
  'breakpoint_wait',
  'debug_pause',
  'stacktrace_get',
  'threads_list',
  'variables_get',
  'exception_get',
]

describe('mux 17: a result belongs to one stop, beside an editor that steps quickly', () => {
  test.each(READS.flatMap((tool) => [1, 2, 3, 5].map((upTo) => ({ tool, upTo }))))(
    '$tool, while the first $upTo answers are overtaken by a step',
    async ({ tool, upTo }) => {
      for (let first = 1; first <= upTo; first += 1) {
        const { daemon } = beside((asked) => asked >= first && asked <= upTo)
        const params = tool === 'breakpoint_wait' ? { timeout_ms: 1 } : {}
        const result = await daemon.call(tool, params)
        const { stop_id: stopId } = result['_meta'] as { stop_id: number }
        const places = placesIn(result)
        expect(places, JSON.stringify(result)).toEqual(places.map(() => stopId * 10))
        if (result['still_stopped'] !== false && tool !== 'breakpoint_wait') expect(places).not.toEqual([])
        if (result['stop_id'] !== undefined) expect(result['stop_id']).toBe(stopId)
      }
    },
  )
  test('a stop that the editor ends meanwhile is told without a place', async () => {
    const { daemon } = beside(() => true)
    const result = await daemon.call('wait_for_stop')
    expect(result).toMatchObject({ stopped: true, stop_id: 4, still_stopped: false, _meta: { stop_id: 4 } })
    expect(result).not.toHaveProperty('location')
  })
  test('if the program never stands long enough, debug_state leaves the place out', async () => {
    const { daemon } = beside(() => true)
    const result = await daemon.call('debug_state')
    expect(result).toMatchObject({ state: 'stopped', reason: 'exception', thread_id: 1 })
    expect(result).not.toHaveProperty('location')
    expect(result['stop_id']).toBe((result['_meta'] as { stop_id: number }).stop_id)
  })
  test('if the program never stands long enough, an inspection is refused', async () => {
    const { daemon } = beside(() => true)
    expect(await daemon.fail('threads_list')).toMatchObject({ data: { type: 'STOP_CHANGED' } })
  })
  test('an expression is evaluated once, at the stop that the answer names', async () => {
    const { daemon, session } = beside((asked) => asked <= 2)
    const result = await daemon.call('evaluate', { expression: 'at' })
    const evaluated = session.asked.filter(({ command }) => command === 'evaluate')
    expect(evaluated.map(({ args }) => args['frameId'])).toEqual([(result['_meta'] as { stop_id: number }).stop_id])
  })
  test('a frame is chosen at the stop that it belongs to', async () => {
    const { daemon, session } = beside((asked) => asked === 1)
    await daemon.call('frame_select', { frame_index: 0 })
    expect(session.selection.stopId).toBe(5)
  })
})

describe('a stop that names no thread', () => {
  test('is at the first thread that is stopped, for every tool', async () => {
    const { daemon, session } = beside(() => false)
    session.change({ stop: { stopId: 4, reason: 'pause', breakpointIds: [] } })
    const { currentThreadId: _id, ...view } = session.view()
    session.view = () => view
    for (const tool of ['wait_for_stop', 'debug_pause', 'debug_state'])
      expect(await daemon.call(tool)).toMatchObject({ reason: 'pause', thread_id: 1, location: { line: 40 } })
    expect(await daemon.call('stacktrace_get')).toMatchObject({ thread_id: 1 })
    expect(await daemon.call('threads_list')).toMatchObject({ threads: [{ id: 1, is_current: true }] })
  })
})

describe('mux 17: a wait tells each stop once', () => {
  /** Stops 4 to 6 come and go while nobody waits; 5 hits breakpoint 7. */
  function passing() {
    const daemon = new ScriptedDaemon()
    const session = daemon.open({
      view: { breakpoints: [{ id: 7, what: 'source', enabled: true, verified: true, hits: 1 }] },
    })
    session.script = { stackTrace: { stackFrames: [{ id: 1, name: 'f', line: 9, column: 1 }], totalFrames: 1 } }
    session.resume()
    for (const ids of [[], [7], []]) {
      session.stop(ids.length === 0 ? 'step' : 'breakpoint', ids)
      session.resume()
    }
    return { daemon, session }
  }
  test('mux 17: wait_for_stop since 3 tells 4, 5 and 6, then waits', async () => {
    const { daemon } = passing()
    for (const stopId of [4, 5, 6])
      expect(await daemon.call('wait_for_stop', { since_stop_id: stopId - 1 })).toMatchObject({
        stopped: true,
        stop_id: stopId,
        still_stopped: false,
        _meta: { stop_id: stopId },
      })
    expect(await daemon.call('wait_for_stop', { since_stop_id: 6, timeout_ms: 1 })).toMatchObject({ reason: 'timeout' })
  })
  test('mux 17: the last one, which lasts, comes with its place', async () => {
    const { daemon, session } = passing()
    session.stop()
    expect(await daemon.call('wait_for_stop', { since_stop_id: 6 })).toMatchObject({
      stop_id: 7,
      location: { line: 9 },
    })
  })
  test('mux 17: the end is told after all stops', async () => {
    const { daemon, session } = passing()
    session.happen({ kind: 'exited', exitCode: 2 }, { phase: 'ended', exitCode: 2 })
    expect(await daemon.call('wait_for_stop', { since_stop_id: 5 })).toMatchObject({ stop_id: 6, still_stopped: false })
    expect(await daemon.call('wait_for_stop', { since_stop_id: 6 })).toMatchObject({ reason: 'exited', exit_code: 2 })
  })
  test('mux 17: breakpoint_wait finds the one hit among them, once', async () => {
    const { daemon } = passing()
    expect(await daemon.call('breakpoint_wait', { since_stop_id: 3 })).toMatchObject({
      hit: true,
      breakpoint_id: 7,
      stop_id: 5,
      still_stopped: false,
    })
    expect(await daemon.call('breakpoint_wait', { since_stop_id: 5, timeout_ms: 1 })).toMatchObject({ hit: false })
  })
})
