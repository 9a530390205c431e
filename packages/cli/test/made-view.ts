import type { ViewContext } from '../src/terminal/view-context.js'
import { newMemory } from '../src/terminal/view-context.js'
import { makePaint } from '../src/output/paint.js'

export type Answers = Readonly<Record<string, unknown>>

/** A view whose client answers from a table, and notes each call. */
export function makeView(answers: Answers = {}) {
  const calls: [string, unknown][] = []
  const printed: string[] = []
  let left = 0
  const call = (method: string, { session_id: _session, ...params }: Record<string, unknown>) => {
    calls.push([method, params])
    const answer = answers[method] ?? {}
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
  }
  const view: ViewContext = {
    client: { call } as ViewContext['client'],
    sessionId: 's1',
    memory: newMemory(),
    paint: makePaint(false),
    manner: 'script',
    leave: () => left++,
    print: (text) => printed.push(text),
  }
  return { view, calls, printed, timesLeft: () => left }
}

export const NOWHERE = '/none/a.js'
const rows = { frames: [{ index: 0, function: 'f', file: NOWHERE, line: 3 }], total_frames: 4 }
export const answers: Answers = {
  stacktrace_get: rows,
  threads_list: { threads: [{ id: 1, name: 'main', state: 'stopped', is_current: true }] },
  source_get: { lines: [{ line: 3, text: '\treturn', is_current: true }] },
  variables_get: { variables: [{ name: 'n', type: 'number', value: '1' }] },
  evaluate: { result: '3' },
  set_variable: { value: '2' },
  exception_get: { type: 'TypeError', message: 'no' },
  output_get: { output: [{ text: 'a\n' }, { text: 'b\n' }] },
  frame_select: { frame_index: 0 },
  debug_continue: { stopped: true, location: { function: 'f', path: NOWHERE, line: 4 } },
  debug_step: { stopped: true, location: { function: 'f', path: NOWHERE, line: 4 } },
  stop_select: { stopped: true, location: { function: 'f', path: NOWHERE, line: 4 } },
  stops_list: {
    stops: [
      {
        stop_id: 4,
        at: '2026-03-01T12:00:00.000Z',
        reason: 'exception',
        exception: 'KeyError',
        location: { function: 'f', path: NOWHERE, line: 3 },
        by: 'agent-1',
        changed: [{ name: 'n', value: '1', previous: '2' }],
      },
    ],
    total: 5,
    dropped: 2,
    truncated: true,
  },
  values_history: {
    values: [
      { stop_id: 1, last_stop_id: 3, value: '2', function: 'f', line: 3, by: 'agent-1' },
      { stop_id: 4, value: '1' },
    ],
    stops: 5,
    without: 1,
  },
  run_to: { stopped: false, reason: 'exited' },
  wait_for_stop: { stopped: true, reason: 'breakpoint', location: { path: NOWHERE, line: 3 } },
  breakpoint_set: { id: 1, file: NOWHERE, line: 3, verified: true },
  breakpoint_list: { breakpoints: [] },
  restarts_list: { restarts: [{ index: 0, name: 'ABORT', description: 'stop' }] },
  clients_list: { clients: [{ name: 'code', kind: 'editor', role: 'owner', last_command: 'next' }] },
  message_send: { to: [{ name: 'code' }] },
  control_acquire: { holder: { name: 'terminal' }, remaining_ms: 1500 },
}
