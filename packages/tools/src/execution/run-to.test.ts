import { expect, test } from 'vitest'
import type { BreakpointView } from '@dapplex/protocol'
import { ScriptedDaemon } from '../../test/scripted/scripted-daemon.js'
import { Refusal, type Args, type ScriptedSession } from '../../test/scripted/scripted-session.js'

const added: BreakpointView = { id: 9, what: 'source', enabled: true, verified: true, hits: 0, path: '/m.js', line: 3 }
const frame = { id: 5, name: 'pay', line: 3, column: 1, source: { path: '/m.js' } }

/** A program that does this when it is resumed. */
function open(resumed: (session: ScriptedSession) => void, more: Partial<BreakpointView> = {}) {
  const daemon = new ScriptedDaemon()
  const session = daemon.open({ view: { request: 'attach' } })
  session.script = {
    stackTrace: { stackFrames: [frame], totalFrames: 1 },
    dapplex_breakpointAdd: () => {
      session.change({ breakpoints: [{ ...added, ...more }] })
      return { breakpoint: { ...added, ...more } }
    },
    dapplex_breakpointRemove: () => (session.change({ breakpoints: [] }), {}),
    continue: () => {
      session.resume()
      resumed(session)
      return {}
    },
  }
  return { daemon, session }
}
const commands = (session: ScriptedSession) => session.asked.map(({ command }) => command)
const goal = { file: '/m.js', line: 3 }

test('it stops at the line, and the core takes the breakpoint back', async () => {
  const { daemon, session } = open((one) => {
    one.stop('breakpoint', [9])
    one.change({ breakpoints: [] })
  })
  expect(await daemon.call('run_to', goal)).toMatchObject({
    success: true,
    state: 'stopped',
    stopped: true,
    reached: true,
    reason: 'breakpoint',
    stop_id: 4,
    thread_id: 1,
    location: { function: 'pay', file: '/m.js', line: 3 },
    breakpoint_ids: [],
    _meta: { session_id: 's1', stop_id: 4 },
  })
  const { args } = session.asked.find(({ command }) => command === 'dapplex_breakpointAdd')!
  expect(args).toEqual({ path: '/m.js', line: 3, temporary: true })
  expect(commands(session)).not.toContain('dapplex_breakpointRemove')
})

test.each([
  {
    why: 'another breakpoint on the way',
    resumed: (one: ScriptedSession) => one.stop('breakpoint', [7]),
    want: {
      reached: false,
      stopped: true,
      breakpoint_ids: [7],
      message: 'The program was stopped on the way (breakpoint)',
    },
  },
  {
    why: 'the end of the program',
    resumed: (one: ScriptedSession) => one.happen({ kind: 'exited', exitCode: 0 }, { phase: 'ended', exitCode: 0 }),
    want: { reached: false, stopped: false, state: 'exited', message: 'The program ended before it reached the line' },
  },
  {
    why: 'the end of the time',
    resumed: () => undefined,
    want: { reached: false, stopped: false, state: 'running', reason: 'timeout' },
  },
])('$why is told, and the breakpoint is taken back', async ({ resumed, want }) => {
  const { daemon, session } = open(resumed)
  expect(await daemon.call('run_to', { ...goal, timeout_ms: 50 })).toMatchObject(want)
  expect(session.asked.at(-1)).toMatchObject({ command: 'dapplex_breakpointRemove', args: { id: 9 } })
})

test('a line that the adapter does not confirm is told with its words', async () => {
  const { daemon } = open((one) => one.stop('pause'), { verified: false, message: 'no code there' })
  expect(await daemon.call('run_to', goal)).toMatchObject({
    reached: false,
    message: 'The program was stopped on the way (pause); the adapter has not confirmed the line: no code there',
  })
})

test('a resume that is refused leaves no breakpoint behind', async () => {
  const { daemon, session } = open(() => undefined)
  session.script = { ...session.script, continue: new Refusal('no') }
  expect((await daemon.fail('run_to', goal)).data).toMatchObject({ type: 'STEP_FAILED' })
  expect(commands(session).at(-1)).toBe('dapplex_breakpointRemove')
})

test('STOP_CHANGED and NOT_PAUSED set none', async () => {
  const { daemon, session } = open(() => undefined)
  expect((await daemon.fail('run_to', { ...goal, expected_stop_id: 2 })).data).toMatchObject({ type: 'STOP_CHANGED' })
  session.change({ phase: 'running' })
  expect((await daemon.fail('run_to', goal)).data).toMatchObject({ type: 'NOT_PAUSED' })
  expect(commands(session)).toEqual([])
})

test('where threads stop one by one, another thread that reaches the line counts', async () => {
  const { daemon, session } = open((one) =>
    one.happen(
      { kind: 'stopped', threadId: 2, reason: 'breakpoint', allThreadsStopped: false, breakpointIds: [9] },
      { phase: 'stopped', stopId: 4 },
    ),
  )
  Object.assign(session.traits, { stops: 'thread' } satisfies Args)
  expect(await daemon.call('run_to', goal)).toMatchObject({ reached: true, thread_id: 2 })
})
