import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  buildC,
  buildDotnet,
  buildGo,
  fixture,
  markerLine,
  must,
  processesWithArgument,
  type ProgramName,
  untilGone,
  untilWritten,
} from '@dapplex/testkit'
import { afterAll, describe, expect, test } from 'vitest'
import { daemonWithAgent } from './support/daemon-with-agent.js'
import { PATIENT, preparedProgram } from './support/prepared-program.js'
import { ScratchFolder } from './support/scratch-folder.js'
import { testDaemon, type TestDaemon } from './support/test-daemon.js'

const scratch = new ScratchFolder('marks')
// When the daemon has ended.
afterAll(() => scratch.remove())
const { host, agent } = await daemonWithAgent()

/** A program that writes a mark before the place where it is stopped, and more behind it. */
interface Case {
  readonly adapter: string
  readonly needs: readonly ProgramName[]
  readonly source: string
  readonly build?: () => Promise<string>
  readonly args: (file: string) => readonly string[]
  readonly stubborn: (file: string) => readonly string[]
  readonly adapter_args?: Readonly<Record<string, unknown>>
  /** The end of a program that was killed, as far as the adapter tells it (docs/languages.md). */
  readonly killed: { readonly exit_code?: number; readonly signal?: string }
}
const alone = {
  args: (file: string) => [file],
  stubborn: (file: string) => [file, '--stubborn'],
}
const CASES: readonly Case[] = [
  {
    adapter: 'node',
    needs: [],
    source: fixture('programs/node/marks.cjs'),
    args: (file) => [file, 'module'],
    stubborn: (file) => [file, 'module', '--stubborn'],
    killed: { exit_code: 137, signal: 'SIGKILL' },
  },
  {
    adapter: 'debugpy',
    needs: ['debugpy'],
    source: fixture('programs/python/marks.py'),
    ...alone,
    killed: { exit_code: 247, signal: 'SIGKILL' },
  },
  {
    adapter: 'delve',
    needs: ['delve', 'go'],
    source: fixture('programs/go/marks/main.go'),
    build: () => buildGo(fixture('programs/go/marks')),
    adapter_args: { mode: 'exec' },
    killed: {},
    ...alone,
  },
  {
    adapter: 'lldb',
    needs: ['lldb', 'cc'],
    source: fixture('programs/c/marks.c'),
    build: () => buildC(fixture('programs/c/marks.c')),
    killed: { exit_code: 9 },
    ...alone,
  },
  {
    adapter: 'swank',
    needs: ['sbcl'],
    source: fixture('programs/lisp/marks.lisp'),
    args: (file) => ['marks', file],
    stubborn: (file) => ['marks', file, 'stubborn'],
    killed: { exit_code: 137, signal: 'SIGKILL' },
  },
  {
    adapter: 'netcoredbg',
    needs: ['netcoredbg', 'dotnet'],
    source: fixture('programs/dotnet/marks/Program.cs'),
    build: () => buildDotnet(fixture('programs/dotnet/marks/marks.csproj')),
    killed: { exit_code: 1 },
    ...alone,
  },
]

/** Their debuggers cannot let go a program that they have started. */
const ENDS_WITH_ITS_SESSION: ReadonlySet<string> = new Set(['debugpy', 'delve', 'swank', 'netcoredbg'])

const marksIn = (file: string): string[] => readFileSync(file, 'utf8').trim().split('\n')
const untilProgramGone = (file: string) => untilGone(() => processesWithArgument(file))

describe.each(CASES)('how a program ends: $adapter', (one) => {
  const { adapter, source, adapter_args = {} } = one
  const program = preparedProgram(one)
  const file = (name: string) => join(scratch.path, `${adapter}-${name}`)

  async function stopped(on: TestDaemon, name: string) {
    const marks = file(name)
    const breakpoints = [{ file: source, line: markerLine(source, 'BREAK: mark') }]
    const start = { program: program(), adapter, args: one.args(marks), adapter_args, breakpoints, ...PATIENT }
    const caller = on === host ? agent : await on.agent()
    const stop = await caller.call('debug_launch', start)
    expect(stop).toMatchObject({ state: 'stopped' })
    return { caller, marks, session_id: stop.session_id }
  }

  // The adapters of the others are tested by themselves.
  if (adapter === 'netcoredbg')
    test('mux 11: stopped, it runs no further statement at debug_disconnect {terminate}', async () => {
      const { marks, session_id } = await stopped(host, 'terminated')
      await agent.call('debug_disconnect', { session_id, terminate: true })
      await untilProgramGone(marks)
      expect(marksIn(marks)).toEqual(['before'])
    })

  test('mux 11: let go, it runs on to its end, or it ends with its session: as the answer says', async () => {
    const { marks, session_id } = await stopped(host, 'let-go')
    const { message } = await agent.call('debug_disconnect', { session_id })
    await untilProgramGone(marks)
    const runsOn = !ENDS_WITH_ITS_SESSION.has(adapter)
    expect(message).toMatch(runsOn ? / runs on without a debugger/ : / and its session have ended: .* cannot let/)
    expect(marksIn(marks).includes('after')).toBe(runsOn)
  })

  if (!ENDS_WITH_ITS_SESSION.has(adapter))
    test('mux 11: let go, it still runs when its adapter and the daemon have ended, and what it prints then is read, or its writes fail', async () => {
      const other = await testDaemon()
      const caller = await other.agent()
      const marks = file('outlives')
      const breakpoints = [{ file: source, line: markerLine(source, 'BREAK: mark') }]
      const start = { program: program(), adapter, args: one.stubborn(marks), adapter_args, breakpoints, ...PATIENT }
      const { session_id } = await caller.call('debug_launch', start)
      await caller.call('debug_disconnect', { session_id })
      await untilWritten(marks, () => marksIn(marks).includes('after') || undefined)
      await other.stop()
      const { pid } = must(processesWithArgument(marks)[0])
      process.kill(pid, 'SIGUSR2')
      await untilWritten(marks, () => marksIn(marks).find((mark) => /^(printed|nobody reads)$/.test(mark)))
      // lldb gives its program a terminal, which is gone with it (docs/languages.md).
      expect(marksIn(marks)).toContain(adapter === 'lldb' ? 'nobody reads' : 'printed')
      process.kill(pid, 'SIGKILL')
      await untilProgramGone(marks)
    })

  test('mux 11, 27: stopped, it runs no further statement at a restart, nor at the end of the daemon', async () => {
    const other = await testDaemon()
    const { caller, marks, session_id } = await stopped(other, 'restarted')
    const { stop_id } = await caller.call('debug_state', { session_id })
    await caller.call('debug_restart', { session_id })
    const again = await caller.call('wait_for_stop', { session_id, since_stop_id: must(stop_id), timeout_ms: 200_000 })
    expect(again).toMatchObject({ stopped: true })
    expect(marksIn(marks)).toEqual(['before', 'before'])
    await other.stop()
    await untilProgramGone(marks)
    expect(marksIn(marks)).toEqual(['before', 'before'])
  })

  test('mux 11: it ends at debug_disconnect {terminate} although it ignores SIGTERM', async () => {
    const marks = file('stubborn')
    const start = {
      program: program(),
      adapter,
      args: one.stubborn(marks),
      adapter_args,
      wait_ms: 0,
      timeout_ms: 200_000,
    }
    const { session_id } = await agent.call('debug_launch', start)
    // The last mark of all but Node's is `end`, and comes after SIGTERM is ignored.
    await untilWritten(marks, () => (/^(end|finally)$/m.test(readFileSync(marks, 'utf8')) ? true : undefined))
    await agent.call('debug_disconnect', { session_id, terminate: true })
    await untilProgramGone(marks)
    const end = await agent.call('debug_state', { session_id })
    // An adapter that a busy machine keeps from telling it in its two seconds (mux 11) is ended with the program.
    expect(end).toMatchObject({ state: 'exited', ...(end.exit_code === undefined ? {} : one.killed) })
  })
})
