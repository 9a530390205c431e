import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { markerLine, missing, openSession } from '@dapplex/testkit'
import { endSessions } from '../support/end-sessions.js'
import { raisedAt } from '../support/raised-at.js'
import type { RpcClient } from '../support/rpc-client.js'
import { testDaemon, type TestDaemon } from '../support/test-daemon.js'
import { crashing } from './crashing.js'

let host: TestDaemon
let agent: RpcClient
beforeAll(async () => {
  host = await testDaemon()
  agent = await host.agent()
})
afterEach(() => endSessions(host))
afterAll(async () => {
  await agent.close()
  await host.stop()
})

/** A busy machine may be slow; the answer comes as soon as the program stops or ends. */
const PATIENT = { timeout_ms: 200_000, wait_ms: 100_000 }

const namesAndValues = (rows: readonly { readonly name: string; readonly value: string }[]) =>
  Object.fromEntries(rows.map(({ name, value }) => [name, value]))

describe.each(crashing)('a crash is a stop: $name', (language) => {
  const lacks = missing(...language.needs)
  const line = markerLine(language.source, 'CRASH')
  let program = language.source
  beforeAll(async () => {
    if (lacks === undefined && language.build !== undefined) program = await language.build()
  })
  beforeEach((context) => {
    if (lacks !== undefined) context.skip(lacks)
  })

  test('one call: the exception, the place in the user’s code, and the values that explain it', async () => {
    const stop = await agent.call('debug_launch', { program, ...PATIENT })
    expect(stop).toMatchObject({ success: true, state: 'stopped', reason: 'exception' })
    const { exception, source_lines: lines, stack = [], values = [], output, _meta } = stop
    expect(exception).toMatchObject({
      type: language.exception.type,
      message: expect.stringMatching(language.exception.message),
      raised_at: { line },
    })
    expect(raisedAt(stop)).toMatchObject({ function: language.function, file: language.source, line })
    expect(lines).toContainEqual(expect.stringMatching(`^${line}> `))
    expect(stack[0]).toMatch(new RegExp(`^${language.function} .+:${line}$`))
    expect(namesAndValues(values)).toMatchObject(language.values)
    // `exception` tells it already.
    expect(namesAndValues(values)).not.toHaveProperty('$exception')
    expect(output?.text).toContain('counting')
    expect(_meta.bytes).toBeLessThanOrEqual(3000)
    // Nobody has set a breakpoint.
    expect(stop).not.toHaveProperty('breakpoint_ids')
    expect(stop).not.toHaveProperty('breakpoints')
    expect((await agent.call('breakpoint_list')).breakpoints).toEqual([])
  })

  test('the end after it: exit code and the last lines of standard error', async () => {
    await agent.call('debug_launch', { program, ...PATIENT })
    const end = await agent.call('debug_continue', { wait: true, timeout_ms: 100_000 })
    expect(end).toMatchObject({ state: 'exited', stopped: false, reason: 'exited' })
    expect(end.exit_code).not.toBe(0)
    expect(end.stderr).toMatch(language.stderr)
    expect(end.stderr).not.toMatch(/debugpy|pydevd|runpy/)
  })

  test('break_on none: it runs to its end, unless its adapter always stops', async () => {
    const launched = await agent.call('debug_launch', { program, break_on: 'none', ...PATIENT })
    if (language.stopsAlways === true) expect(launched).toMatchObject({ state: 'stopped', reason: 'exception' })
    else {
      expect(launched).toMatchObject({ state: 'exited', exit_code: 1 })
      expect(launched.stderr).toMatch(language.stderr)
    }
  })

  test('detail place shows no values; max_bytes holds', async () => {
    const stop = await agent.call('debug_launch', { program, detail: 'place', ...PATIENT })
    expect(stop.exception?.raised_at).toMatchObject({ line })
    for (const name of ['values', 'source_lines', 'stack', 'output']) expect(stop).not.toHaveProperty(name)
    const full = await agent.call('wait_for_stop', { detail: 'full', max_bytes: 1000 })
    expect(full._meta.bytes).toBeLessThanOrEqual(1000)
    expect(full).toHaveProperty('omitted')
  })
})

describe('what stops a program is chosen by who launches it', () => {
  beforeEach((context) => {
    const lacks = missing('debugpy')
    if (lacks !== undefined) context.skip(lacks)
  })

  test('a program that an editor launches stops for the filters of the editor alone', async () => {
    const editor = await host.dapOverSocket('code')
    const program = crashing[0]!.source
    await openSession(editor, {
      request: 'launch',
      arguments: { type: 'debugpy', program, console: 'internalConsole', dapplexExceptionFilters: [] },
      exceptionFilters: [],
    })
    const { body } = await editor.waitForEvent('exited')
    expect(body.exitCode).toBe(1)
    expect(editor.events('stopped')).toEqual([])
    await editor.close()
  })

  test('an editor that joins a session of an agent is shown no breakpoint for it', async () => {
    const { session_id: session } = await agent.call('debug_launch', { program: crashing[0]!.source, ...PATIENT })
    const editor = await host.dapOverSocket('code')
    const { started } = await openSession(editor, {
      request: 'attach',
      arguments: { type: 'debugpy', request: 'attach', name: 'join', dapplexSession: session },
    })
    expect(await started).toMatchObject({ success: true })
    const stopped = await editor.waitForEvent('stopped')
    expect(stopped.body).toMatchObject({ reason: 'exception' })
    expect(editor.events('dapplex_breakpoints')).toEqual([])
    expect(editor.violations).toEqual([])
    await editor.close()
  })
})
