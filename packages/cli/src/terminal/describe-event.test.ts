import { expect, test } from 'vitest'
import { describeEvent } from './describe-event.js'

const event = { session_id: 's1', by: { name: 'agent-1' } }
test.each([
  {
    event: { ...event, type: 'stopped', reason: 'breakpoint', location: { path: '/a.js', line: 3 } },
    want: 'stopped: breakpoint at /a.js:3 (agent-1)',
  },
  { event: { session_id: 's1', type: 'stopped', reason: 'step' }, want: 'stopped: step' },
  { event: { ...event, type: 'continued' }, want: 'continued (agent-1)' },
  { event: { ...event, type: 'output', text: 'hello\n' }, want: 'hello' },
  { event: { ...event, type: 'client_joined', client: { name: 'vscode' } }, want: 'vscode joined' },
  { event: { ...event, type: 'client_left', client: { name: 'vscode' } }, want: 'vscode left' },
  {
    event: { ...event, type: 'breakpoint', reason: 'new', breakpoint: { file: '/x/app.js', line: 12 } },
    want: 'agent-1 set a breakpoint at app.js:12',
  },
  {
    event: { ...event, type: 'breakpoint', reason: 'changed', breakpoint: { function: 'total' } },
    want: 'agent-1 changed a breakpoint at total',
  },
  {
    event: { ...event, type: 'breakpoint', reason: 'removed', breakpoint_id: 4 },
    want: 'agent-1 removed breakpoint 4',
  },
  { event: { session_id: 's1', type: 'breakpoint', reason: 'changed', breakpoint_id: 4 }, want: undefined },
  { event: { ...event, type: 'written', what: 'total' }, want: 'changed: total (agent-1)' },
  { event: { ...event, type: 'exited', exit_code: 3 }, want: 'the program ended with exit code 3' },
  {
    event: { ...event, type: 'ended', why: 'the program has ended' },
    want: 'the session ended: the program has ended',
  },
  {
    event: { ...event, type: 'unresponsive', command: 'threads', waited_ms: 30_000 },
    want: 'the adapter has not answered "threads" for 30000 ms',
  },
  { event: { ...event, type: 'thread' }, want: undefined },
  { event: { ...event, type: 'message', text: 'hello' }, want: 'agent-1: hello' },
  { event: { session_id: 's1', type: 'message', text: 'hello' }, want: 'somebody: hello' },
  {
    event: { ...event, type: 'control', change: 'taken', holder: { name: 'code' }, reason: 'my turn' },
    want: 'code has control of the program: my turn',
  },
  { event: { ...event, type: 'control', change: 'released' }, want: 'nobody has control of the program' },
  { event: { ...event, type: 'control', change: 'renewed', holder: { name: 'code' } }, want: undefined },
])('$event.type: $want', ({ event: one, want }) => expect(describeEvent(one)).toBe(want))
