import type { ToolResult } from '@dapplex/protocol'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { markerLine } from '@dapplex/testkit'
import { daemonWithAgent } from '../support/daemon-with-agent.js'
import { endSessions } from '../support/end-sessions.js'
import { preparedProgram } from '../support/prepared-program.js'
import { ScratchFolder } from '../support/scratch-folder.js'
import { needs } from '../rules/support/subjects.js'
import { editorBeside } from './editor-beside.js'
import { passing } from './passes.js'

const { host, agent } = await daemonWithAgent()
afterEach(() => endSessions(host))

/** A busy machine may be slow; the answer comes as soon as the call has returned. */
const PATIENT = { timeout_ms: 200_000 }

type Traced = ToolResult<'trace_run'>['calls'][number]

const isCall = (one: string | Traced): one is Traced => typeof one === 'object'

/** The rows of a call; calls that were followed are left out. */
const textOf = (steps: readonly unknown[] = []): string => steps.filter((one) => typeof one === 'string').join('\n')

describe.each(passing)('trace_run: $name', (language) => {
  const { source, adapter, above, caller, tellsReturned, records } = language
  const prepared = preparedProgram(language)
  const body = markerLine(source, 'body')

  test('the lines of a call and of one that it calls, what both return, and the pass with the flag', async () => {
    const traced = await agent.call('trace_run', {
      ...{ program: prepared(), adapter, args: ['8'], functions: [caller], max_calls: 1, depth: 1, flag: above(9) },
      ...PATIENT,
    })
    expect(traced).toMatchObject({
      ended: expect.stringMatching(/^(calls|exit)$/),
      calls: [{ call: 1, arguments: ['count = 8'] }],
    })
    const nested = traced.calls[0]?.steps.find(isCall)
    expect(nested).toMatchObject({ call: 2, function: expect.stringMatching(/total$/i), arguments: ['count = 8'] })
    expect(textOf(nested?.steps)).toMatch(/s 0 → 1[^]*s 1 → 3/)
    expect(traced.flagged).toMatchObject({ call: 2, line: body, pass: 5 })
    expect(traced.flagged?.changes).toContain('s 6 → 10')
    expect(textOf(traced.calls[0]?.steps)).toMatch(/result.* 28$/)
    if (tellsReturned) expect([nested?.returned, traced.calls[0]?.returned]).toEqual(['28', '28'])
  })

  test('a call that throws: the exception, and the stop that all are told of', async () => {
    const traced = await agent.call('trace_run', {
      ...{ program: prepared(), adapter, args: ['-1'], functions: [caller] },
      ...PATIENT,
    })
    expect(traced).toMatchObject({
      ended: 'stopped',
      calls: [{ arguments: ['count = -1'], threw: expect.stringContaining('no passes') }],
      stop: { exception: expect.any(Object) },
    })
  })

  test(
    records
      ? 'a loop of 1,000 passes: below 1,500 bytes, and the pass is named in which the sum is first too large'
      : 'a loop of 100 passes: below 1,500 bytes, and the pass is named in which the sum is first too large',
    async () => {
      const passes = records ? 1000 : 100
      const traced = await agent.call('trace_run', {
        ...{ program: prepared(), adapter, args: [String(passes)], functions: [language.function] },
        ...{ max_calls: 1, max_steps: 10_000, flag: above(1000) },
        ...PATIENT,
      })
      expect(traced._meta.bytes).toBeLessThan(1500)
      expect(traced.flagged).toMatchObject({ pass: 46, line: body })
      expect(textOf(traced.calls[0]?.steps)).toMatch(/ × \d+ \(passes 47-\d+\)/)
    },
  )

  // An adapter that goes by steps is tested by what max_steps does to a step.
  if (records)
    test('max_steps ends a call that records itself, and the program is left', async () => {
      const traced = await agent.call('trace_run', {
        ...{ program: prepared(), adapter, functions: [language.function], max_steps: 400 },
        ...PATIENT,
      })
      expect(traced).toMatchObject({ ended: 'max_steps', steps: 400, calls: [{ unfinished: 'max_steps' }] })
      expect(textOf(traced.calls[0]?.steps)).toMatch(/ × \d+ \(passes 4-\d+\)/)
    })

  // An adapter that goes by steps is tested by one of them, the quickest.
  if (adapter !== 'netcoredbg')
    test('at the time-out the answer says so, and has the lines until then; the program stands at one stop', async () => {
      const began = performance.now()
      const { session_id } = await agent.call('debug_launch', {
        ...{ program: prepared(), adapter, args: ['1000000000'], stop_at_entry: true },
        ...PATIENT,
      })
      // A busy machine gets more: as long as the start has taken, and more.
      const timeout_ms = Math.round(800 + 2 * (performance.now() - began))
      const { editor, after } = await editorBeside(host, session_id)
      const functions = [language.function]
      const traced = await agent.call('trace_run', { session_id, functions, max_steps: 1_000_000, timeout_ms })
      expect(traced).toMatchObject({ ended: 'timeout', calls: [{ unfinished: 'timeout' }] })
      // A call records itself after 30 steps.
      expect(traced.steps).toBeGreaterThan(records ? 30 : 3)
      expect(textOf(traced.calls[0]?.steps)).toMatch(/line \d+: /)
      expect(traced._meta.bytes).toBeLessThan(3000)
      await editor.waitForEvent('stopped', undefined, { after })
      expect((await agent.call('breakpoint_list', { session_id })).breakpoints).toEqual([])
      expect(editor.events('stopped', after)).toHaveLength(1)
      await editor.close()
    })

  test('killed half way: it leaves no breakpoint, and the program stands at one stop that is told', async () => {
    const { session_id } = await agent.call('debug_launch', {
      program: prepared(),
      adapter,
      // A compiled program must not end before the pause reaches it.
      args: adapter === 'netcoredbg' || adapter === 'delve' ? ['1000000000'] : [],
      stop_at_entry: true,
      ...PATIENT,
    })
    const { editor, after } = await editorBeside(host, session_id)
    const other = await host.agent('other')
    const functions = [language.function]
    other.call('trace_run', { session_id, functions, max_steps: 1_000_000, ...PATIENT }).catch(() => undefined)
    await editor.waitForEvent('output', ({ body }) => body.output.includes('begin'), { after })
    await other.close()
    await editor.waitForEvent('stopped', undefined, { after })
    expect(await agent.call('debug_state', { session_id })).toMatchObject({ state: 'stopped' })
    expect((await agent.call('breakpoint_list', { session_id })).breakpoints).toEqual([])
    const end = await agent.call('debug_continue', { session_id, wait: true, ...PATIENT })
    expect(end).toMatchObject({ reason: 'exited', exit_code: 0 })
    expect(editor.events('stopped', after)).toHaveLength(1)
    await editor.close()
  })
})

describe('trace_run: objects in a loop of C#', () => {
  const csharp = passing.find(({ adapter }) => adapter === 'netcoredbg') ?? passing[0]
  const prepared = csharp === undefined ? () => '' : preparedProgram(csharp)

  test('a field is told at the line that wrote it, also of the object that a variable holds later', async () => {
    const traced = await agent.call('trace_run', {
      ...{ program: prepared(), args: ['12', 'tally'], functions: ['Passes.Program.Tallied'], flag: 'i > 8' },
      ...PATIENT,
    })
    const text = textOf(traced.calls[0]?.steps)
    expect(text).toMatch(/line \d+: tally \{Sum: 0\} → \{Sum: 1\}[^]*tally \{Sum: 1\} → \{Sum: 3\}/)
    // The sum of 0 to 8 is 36: then there is another one.
    expect(text).toMatch(/\(passes 4-9\): .*tally \{Sum: 3\} → \{Sum: 0\}[^]*tally \{Sum: 0\} → \{Sum: 9\}/)
    expect(traced.flagged).toMatchObject({ pass: 10, changes: ['i 8 → 9'] })
    expect(text).toMatch(/tally .*→ \{Sum: 30\}/)
  })
})

const A_CALLEE_WRITES = `log = []

def note(i):
    log.append(i)

def walk(count):
    for i in range(count):
        note(i)
    return count

def never():
    return 0

walk(60)
`

describe('trace_run: what no variable of the function shows', () => {
  const scratch = new ScratchFolder('trace')
  afterAll(() => scratch.remove())

  test.for([
    { how: 'by steps', limit: 3 },
    { how: 'recorded', limit: 50 },
  ])('the flag is told at the line whose callee made it true: $how', async ({ limit }, context) => {
    needs(context, { needs: ['debugpy'] })
    const program = scratch.write('callee_writes.py', A_CALLEE_WRITES)
    const asked = { program, functions: ['walk'], max_calls: 1, max_steps: 1000, flag: `len(log) >= ${limit}` }
    const traced = await agent.call('trace_run', { ...asked, ...PATIENT })
    expect(traced.flagged).toMatchObject({ line: 8, pass: limit })
  })

  test('a function that is never called is said to be, and how the run ended', async (context) => {
    needs(context, { needs: ['debugpy'] })
    const program = scratch.write('callee_writes.py', A_CALLEE_WRITES)
    const traced = await agent.call('trace_run', { program, functions: ['never'], ...PATIENT })
    expect(traced).toMatchObject({ ended: 'exit', calls: [], message: expect.any(String) })
    expect(traced.message).toMatch(/^never was never called before the program ended with exit code 0;/)
  })
})

const LAST_CALL = `(defun total (count)
  (let ((s 0))
    (dotimes (i count)
      (setf s (+ s i)))
    LEAVE))
(total 100)
`

describe('trace_run: a call that records itself, and the program ends behind it (Common Lisp)', () => {
  const scratch = new ScratchFolder('trace')
  afterAll(() => scratch.remove())

  test.for([
    { how: 'it returns into no code of the program', leave: 's', code: 0 },
    { how: 'the program ends itself in it', leave: '(sb-ext:exit :code 3)', code: 3 },
  ])('the passes are told: $how', async ({ leave, code }, context) => {
    needs(context, { needs: ['sbcl'] })
    const program = scratch.write('last_call.lisp', LAST_CALL.replace('LEAVE', leave))
    const asked = { program, functions: ['total'], max_calls: 2, max_steps: 1000 }
    const traced = await agent.call('trace_run', { ...asked, ...PATIENT })
    expect(traced).toMatchObject({ ended: 'exit', exit_code: code, calls: [{ call: 1 }] })
    expect(textOf(traced.calls[0]?.steps)).toMatch(/ × \d+ \(passes 4-\d+\): [^]*s 4851 → 4950/)
  })
})

const TWO_CALLS = `def total(count):
    s = 0
    for i in range(count):
        s = s + i
    return s

print(total(300), total(200))
`

describe('trace_run: a function given by a line in its loop', () => {
  const scratch = new ScratchFolder('trace')
  afterAll(() => scratch.remove())

  test('a call that records itself stops at the line no more, and the next call stops there again', async (context) => {
    needs(context, { needs: ['debugpy'] })
    const program = scratch.write('two_calls.py', TWO_CALLS)
    const { session_id } = await agent.call('debug_launch', { program, stop_at_entry: true, ...PATIENT })
    const functions = [{ file: program, line: 4 }]
    const traced = await agent.call('trace_run', { session_id, functions, max_calls: 2, max_steps: 5000, ...PATIENT })
    expect(traced).toMatchObject({ ended: 'calls', calls: [{ call: 1 }, { call: 2 }] })
    // Two lines a pass; each call was found in its first pass.
    expect(traced.steps).toBeGreaterThan(990)
    const { text } = await agent.call('session_export', { session_id, max_bytes: 1_000_000 })
    // A call takes 30 steps before it records itself.
    expect(text.split('"event":"stopped"').length).toBeLessThan(100)
  })
})
