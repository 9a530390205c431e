import { parseJson, z } from '@dapplex/testkit'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDaemonHome, type DaemonHome } from './daemon-home.js'

const orders = fileURLToPath(new URL('../../../fixtures/programs/node/orders.js', import.meta.url))
const recording = fileURLToPath(new URL('../../../fixtures/transcripts/netcoredbg/inspect.ndjson', import.meta.url))

let daemon: DaemonHome
beforeAll(async () => {
  daemon = await makeDaemonHome()
})
afterAll(() => daemon.end())

/** The error that a call prints on stderr, with its exit code. */
async function failureOf(...args: string[]): Promise<{ exitCode: number; error: unknown }> {
  const { exitCode, stderr } = await daemon.dapplex('call', ...args)
  return { exitCode, error: JSON.parse(stderr) }
}

async function resultOf(...args: string[]): Promise<Record<string, unknown>> {
  const { exitCode, stdout, stderr } = await daemon.dapplex('call', ...args)
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  return parseJson(z.record(z.string(), z.unknown()), stdout)
}

describe('dapplex call: errors', () => {
  test('no session', async () => {
    expect(await failureOf('stacktrace_get')).toMatchObject({
      exitCode: 1,
      error: { code: -32000, data: { type: 'NO_SESSION' } },
    })
  })
  test('an object that was never issued, even without a session', async () => {
    expect(await failureOf('inspect_object', 'id=999')).toMatchObject({
      exitCode: 1,
      error: {
        code: -32000,
        message: 'Object ID 999 not found',
        data: { type: 'OBJECT_NOT_FOUND', reason: 'never_issued' },
      },
    })
  })
  test('a program that is not there', async () => {
    expect(await failureOf('debug_launch', 'program=/nowhere/app.js')).toMatchObject({
      exitCode: 1,
      error: { data: { type: 'INVALID_PATH', path: '/nowhere/app.js' } },
    })
  })
  test('an adapter that is not installed says how to get it, with an exit code of its own', async () => {
    const { exitCode, error } = await failureOf('debug_launch', `program=${orders}`, 'adapter=js-debug')
    expect({ exitCode, error }).toMatchObject({
      exitCode: 4,
      error: { data: { type: 'ADAPTER_NOT_FOUND', adapter: 'js-debug', install: expect.stringMatching(/\w{3}/) } },
    })
  })
  test('a misspelled parameter names the nearest', async () => {
    expect(await failureOf('stacktrace_get', 'max_frame=3')).toMatchObject({
      exitCode: 1,
      error: { code: -32602, data: { type: 'INVALID_PARAMETER', field: 'max_frame', nearest: 'max_frames' } },
    })
  })
  test('an unknown method', async () => {
    expect(await failureOf('stacktrace_gets')).toMatchObject({ exitCode: 1, error: { code: -32601 } })
  })
  test('a usage mistake is exit code 2', async () => {
    expect((await daemon.dapplex('call', 'evaluate', 'expression')).exitCode).toBe(2)
    expect((await daemon.dapplex('nonsense')).exitCode).toBe(2)
  })
  test('a running program', async () => {
    const { session_id } = await resultOf('debug_launch', `program=${orders}`, 'args=["wait"]', 'wait_ms=0')
    expect(await failureOf('stacktrace_get')).toMatchObject({
      exitCode: 1,
      error: { code: -32000, data: { type: 'NOT_PAUSED', current_state: 'running' } },
    })
    expect(await resultOf('debug_disconnect', 'terminate=true')).toMatchObject({ success: true, _meta: { session_id } })
  })
})

describe('dapplex replay', () => {
  test('the recorded variables, in the documented shape', async () => {
    const { exitCode, stdout } = await daemon.dapplex('replay', recording, '--detach')
    expect(exitCode).toBe(0)
    const session_id = stdout.trim()
    expect(await resultOf('wait_for_stop', `session_id=${session_id}`)).toMatchObject({
      stopped: true,
      reason: 'breakpoint',
    })
    const { variables } = await resultOf('variables_get', `session_id=${session_id}`)
    expect(variables).toContainEqual(
      expect.objectContaining({ name: 'customer', type: 'Shop.Customer', value: '{Customer}', has_children: true }),
    )
    await resultOf('debug_disconnect', `session_id=${session_id}`, 'terminate=true')
  })
})

describe('dapplex attach', () => {
  test('without a session it says how to start one', async () => {
    const other = await makeDaemonHome()
    await other.dapplex('daemon', 'start')
    expect(await other.dapplex('attach')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('dapplex launch PROGRAM'),
    })
    await other.end()
  })
  test('commands are run one after the other; a failed one makes the exit code 1', async () => {
    const { session_id } = await resultOf('debug_launch', `program=${orders}`, 'stop_at_entry=true')
    const good = await daemon.dapplex(
      'attach',
      String(session_id),
      '--exec',
      'bt',
      '--exec',
      'p 1 + 2',
      '--exec',
      'who',
    )
    expect(good).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/orders\.js:\d+[^]*\n3\n[^]*terminal/) })
    expect(await daemon.dapplex('attach', '--exec', 'nonsense')).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining('help lists the commands'),
    })
    await resultOf('debug_disconnect', 'terminate=true')
  })
})

describe('dapplex status', () => {
  test('shows the daemon and no sessions once they have ended', async () => {
    const { exitCode, stdout } = await daemon.dapplex('status', '--json')
    const status = parseJson(
      z.object({ running: z.boolean(), sessions: z.array(z.looseObject({ state: z.string() })) }),
      stdout,
    )
    expect({ exitCode, running: status.running }).toEqual({ exitCode: 0, running: true })
    expect(status.sessions.every((one) => one.state === 'exited')).toBe(true)
  })
  test('without a daemon: exit code 3, and none is started by looking', async () => {
    const other = await makeDaemonHome()
    expect(await other.dapplex('sessions')).toMatchObject({ exitCode: 3 })
    expect(await other.dapplex('status')).toMatchObject({ exitCode: 3, stdout: 'No daemon is running.\n' })
    await other.end()
  })
})
