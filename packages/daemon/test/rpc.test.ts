import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isJsonObject, toolRegistry } from '@dapplex/protocol'
import { openWait } from '@dapplex/testkit'
import { connectWebSocket, isTooDeep, type MessagePort } from '@dapplex/transport'
import fc from 'fast-check'
import { testDaemon, type TestDaemon } from './support/test-daemon.js'

let host: TestDaemon
beforeAll(async () => (host = await testDaemon({ modules: [], logLevel: 'silent' })))
afterAll(() => host.stop())

/** In each of ten tests: none comes near its time limit, however busy the machine is. */
const MESSAGES = 1_000
const SEEDS = Array.from({ length: 10 }, (_, index) => 20_260 + index)

/** Methods that look for nothing outside the daemon, whatever their parameters. */
const harmless = [...toolRegistry.keys()].filter(
  (name) => !['debug_launch', 'debug_attach', 'adapters_list'].includes(name),
)

const ids = fc.oneof(fc.integer(), fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(null))
const keys = fc.constantFrom('__proto__', 'constructor', 'toString', 'session_id', 'timeout_ms', 'id', 'action', 'to')
const params = fc.oneof(
  fc.dictionary(fc.oneof(keys, fc.string()), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }),
  fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 3 }),
)
const call = fc.record(
  {
    jsonrpc: fc.constant('2.0'),
    method: fc.oneof(fc.constantFrom(...harmless, 'rpc.nothing', '$/cancel', '__proto__', 'constructor'), fc.string()),
    params,
    id: ids,
  },
  { requiredKeys: ['jsonrpc', 'method'] },
)
const nearly = fc.record(
  { jsonrpc: fc.jsonValue(), method: fc.jsonValue(), params: fc.jsonValue(), id: fc.jsonValue() },
  { requiredKeys: [] },
)
const deep = fc.integer({ min: 1, max: 5_000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth))
const text = fc.oneof(
  { weight: 5, arbitrary: call.map((one) => JSON.stringify(one)) },
  { weight: 3, arbitrary: nearly.map((one) => JSON.stringify(one)) },
  {
    weight: 3,
    arbitrary: fc.array(fc.oneof(call, nearly, fc.jsonValue()), { maxLength: 8 }).map((all) => JSON.stringify(all)),
  },
  { weight: 1, arbitrary: fc.jsonValue().map((one) => JSON.stringify(one)) },
  { weight: 1, arbitrary: fc.string() },
  { weight: 1, arbitrary: deep },
  { weight: 1, arbitrary: call.map((one) => JSON.stringify(one).slice(0, -1)) },
)

const isId = (id: unknown) => typeof id === 'string' || typeof id === 'number' || id === null
const isStructured = (given: unknown) => given === undefined || (typeof given === 'object' && given !== null)

/** The id under which the specification wants one call answered; undefined where it wants nothing (a notification). */
function idOfAnswer(one: unknown): unknown {
  if (!isJsonObject(one)) return null
  const { jsonrpc, method, params: given, id } = one
  if (id !== undefined && !isId(id)) return null
  const isValid = jsonrpc === '2.0' && typeof method === 'string' && isStructured(given)
  return isValid || id !== undefined ? id : null
}

/** One entry for each message of the daemon that this text brings: the ids in it, in order, as text. */
function expectedAnswers(sent: string): string[] {
  if (isTooDeep(Buffer.from(sent))) return ['null']
  let value: unknown
  try {
    value = JSON.parse(sent)
  } catch {
    return ['null']
  }
  if (!Array.isArray(value) || value.length === 0) return answers([Array.isArray(value) ? null : idOfAnswer(value)])
  const inBatch = answers(value.map(idOfAnswer))
  return inBatch.length === 0 ? [] : [`[${inBatch.join()}]`]
}

const answers = (all: readonly unknown[]) => all.filter((id) => id !== undefined).map((id) => JSON.stringify(id))

const received = (message: unknown): string =>
  Array.isArray(message) ? `[${message.map(received).join()}]` : JSON.stringify((message as { id: unknown }).id)

/** What of the first list is not in the second. */
function minus(all: readonly string[], without: readonly string[]): string[] {
  const left = [...without]
  return all.filter((one) => {
    const at = left.indexOf(one)
    if (at !== -1) left.splice(at, 1)
    return at === -1
  })
}

test.each(SEEDS)(
  `${MESSAGES} random and hostile messages: each is answered once, and the daemon goes on (seed %i)`,
  async (seed) => {
    const sample = fc.sample(text, { numRuns: MESSAGES, seed })
    const port: MessagePort = await connectWebSocket('ws://localhost/rpc', { socketPath: host.daemon.state.socket })
    const got: string[] = []
    const want = sample.flatMap(expectedAnswers)
    let ended: () => void = () => undefined
    const last = new Promise<void>((resolve) => (ended = resolve))
    port.onMessage(({ value }) => {
      if (isJsonObject(value) && value['method'] === '$/progress') return
      if (isJsonObject(value) && value['id'] === 'the very last') return ended()
      got.push(received(value))
      // A call that waits is answered after calls that came later.
      if (got.length === want.length) port.send({ jsonrpc: '2.0', method: 'sessions_list', id: 'the very last' })
    })
    const forget = openWait(() => `the answers to ${minus(want, got).join(', ')}`)
    for (const sent of sample) port.sendPrinted(sent)
    await last
    forget()
    // Nothing is answered twice, and nothing is open any more.
    expect(got.sort()).toEqual(want.sort())
    port.close()
    const agent = await host.agent()
    expect(await agent.call('sessions_list')).toMatchObject({ sessions: [] })
    await agent.close()
  },
)

test('a message above the limit ends its connection, and no other', async () => {
  const config = mkdtempSync(join(tmpdir(), 'dapplex-config-'))
  mkdirSync(join(config, 'dapplex'))
  writeFileSync(join(config, 'dapplex', 'dapplex.jsonc'), '{ "limits": { "message_bytes": 4096 } }')
  vi.stubEnv('XDG_CONFIG_HOME', config)
  const small = await testDaemon({ modules: [] })
  vi.unstubAllEnvs()
  const [one, other] = [await small.agent('one'), await small.agent('other')]
  one.send({ jsonrpc: '2.0', method: 'sessions_list', id: 'x'.repeat(5000) })
  expect(await one.closed).toMatchObject({ kind: 'failed', error: { code: 'BODY_TOO_LARGE' } })
  expect(await other.call('sessions_list')).toMatchObject({ sessions: [] })
  await other.close()
  await small.stop()
  rmSync(config, { recursive: true })
})
