import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ToolResult } from '@dapplex/protocol'
import { markerLine, openSession } from '@dapplex/testkit'
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

const continued = { wait: true, timeout_ms: 100_000 }

describe.each(crashing)('a crash of last night: $name', (language) => {
  const prepared = preparedProgram(language)

  test('its recording shows all stops, what a value was at each, steps back from the crash, and runs to where a condition was met, also in an editor', async () => {
    const { file, stops } = await recordCrash(prepared(), language)
    const opened = await reader.call('debug_launch', { program: file, ...PATIENT })
    expect(opened).toMatchObject({ state: 'stopped', location: { line: markerLine(language.source, 'CRASH') } })

    const listed = await reader.call('stops_list')
    expect(listed.stops).toHaveLength(stops)
    expect(listed.stops.at(-1)).toMatchObject({ reason: 'exception', exception: language.exception.type, by: 'night' })
    const { values } = await reader.call('values_history', { expression: 'count' })
    expect(values.at(-1)).toMatchObject({ value: '5', function: expect.stringContaining(language.function) })
    expect(values.length).toBeGreaterThan(1)

    let stop: Pick<ToolResult<'debug_continue'>, 'reason' | 'values'> = opened
    while (stop.reason !== 'exception') stop = await reader.call('debug_continue', continued)
    expect(stop).toMatchObject({
      exception: { type: language.exception.type, message: expect.stringMatching(language.exception.message) },
    })
    expect(valuesOf(stop)).toMatchObject(language.values)
    const before = await reader.call('debug_step', { action: 'back' })
    expect(before).toMatchObject({ state: 'stopped', reason: 'breakpoint' })
    const numbers = listed.stops.map(({ stop_id }) => stop_id)
    expect(await reader.call('stop_select', { stop_id: numbers.at(-1) })).toMatchObject({ reason: 'exception' })
    expect(await reader.failure('stop_select', { stop_id: 999 })).toMatchObject({
      data: { type: 'STEP_FAILED' },
      message: expect.stringContaining('There is no stop 999'),
    })
    expect(await reader.call('stop_select', { stop_id: numbers.at(-2) })).toMatchObject({ reason: 'breakpoint' })

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

test('a file that is no recording is refused in words', async () => {
  const file = join(folder, 'other.recording')
  copyFileSync(new URL(import.meta.url), file)
  expect(await reader.failure('debug_launch', { program: file, ...PATIENT })).toMatchObject({
    message: expect.stringContaining('is no recording of dapplex'),
  })
})
