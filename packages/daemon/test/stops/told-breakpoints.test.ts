import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fixture, markerLine, missing } from '@dapplex/testkit'
import { daemonWithAgent } from '../support/daemon-with-agent.js'
import { endSessions } from '../support/end-sessions.js'
import { language } from './orders.js'

const folder = mkdtempSync(join(tmpdir(), 'dapplex-told-'))
// When the daemon has ended.
afterAll(() => rmSync(folder, { recursive: true }))
const { host, agent } = await daemonWithAgent()
afterEach(() => endSessions(host))

/** A busy machine may be slow; the answer comes as soon as the program stops or ends. */
const PATIENT = { timeout_ms: 200_000, wait_ms: 100_000 }

const program = (path: string) => fixture(`programs/${path}`)

/** `bare`: a line without code, and the line that the breakpoint moves to. `other`: a source that is never loaded. */
const programs = [
  { of: 'Python', bare: 3, moved: 2, other: program('python/tour.py') },
  { of: 'JavaScript', bare: 8, moved: 10, other: program('node/tour.js') },
  { of: 'Common Lisp', bare: 13, moved: 15, other: program('lisp/tour.lisp') },
  { of: 'Go', bare: 15, moved: 16, other: program('go/tour/main.go') },
  { of: 'C#', bare: 11, moved: 13, other: program('dotnet/shop/Program.cs') },
]

describe.each(programs)('breakpoints that tell the truth: $of', ({ of, bare, moved, other }) => {
  const { needs, source, build, adapter } = language(of)
  const lacks = missing(...needs)
  let built = source
  beforeAll(async () => {
    if (lacks === undefined && build !== undefined) built = await build()
  })
  beforeEach((context) => {
    if (lacks !== undefined) context.skip(lacks)
  })

  test('one that moves, one in a file that is never loaded, one on a function that does not exist', async () => {
    const breakpoints = [{ file: source, line: bare }, { file: other, line: 12 }, { function: 'nosuch' }]
    const launched = await agent.call('debug_launch', { program: built, adapter, breakpoints, ...PATIENT })
    expect(launched.breakpoints).toMatchObject([
      // It stands where the program has stopped: location has its file.
      { verified: true, line: moved, requested_line: bare, message: expect.stringMatching(/moved to/) },
      { verified: false, file: other, message: expect.stringMatching(/loaded (yet|so far)|could not find file/) },
      {
        verified: false,
        function: 'nosuch',
        message: expect.stringMatching(/defines this|not supported|is loaded|not found/),
      },
    ])
    const [hit, unloaded, refused] = (launched.breakpoints ?? []).map(({ id }) => id)
    await agent.call('breakpoint_remove', { id: hit })
    const end = await agent.call('debug_continue', { wait: true, timeout_ms: 60_000 })
    expect(end).toMatchObject({ reason: 'exited', exit_code: 0 })
    expect(end.breakpoints_not_hit).toMatchObject([
      { id: unloaded, file: other, why: 'never loaded' },
      // One that the adapter has refused was told at once.
      ...(refused === undefined ? [] : [{ function: 'nosuch', why: 'no such function' }]),
    ])
    const state = await agent.call('debug_state')
    expect(state.breakpoints_not_hit).toEqual(end.breakpoints_not_hit)
  })

  test('a line that is never reached; the counts stay after the end', async () => {
    const reached = markerLine(source, 'BREAK: loop')
    const never = markerLine(source, 'BREAK: wait')
    const breakpoints = [reached, never].map((line) => ({ file: source, line }))
    const launched = await agent.call('debug_launch', { program: built, adapter, breakpoints, ...PATIENT })
    let now: Pick<typeof launched, 'state' | 'breakpoints_not_hit'> = launched
    for (let hits = 0; now.state === 'stopped' && hits < 20; hits += 1)
      now = await agent.call('debug_continue', { wait: true, timeout_ms: 60_000 })
    expect(now.breakpoints_not_hit).toMatchObject([{ file: source, line: never, why: 'never reached' }])
    const { breakpoints: list } = await agent.call('breakpoint_list')
    expect(list).toMatchObject([{ hit_count: 5 }, { hit_count: 0 }])
  })
})

describe('a breakpoint by a fragment of its line', () => {
  const { source } = language('JavaScript')
  test('finds the only line that has it', async () => {
    const { id, line } = await agent.call('breakpoint_set', { file: source, text: 'prices.reduce(' })
    expect(line).toBe(markerLine(source, 'BREAK: body'))
    await agent.call('breakpoint_remove', { id })
  })
  test('one that several lines have: INVALID_LINE with the candidates; one that no line has, with none', async () => {
    const { data } = await agent.failure('breakpoint_set', { file: source, text: 'prices' })
    expect(data).toMatchObject({ type: 'INVALID_LINE', text: 'prices' })
    expect(data?.['candidates']).toContainEqual({ line: 5, text: 'this.prices = prices' })
    const none = await agent.failure('breakpoint_set', { file: source, text: 'no such text' })
    expect(none.data).toMatchObject({ type: 'INVALID_LINE', candidates: [] })
  })
  test('a line and a text contradict each other', async () => {
    const { data } = await agent.failure('breakpoint_set', { file: source, line: 1, text: 'prices' })
    expect(data).toMatchObject({ type: 'INVALID_PARAMETER', field: 'text' })
  })
})

/** Puts lines above the whole program, so that all others move down. */
function addLines(file: string, lines: readonly string[]): void {
  writeFileSync(file, `${lines.join('\n')}\n${readFileSync(file, 'utf8')}`)
}

/** Comments of each language, which change nothing but the numbers of the lines. */
const edited = [
  { of: 'Python', comment: '# added' },
  { of: 'JavaScript', comment: '// added' },
  { of: 'Common Lisp', comment: '; added' },
  { of: 'Go', comment: '// added' },
]

describe.each(edited)('a breakpoint goes with its line: $of', ({ of, comment }) => {
  const { needs, source, adapter } = language(of)
  beforeEach((context) => {
    const lacks = missing(...needs)
    if (lacks !== undefined) context.skip(lacks)
  })

  /** A copy of the program that may be edited. */
  function copy(): string {
    const own = mkdtempSync(join(folder, 'copy-'))
    if (of === 'Go') cpSync(dirname(source), own, { recursive: true })
    else copyFileSync(source, join(own, basename(source)))
    return join(own, basename(source))
  }

  test('after an edit and a restart it stands where its text is now', async () => {
    const file = copy()
    const line = markerLine(file, 'BREAK: body')
    const launched = await agent.call('debug_launch', {
      program: file,
      adapter,
      breakpoints: [{ file, text: 'BREAK: body' }],
      ...PATIENT,
    })
    expect(launched).toMatchObject({ state: 'stopped', location: { line } })
    addLines(file, [comment, comment, comment])
    const restarted = await agent.call('debug_restart', PATIENT)
    expect(restarted).toMatchObject({ state: 'stopped', location: { line: line + 3 } })
    expect(restarted.breakpoints).toMatchObject([{ verified: true, line: line + 3, moved_from: line }])
    // Another run: nothing of it is compared with the one before.
    expect((restarted.values ?? []).some(({ changed }) => changed === true)).toBe(false)
    const { breakpoints } = await agent.call('breakpoint_list')
    expect(breakpoints).toMatchObject([{ hit_count: 1, moved_from: line }])
  })

  test('one whose text is gone says so', async () => {
    const file = copy()
    await agent.call('debug_launch', {
      program: file,
      adapter,
      breakpoints: [{ file, text: 'BREAK: body' }],
      ...PATIENT,
    })
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace('BREAK: body', 'another text'))
    const restarted = await agent.call('debug_restart', PATIENT)
    expect(restarted.breakpoints).toMatchObject([{ stale: true }])
  })
})

test('a breakpoint that the workspace keeps goes with its line to the next program', async (context) => {
  const lacks = missing('debugpy')
  if (lacks !== undefined) context.skip(lacks)
  const file = join(folder, 'kept.py')
  copyFileSync(language('Python').source, file)
  const { id, line = 0 } = await agent.call('breakpoint_set', { file, text: 'BREAK: body' })
  addLines(file, ['# added'])
  const launched = await agent.call('debug_launch', { program: file, ...PATIENT })
  expect(launched.breakpoints).toMatchObject([{ id, line: line + 1, moved_from: line }])
  await agent.call('breakpoint_remove', { id })
})
