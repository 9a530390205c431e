import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ToolResult } from '@dapplex/protocol'
import { RecordingWriter } from '@dapplex/recording'
import { fixture, markerLine, openSession } from '@dapplex/testkit'
import { crashing, type Crashing } from '../stops/crashing.js'
import { endSessions } from '../support/end-sessions.js'
import { PATIENT, preparedProgram } from '../support/prepared-program.js'
import type { RpcClient } from '../support/rpc-client.js'
import { testDaemon, type TestDaemon } from '../support/test-daemon.js'

const folder = mkdtempSync(join(tmpdir(), 'dapplex-recorded-'))
let host: TestDaemon
let later: TestDaemon
let agent: RpcClient
let reader: RpcClient
beforeAll(async () => {
  host = await testDaemon({ recorderStopMs: 60_000 })
  later = await testDaemon()
  agent = await host.agent('night')
  reader = await later.agent('morning')
})
afterEach(async () => {
  await endSessions(host)
  await endSessions(later)
})
afterAll(async () => {
  await agent.close()
  await reader.close()
  await host.stop()
  await later.stop()
  rmSync(folder, { recursive: true })
})

/** Runs a program into its crash, reading nothing; the recording as it is on disk at that moment. */
async function recordCrash(program: string, { source }: Crashing): Promise<{ file: string; stops: number }> {
  const breakpoints = [{ file: source, line: markerLine(source, 'CRASH') }]
  let stop: { reason?: string | undefined } = await agent.call('debug_launch', {
    program,
    breakpoints,
    detail: 'place',
    ...PATIENT,
  })
  let stops = 1
  for (; stop.reason !== 'exception'; stops += 1) {
    await agent.call('stops_list')
    stop = await agent.call('debug_continue', { wait: true, detail: 'place', timeout_ms: 100_000 })
  }
  expect((await agent.call('stops_list')).total).toBe(stops)
  const recordings = join(host.home, 'recordings')
  const latest = readdirSync(recordings).sort().at(-1) ?? ''
  const file = join(folder, latest)
  copyFileSync(join(recordings, latest), file)
  return { file, stops }
}

const valuesOf = ({ values = [] }: Pick<ToolResult<'debug_continue'>, 'values'>) =>
  Object.fromEntries(values.map(({ name, value }) => [name, value]))

/** What the page of a session shows of its last stop, up to what is folded. */
async function lastOnPage(): Promise<string> {
  const file = join(folder, 'crash.html')
  await agent.call('session_export', { format: 'html', file })
  const article = readFileSync(file, 'utf8').split('<article ').at(-1) ?? ''
  rmSync(file)
  return article.split('<details><summary>in <code>')[0] ?? ''
}

const continued = { wait: true, timeout_ms: 100_000 }

describe.each(crashing)('a crash of last night: $name', (language) => {
  const prepared = preparedProgram(language)

  test('its page shows the line that crashed; its recording shows all stops, what a value was at each, steps back from the crash, and runs to where a condition was met, also in an editor', async () => {
    const { file, stops } = await recordCrash(prepared(), language)
    const page = await lastOnPage()
    expect(page).toContain(`<mark><u>${markerLine(language.source, 'CRASH')}</u>`)
    expect(page).toMatch(/<b>count<\/b> <code>5</i)
    const opened = await reader.call('debug_launch', { program: file, ...PATIENT })
    expect(opened).toMatchObject({ state: 'stopped', location: { line: markerLine(language.source, 'CRASH') } })
    // From here on the replay has no need of it.
    rmSync(file)

    const listed = await reader.call('stops_list')
    const numbers = listed.stops.map(({ stop_id }) => stop_id)
    expect(listed.stops).toHaveLength(stops)
    expect(listed.stops.at(-1)).toMatchObject({ reason: 'exception', exception: language.exception.type, by: 'night' })
    const { values } = await reader.call('values_history', { expression: 'count' })
    expect(values.at(-1)).toMatchObject({ value: '5', function: expect.stringContaining(language.function) })
    expect(values.length).toBeGreaterThan(1)

    // At which stop a variable was first wrong, which nobody had asked for.
    const [[variable, wrongValue] = ['', '']] = Object.entries(language.values)
    const history = await reader.call('values_history', { expression: variable })
    expect(history.values.find(({ value }) => value === wrongValue)).toMatchObject({ stop_id: numbers.at(-2) })
    expect(history.values[0]?.value).not.toBe(wrongValue)

    let stop: Pick<ToolResult<'debug_continue'>, 'reason' | 'values'> = opened
    expect(opened.recorded_stop).toEqual({ stop_id: numbers[0], last_stop_id: numbers.at(-1) })
    while (stop.reason !== 'exception') stop = await reader.call('debug_continue', continued)
    expect(await reader.call('debug_continue', continued)).toMatchObject({
      state: 'stopped',
      reason: 'exception',
      recorded_stop: { stop_id: numbers.at(-1), note: expect.stringContaining('this is the last recorded stop') },
    })
    expect(stop).toMatchObject({
      exception: { type: language.exception.type, message: expect.stringMatching(language.exception.message) },
    })
    expect(valuesOf(stop)).toMatchObject(language.values)
    const before = await reader.call('debug_step', { action: 'back' })
    expect(before).toMatchObject({ state: 'stopped', reason: 'breakpoint' })
    expect(await reader.call('stop_select', { stop_id: numbers.at(-1) })).toMatchObject({ reason: 'exception' })
    expect(await reader.failure('stop_select', { stop_id: 999 })).toMatchObject({
      data: { type: 'STEP_FAILED' },
      message: expect.stringContaining('There is no stop 999'),
    })
    const atWrong = await reader.call('stop_select', { stop_id: numbers.at(-2) })
    expect(atWrong).toMatchObject({ reason: 'breakpoint' })
    // What had changed since the recorded stop before, although the replay comes from a later one.
    const ofStop = listed.stops.at(-2)?.changed?.find(({ name }) => name === 'count')
    const shown = atWrong.values?.find(({ name }) => name === 'count')
    expect(ofStop).toBeDefined()
    expect(shown).toMatchObject({ changed: true, previous: ofStop?.previous })

    const inFunction = await reader.call('breakpoint_set', { function: language.function })
    expect(inFunction).toMatchObject({ verified: true })
    await reader.call('breakpoint_remove', { id: inFunction.id })

    const editor = await later.dapOverSocket('code')
    const { started } = await openSession(editor, {
      request: 'attach',
      arguments: { type: 'dapplex-replay', request: 'attach', name: 'join', dapplexSession: opened.session_id },
    })
    expect(await started).toMatchObject({ success: true })
    const told = await editor.waitForEvent('capabilities')
    expect(told.body.capabilities).toMatchObject({ supportsStepBack: true })
    const { body } = await editor.waitForEvent('stopped')
    const threadId = body.threadId ?? 0
    const mark = editor.mark()
    await editor.expectSuccess('reverseContinue', { threadId })
    await editor.waitForEvent('stopped', undefined, { after: mark })
    const { stackFrames } = await editor.expectSuccess('stackTrace', { threadId })
    expect(stackFrames[0]?.source?.path).toBe(language.source)

    const condition = language.name === 'Common Lisp' ? '(= count 5)' : 'count == 5'
    const { breakpoints } = await editor.expectSuccess('setBreakpoints', {
      source: { path: language.source },
      breakpoints: [{ line: markerLine(language.source, 'CRASH'), condition }],
    })
    expect(breakpoints).toMatchObject([{ verified: true }])
    // Of an agent, in the same line: hits are counted in the order of the recording, and the log line has recorded values.
    const place = { file: language.source, line: markerLine(language.source, 'CRASH') }
    const second = await reader.call('breakpoint_set', { ...place, hit_condition: '2' })
    const log = await reader.call('breakpoint_set', { ...place, log_message: 'count was {count}' })
    await reader.call('stop_select', { stop_id: numbers[0] })
    const forth = await reader.call('debug_continue', continued)
    expect(forth).toMatchObject({ recorded_stop: { stop_id: numbers[1] } })
    await reader.call('debug_step', { action: 'back' })
    expect(await reader.call('debug_continue', continued)).toMatchObject({
      recorded_stop: forth.recorded_stop,
      breakpoint_ids: expect.arrayContaining([second.id]),
    })
    const { output } = await reader.call('output_get')
    const [wasFirst, wasSecond] = values.map(({ value }) => `count was ${value}\n`)
    expect(output.map(({ text }) => text).join('')).toContain(`${wasSecond}${wasFirst}${wasSecond}`)
    const rows = (await reader.call('breakpoint_list')).breakpoints
    expect(rows.find(({ id }) => id === second.id)).toMatchObject({ hit_count: 2 })
    for (const { id } of [second, log]) await reader.call('breakpoint_remove', { id })
    await reader.call('stop_select', { stop_id: numbers[0] })
    expect(valuesOf(await reader.call('debug_continue', continued))).toMatchObject({ count: '5' })
    expect(await reader.call('debug_continue', continued)).toMatchObject({ reason: 'exception' })
    const wrong = await reader.call('debug_continue', { ...continued, reverse: true })
    expect(wrong).toMatchObject({ reason: 'breakpoint', location: { line: markerLine(language.source, 'CRASH') } })
    expect(valuesOf(wrong)).toMatchObject({ count: '5' })
    const first = await reader.call('debug_continue', { ...continued, reverse: true })
    expect(valuesOf(first)).toMatchObject({ count: values[0]?.value })
    expect(editor.violations).toEqual([])
    await editor.close()
  })
})

test('a recording that is cut off is read up to there, and every answer about its past says so', async () => {
  const file = join(folder, 'torn.recording')
  const header = { adapter: 'debugpy', adapterTitle: 'debugpy', request: 'launch' } as const
  const writer = new RecordingWriter(file, { ...header, session: 's1', startedAt: 1 })
  for (const stopId of [1, 2, 3]) {
    const { ref: rows } = writer.store({ rows: [{ row: { name: 'n', value: String(stopId) } }] })
    const { ref: frame } = writer.store({ name: 'main', line: stopId, source: { path: '/app/n.py' } })
    writer.add({
      ...{ kind: 'stop', stopId, at: stopId, threadId: 1, reason: 'step', breakpointIds: [], allThreadsStopped: true },
      stacks: [{ threadId: 1, frames: [frame] }],
      frames: [{ threadId: 1, index: 0, scopes: [{ scope: { name: 'Locals' }, rows }] }],
      output: 0,
      ...(stopId === 2 ? { cut: 'room' } : {}),
    })
    writer.commit()
  }
  writer.close()
  truncateSync(file, statSync(file).size - 3)
  await reader.call('debug_launch', { program: file, ...PATIENT })
  const damage = expect.stringMatching(/^byte \d+ of \d+: the file ends within a frame$/)
  expect(await reader.call('values_history', { expression: 'n' })).toMatchObject({
    values: [{ value: '1' }, { value: '2' }],
    damage,
  })
  const first = await reader.call('variables_get', { stop_id: 1 })
  expect(first).toMatchObject({ variables: [{ name: 'n', value: '1' }], damage })
  expect(first).not.toHaveProperty('recorded')
  expect(await reader.call('variables_get', { stop_id: 2 })).toMatchObject({ recorded: 'part', damage })
  expect(await reader.call('stacktrace_get', { stop_id: 2 })).toMatchObject({ recorded: 'part', damage })
  expect(await reader.failure('variables_get', { stop_id: 3 })).toMatchObject({
    data: { type: 'UNSUPPORTED' },
    message: expect.stringMatching(
      /2 stops from 1 to 2; the recording is damaged \(byte .* within a frame\): what came later is missing, and no stop 3/,
    ),
  })
})

test('a file that is no recording, and a link that leads in a circle, are refused in words', async () => {
  const circle = join(folder, 'circle.recording')
  symlinkSync(circle, circle)
  expect(await reader.failure('debug_launch', { program: circle, adapter: 'replay', ...PATIENT })).toMatchObject({
    data: { type: 'INVALID_PATH' },
    message: expect.stringContaining('its symbolic links lead in a circle'),
  })
  const file = join(folder, 'other.recording')
  copyFileSync(new URL(import.meta.url), file)
  expect(await reader.failure('debug_launch', { program: file, ...PATIENT })).toMatchObject({
    message: expect.stringContaining('is no recording of dapplex'),
  })
  const executable = join(folder, 'foreign.recording')
  copyFileSync('/bin/true', executable)
  chmodSync(executable, 0o644)
  expect(await reader.failure('debug_launch', { program: executable, adapter: 'replay', ...PATIENT })).toMatchObject({
    data: { type: 'LAUNCH_FAILED' },
    message: expect.stringContaining('is no recording of dapplex'),
  })
})

test('a file that is shown is not recorded, whoever opens it, whether it is a recording, messages or neither', async () => {
  const files = ['recordings', 'sessions'].map((name) => join(later.home, name))
  const text = join(folder, 'text.ndjson')
  writeFileSync(text, 'no message\n')
  const damaged = join(folder, 'damaged.recording')
  writeFileSync(damaged, 'dapplex-recording 1\n')
  for (const program of [text, damaged])
    expect(await reader.failure('debug_launch', { program, adapter: 'replay', ...PATIENT })).toMatchObject({
      data: { type: 'LAUNCH_FAILED' },
    })
  const messages = fixture('transcripts/netcoredbg/inspect.ndjson')
  const { session_id } = await reader.call('debug_launch', { program: messages, ...PATIENT })
  expect(await reader.failure('stops_list', { session_id })).toMatchObject({
    data: { type: 'UNSUPPORTED' },
    message: expect.stringContaining('it shows a recording of messages'),
  })
  const editor = await later.dapOverSocket('code')
  // The adapter starts before the editor tells the file.
  const { started } = await openSession(editor, {
    request: 'launch',
    initialize: { adapterID: 'replay' },
    arguments: { program: messages },
  })
  expect(await started).toMatchObject({ success: true })
  await editor.waitForEvent('stopped')
  await editor.expectSuccess('disconnect', { terminateDebuggee: true })
  await editor.close()
  expect(files.flatMap((path) => (existsSync(path) ? readdirSync(path) : []))).toEqual([])
})
