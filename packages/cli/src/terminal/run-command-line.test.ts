import { describe, expect, test } from 'vitest'
import { ToolError } from '@dapplex/protocol'
import { runCommandLine, terminalCommands } from './run-command-line.js'
import { answers, makeView, NOWHERE } from '../../test/made-view.js'

describe('each command makes its call and prints the result', () => {
  test.each([
    { line: 'c', calls: [['debug_continue', { wait: true }]], prints: [`at f at ${NOWHERE}:4`] },
    { line: 'continue', calls: [['debug_continue', { wait: true }]], prints: [`at f at ${NOWHERE}:4`] },
    { line: 'n', calls: [['debug_step', { action: 'over', wait: true }]], prints: [`at f at ${NOWHERE}:4`] },
    { line: 's', calls: [['debug_step', { action: 'into', wait: true }]], prints: [`at f at ${NOWHERE}:4`] },
    { line: 'fin', calls: [['debug_step', { action: 'out', wait: true }]], prints: [`at f at ${NOWHERE}:4`] },
    { line: `until ${NOWHERE}:9`, calls: [['run_to', { file: NOWHERE, line: 9 }]], prints: ['not stopped: exited'] },
    {
      line: `until "/none/a b.js:9"`,
      calls: [['run_to', { file: '/none/a b.js', line: 9 }]],
      prints: ['not stopped: exited'],
    },
    { line: 'pause', calls: [['debug_pause', {}]], prints: [] },
    {
      line: 'wait 2',
      calls: [['wait_for_stop', { timeout_ms: 2000 }]],
      prints: [`stopped (breakpoint) at ${NOWHERE}:3`],
    },
    { line: 'bt', calls: [['stacktrace_get', {}]], prints: [`  #0 f at ${NOWHERE}:3`, '  … 3 more'] },
    {
      line: 'f 2',
      calls: [
        ['frame_select', { frame_index: 2 }],
        ['stacktrace_get', { start_frame: 2, max_frames: 1 }],
      ],
      prints: [`* #0 f at ${NOWHERE}:3`],
    },
    {
      line: 'up',
      calls: [
        ['frame_select', {}],
        ['frame_select', { frame_index: 1 }],
        ['stacktrace_get', { start_frame: 1, max_frames: 1 }],
      ],
      prints: [`* #0 f at ${NOWHERE}:3`],
    },
    {
      line: 'down',
      calls: [
        ['frame_select', {}],
        ['frame_select', { frame_index: 0 }],
        ['stacktrace_get', { start_frame: 0, max_frames: 1 }],
      ],
      prints: [`* #0 f at ${NOWHERE}:3`],
    },
    { line: 't', calls: [['threads_list', {}]], prints: ['* 1 main (stopped)'] },
    {
      line: 't 7',
      calls: [
        ['thread_select', { thread_id: 7 }],
        ['threads_list', {}],
      ],
      prints: ['* 1 main (stopped)'],
    },
    {
      line: 'l',
      calls: [
        ['source_get', {}],
        ['breakpoint_list', {}],
      ],
      prints: ['>    3      return'],
    },
    {
      line: `l ${NOWHERE}:9`,
      calls: [
        ['source_get', { file: NOWHERE, line: 9 }],
        ['breakpoint_list', {}],
      ],
      prints: ['>    3      return'],
    },
    {
      line: 'l f',
      calls: [
        ['stacktrace_get', {}],
        ['source_get', { file: NOWHERE, line: 3 }],
        ['breakpoint_list', {}],
      ],
      prints: ['>    3      return'],
    },
    { line: 'c &', calls: [['debug_continue', {}]], prints: [] },
    { line: 'c&', calls: [['debug_continue', {}]], prints: [] },
    { line: 'p  a + b ', calls: [['evaluate', { expression: 'a + b' }]], prints: ['3'] },
    { line: 'locals', calls: [['variables_get', {}]], prints: ['  n (number) = 1'] },
    { line: 'x a.b', calls: [['variables_get', { expand: 'a.b' }]], prints: ['  n (number) = 1'] },
    { line: 'set a = b == c', calls: [['set_variable', { name: 'a', value: 'b == c' }]], prints: ['a = 2'] },
    { line: 'watch a', calls: [['evaluate', { expression: 'a' }]], prints: ['3'] },
    { line: 'exc', calls: [['exception_get', {}]], prints: ['TypeError: no'] },
    {
      line: 'stops',
      calls: [['stops_list', {}]],
      prints: [
        '  … stops 4 lists those before',
        expect.stringMatching(
          /^ {2}#4 {2}2026-03-0\d \d\d:\d\d:\d\d {2}exception KeyError at f at a\.js:3 \(agent-1\)$/,
        ),
        '      * n = 1 (was 2)',
        '  2 stops before these are no longer recorded',
      ],
    },
    {
      line: 'stops 4',
      calls: [['stops_list', { before_stop_id: 4 }]],
      prints: [
        '  … stops 4 lists those before',
        expect.stringContaining('#4'),
        '      * n = 1 (was 2)',
        '  2 stops before these are no longer recorded',
      ],
    },
    {
      line: 'hist a.b',
      calls: [['values_history', { expression: 'a.b' }]],
      prints: ['  #1–#3  2  in f:3 (agent-1)', '  #4  1', '  1 stop of 5 without a recorded value'],
    },
    {
      line: 'past 3',
      calls: [
        ['stacktrace_get', { stop_id: 3 }],
        ['variables_get', { stop_id: 3 }],
      ],
      prints: [`  #0 f at ${NOWHERE}:3`, '  n (number) = 1'],
    },
    { line: 'go 3', calls: [['stop_select', { stop_id: 3 }]], prints: [`at f at ${NOWHERE}:4`] },
    { line: 'out', calls: [['output_get', { since: 0 }]], prints: ['a\nb'] },
    { line: 'b', calls: [['breakpoint_list', {}]], prints: ['  (no breakpoints)'] },
    {
      line: `b "${NOWHERE}:3" if n`,
      calls: [['breakpoint_set', { file: NOWHERE, line: 3, condition: 'n' }]],
      prints: [`  1  ${NOWHERE}:3`],
    },
    { line: 'b total', calls: [['breakpoint_set', { function: 'total' }]], prints: [`  1  ${NOWHERE}:3`] },
    {
      line: `log ${NOWHERE}:3 n = {n}`,
      calls: [['breakpoint_set', { file: NOWHERE, line: 3, log_message: 'n = {n}' }]],
      prints: [`  1  ${NOWHERE}:3`],
    },
    {
      line: 'log "/none/a b.js:3" at 10:30 now',
      calls: [['breakpoint_set', { file: '/none/a b.js', line: 3, log_message: 'at 10:30 now' }]],
      prints: [`  1  ${NOWHERE}:3`],
    },
    { line: 'd 1', calls: [['breakpoint_remove', { id: 1 }]], prints: ['removed 1'] },
    { line: 'restarts', calls: [['restarts_list', {}]], prints: ['  0: [ABORT] stop'] },
    { line: 'r 1 7', calls: [['restart_invoke', { index: 1, args: ['7'] }]], prints: [] },
    { line: 'r 0', calls: [['restart_invoke', { index: 0 }]], prints: [] },
    { line: 'who', calls: [['clients_list', {}]], prints: ['  code (editor, owner): next'] },
    { line: 'say a  b', calls: [['message_send', { text: 'a  b' }]], prints: ['  sent to code'] },
    {
      line: 'control',
      calls: [['control_status', {}]],
      prints: ['  nobody has control: everyone may move the program'],
    },
    { line: 'control take', calls: [['control_acquire', {}]], prints: ['  terminal has control for another 2 s'] },
    {
      line: 'control release',
      calls: [['control_release', {}]],
      prints: ['  nobody has control: everyone may move the program'],
    },
    { line: 'in yes', calls: [['input_send', { text: 'yes\n' }]], prints: [] },
    {
      line: 'call evaluate expression=5',
      calls: [['evaluate', { expression: '5' }]],
      prints: ['{\n  "result": "3"\n}'],
    },
    {
      line: 'call evaluate {"expression": "a b"}',
      calls: [['evaluate', { expression: 'a b' }]],
      prints: ['{\n  "result": "3"\n}'],
    },
    { line: '   ', calls: [], prints: [] },
    {
      line: 'help p',
      calls: [],
      prints: [
        '  p EXPR                                 evaluate an expression in the selected frame',
        '  also: print',
        '  example: p total + 1',
      ],
    },
  ])('$line', async ({ line, calls, prints }) => {
    const made = makeView(answers)
    expect(await runCommandLine(made.view, line)).toBe(true)
    expect({ calls: made.calls, prints: made.printed }).toEqual({ calls, prints })
  })
  test('every command is in this table or below', () => {
    const names = terminalCommands.map(({ names: [name] }) => name)
    expect(names.sort()).toEqual(
      [
        'b',
        'back',
        'bt',
        'c',
        'call',
        'control',
        'd',
        'down',
        'exc',
        'f',
        'fin',
        'go',
        'help',
        'hist',
        'in',
        'kill',
        'l',
        'locals',
        'log',
        'n',
        'out',
        'p',
        'past',
        'pause',
        'q',
        'r',
        'rc',
        'restarts',
        's',
        'say',
        'set',
        'stops',
        't',
        'tools',
        'until',
        'unwatch',
        'up',
        'wait',
        'watch',
        'who',
        'x',
      ].sort(),
    )
  })
  test.each([
    { line: 'q', calls: [] },
    {
      line: 'kill',
      calls: [
        ['clients_list', {}],
        ['debug_disconnect', { terminate: true }],
      ],
    },
    { line: 'kill now', calls: [['debug_disconnect', { terminate: true }]] },
  ])('$line leaves the view', async ({ line, calls }) => {
    const made = makeView({ clients_list: { clients: [{ name: 'terminal', is_you: true }] } })
    await runCommandLine(made.view, line)
    expect({ calls: made.calls, left: made.timesLeft() }).toEqual({ calls, left: 1 })
  })
  test.each([
    { answer: 'y', left: 1 },
    { answer: 'n', left: 0 },
  ])('kill asks where others are there: $answer', async ({ answer, left }) => {
    const asked: string[] = []
    const made = makeView(answers)
    const ask = (question: string) => (asked.push(question), Promise.resolve(answer))
    expect(await runCommandLine({ ...made.view, ask }, 'kill')).toBe(true)
    expect({ asked, left: made.timesLeft() }).toEqual({
      asked: ['In the session: code. End it for all? (y/n) '],
      left,
    })
  })
  test('exc says that no exception stopped the program', async () => {
    const { view, printed } = makeView({ exception_get: { thrown: false, stop_reason: 'step' } })
    await runCommandLine(view, 'exc')
    expect(printed).toEqual(['  (no exception at this stop)'])
  })
  test('tools lists every tool', async () => {
    const { view, printed } = makeView()
    await runCommandLine(view, 'tools')
    expect(printed).toContainEqual(expect.stringMatching(/^ {2}stacktrace_get +\w/))
  })
})

test('the past of a recording that is damaged, and a stop of which only a part was recorded, say so', async () => {
  const damage = 'byte 90 of 99: the file ends within a frame'
  const made = makeView({
    ...answers,
    stacktrace_get: { frames: [] },
    variables_get: { variables: [], recorded: 'part', damage, truncated: true },
    values_history: { values: [], stops: 4, without: 4, damage },
  })
  await runCommandLine(made.view, 'past 3')
  await runCommandLine(made.view, 'hist n')
  const torn = `  the recording is damaged (${damage}): later stops are missing`
  expect(made.printed).toEqual([
    '  … there are more',
    '  (less than usual was recorded of this stop: variables may be missing)',
    torn,
    torn,
    'hist: it was recorded at none of 4 stops; past N shows what was',
  ])
})

describe('a command that fails says why, and counts as failed', () => {
  test.each([
    { line: 'nonsense', prints: 'unknown command "nonsense"; help lists the commands' },
    { line: 'nxt', prints: 'unknown command "nxt"; did you mean next? help lists the commands' },
    { line: 'help nxt', prints: 'help: unknown command "nxt"; did you mean next? help lists the commands' },
    { line: 'c now', prints: 'c: write c, or c & to wait for nothing' },
    { line: 'kill all', prints: 'kill: write kill, or kill now to end it without a question' },
    { line: 'x 1', prints: 'x: no row with members was listed; locals lists them' },
    { line: 'unwatch a', prints: 'unwatch: nothing is watched as "a"' },
    { line: 'p', prints: 'p: give an expression: p total + 1' },
    { line: 'x', prints: 'x: give a variable: x order.items' },
    { line: 'watch', prints: 'watch: give an expression: watch total' },
    { line: 'set a', prints: 'set: write set NAME = VALUE' },
    { line: 'hist', prints: 'hist: give a path: hist order.total' },
    { line: 'past now', prints: 'past: give the number of a stop, such as 0' },
    { line: 'f', prints: 'f: give the number of a frame, such as 0' },
    { line: 't main', prints: 't: give the number of a thread, such as 0' },
    { line: 'until 9', prints: 'until: write until FILE:LINE' },
    { line: 'wait soon', prints: 'wait: give a number of seconds: wait 10' },
    { line: 'log a.js:3', prints: 'log: write log FILE:LINE TEXT' },
    { line: 'd all', prints: 'd: give the id of a breakpoint, such as d 1 (b lists them)' },
    { line: 'r abort', prints: 'r: give the number of a restart, such as r 0 (restarts lists them)' },
    { line: 'control mine', prints: 'control: write control, control take or control release' },
    { line: 'call', prints: 'call: write call TOOL [key=value… | JSON]' },
    { line: 'call evaluate x', prints: 'call: "x" is not key=value; give key=value words, or one JSON object' },
  ])('$line', async ({ line, prints }) => {
    const { view, printed, calls } = makeView()
    expect(await runCommandLine(view, line)).toBe(false)
    expect({ printed, calls }).toEqual({ printed: [prints], calls: [] })
  })
  test.each([
    {
      answer: { error: true, type: 'ReferenceError', message: 'nosuch is not defined' },
      line: 'p nosuch',
      method: 'evaluate',
      prints: 'p: ReferenceError: nosuch is not defined',
    },
    {
      answer: { clients: [{ name: 'code' }, { name: 'terminal', is_you: true }] },
      line: 'kill',
      method: 'clients_list',
      prints: 'kill: in the session: code; kill now ends it for all',
    },
    {
      answer: { values: [], stops: 4, without: 4 },
      line: 'hist nosuch',
      method: 'values_history',
      prints: 'hist: it was recorded at none of 4 stops; past N shows what was',
    },
    {
      answer: { stopped: false, reason: 'timeout' },
      line: 'wait',
      method: 'wait_for_stop',
      prints: 'wait: the program has not stopped yet; wait waits for it',
    },
    {
      answer: { stopped: false, reason: 'timeout' },
      line: 'n',
      method: 'debug_step',
      prints: 'n: the program has not stopped yet; wait waits for it',
    },
    {
      answer: new ToolError({
        code: -32000,
        message: 'no frame 9',
        data: { type: 'INVALID_FRAME', hint: 'give 0 to 3' },
      }),
      line: 'f 9',
      method: 'frame_select',
      prints: 'f: no frame 9 (give 0 to 3)',
    },
    {
      answer: new ToolError({
        code: -32000,
        message: 'no frame 8',
        data: { type: 'INVALID_FRAME', hint: 'stacktrace_get {} shows the existing frames' },
      }),
      line: 'f 8',
      method: 'frame_select',
      prints: 'f: no frame 8 (call stacktrace_get {} shows the existing frames)',
    },
  ])('$prints', async ({ answer, line, method, prints }) => {
    const { view, printed } = makeView({ [method]: answer })
    expect(await runCommandLine(view, line)).toBe(false)
    expect(printed).toEqual([prints])
  })
})
