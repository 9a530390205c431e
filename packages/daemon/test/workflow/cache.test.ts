import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type DapClient, must, openSession, untilGone, z } from '@dapplex/testkit'
import type { RpcClient, RpcResult } from '../support/rpc-client.js'
import { tagProcesses } from '../support/tagged-processes.js'
import { genericAdapter, testDaemon, type TestDaemon } from '../support/test-daemon.js'

const program = fileURLToPath(new URL('../../../../fixtures/programs/python/orders.py', import.meta.url))
const body =
  readFileSync(program, 'utf8')
    .split('\n')
    .findIndex((line) => line.includes('BREAK: body')) + 1

const sentRequest = z.looseObject({ dir: z.literal('out'), m: z.looseObject({ command: z.string() }) })
const { processes } = tagProcesses()
const folder = mkdtempSync(join(tmpdir(), 'dapplex-cache-'))
const config = mkdtempSync(join(tmpdir(), 'dapplex-config-'))
let host: TestDaemon
let agent: RpcClient
let other: RpcClient
let editor: DapClient
let session: string
beforeAll(async () => {
  // The recorder reads too, whenever nobody else does.
  mkdirSync(join(config, 'dapplex'))
  writeFileSync(join(config, 'dapplex', 'dapplex.jsonc'), '{ "sessions": { "recorder": "off" } }')
  process.env['XDG_CONFIG_HOME'] = config
  host = await testDaemon({ modules: [genericAdapter('debugpy')] })
  agent = await host.agent('reader')
  other = await host.agent('other')
  const launched = await agent.call('debug_launch', { program, breakpoints: [{ file: program, line: body }] })
  session = launched.session_id
  await agent.call('wait_for_stop')
  editor = await host.dapOverSocket('editor')
  await openSession(editor, { request: 'attach', arguments: { dapplexSession: session } })
})
afterAll(async () => {
  delete process.env['XDG_CONFIG_HOME']
  await host.stop()
  await untilGone(processes)
  rmSync(folder, { recursive: true })
  rmSync(config, { recursive: true })
})

/** Each test begins with an empty cache. */
beforeEach(() => other.call('evaluate', { expression: 'discount + 1' }))

/** How often the adapter has been asked for variables, as the journal of the session says: what was sent by now is in it. */
async function asked(): Promise<number> {
  const { text } = await other.call('session_export', { session_id: session })
  const lines: string[] = text.trimEnd().split('\n')
  return lines.filter((line) => sentRequest.safeParse(JSON.parse(line)).data?.m.command === 'variables').length
}

const variables = (params: Record<string, unknown> = {}) => agent.call('variables_get', params)
const cacheOf = async (params?: Record<string, unknown>): Promise<RpcResult> => (await variables(params))._meta.cache

describe('inspections of a real program', () => {
  test('workflow 22, 23, 26: twice at one stop: the second answer comes from the cache, under the documented key', async () => {
    const first = await variables()
    const before = await asked()
    const second = await variables()
    const { hit, key, epoch } = must(first._meta.cache)
    expect(hit).toBe(false)
    expect(second).toEqual({ ...first, _meta: { ...first._meta, cache: { key, hit: true, epoch } } })
    expect(await asked()).toBe(before)
    const { frames: _frames, thread_id } = await agent.call('stacktrace_get')
    const text = `{"epoch":${epoch},"kind":"inspection","method":"variables_get","params":{"frame_index":0,"scope":"all","thread_id":${thread_id}},"session":"${session}","v":1}`
    expect(key).toBe(createHash('sha256').update(text).digest('hex'))
    expect(await agent.call('inspect_cache_status', { promptHash: key })).toMatchObject({
      exists: true,
      kind: 'inspection',
      sessionId: session,
      epoch,
    })
    expect(await other.call('variables_get'), 'for every caller').toMatchObject({ _meta: { cache: { hit: true } } })
    expect(await cacheOf({ count: 2 }), 'other parameters').toMatchObject({ hit: false })
  })

  test.each([
    {
      why: 'a write of another client',
      act: () => other.call('set_variable', { name: 'discount', value: '5' }),
    },
    { why: 'an evaluation of another client', act: () => other.call('evaluate', { expression: 'discount + 1' }) },
    {
      why: 'an evaluation in an editor',
      act: async () => {
        const stack = await editor.expectSuccess('stackTrace', { threadId: await thread() })
        const frameId = stack.stackFrames[0]?.id ?? 0
        await editor.expectSuccess('evaluate', { expression: 'len(prices)', frameId, context: 'watch' })
      },
    },
    { why: 'a step of another client', act: () => other.call('debug_step', { action: 'over' }) },
    {
      why: 'a resume of another client, and the next stop',
      act: async () => {
        await other.call('debug_continue')
        await other.call('wait_for_stop')
      },
    },
    {
      why: 'a resume by an editor, and the next stop',
      act: async () => {
        const { stop_id: since_stop_id } = await other.call('debug_state')
        // Another client has moved the program since: an editor looks before it goes on (mux 17).
        await editor.expectSuccess('stackTrace', { threadId: await thread() })
        await editor.expectSuccess('continue', { threadId: await thread() })
        await other.call('wait_for_stop', { since_stop_id })
      },
    },
    {
      why: 'object ids given back',
      act: async () => agent.call('objects_release', { ids: [await objectId()] }),
    },
  ])('workflow 24: not after $why', async ({ act }) => {
    await variables()
    const before = await cacheOf()
    expect(before.hit).toBe(true)
    await act()
    const after = await cacheOf()
    expect([after.hit, after.epoch > before.epoch]).toEqual([false, true])
    expect(await agent.call('inspect_cache_status', { promptHash: before.key })).toMatchObject({
      exists: false,
      reason: 'invalidated',
    })
    expect(await cacheOf()).toMatchObject({ hit: true })
  })

  test('workflow 24, 25: a bare path only reads, and is no answer of the cache itself', async () => {
    await variables()
    expect(await agent.call('evaluate', { expression: 'order.quantity' })).not.toHaveProperty('_meta.cache')
    expect(await cacheOf()).toMatchObject({ hit: true })
    expect(await agent.call('object_inspect', { object_ref: 'order' })).toMatchObject({
      _meta: { cache: { hit: false } },
    })
    expect(await agent.call('object_inspect', { object_ref: 'order' })).toMatchObject({
      _meta: { cache: { hit: true } },
    })
    expect(await agent.call('object_inspect', { object_ref: 'order.prices + [1]' })).not.toHaveProperty('_meta.cache')
  })

  test('workflow 25: a failure is not kept', async () => {
    const failing = { frame_index: 999 }
    for (const _again of [1, 2])
      expect((await agent.failure('variables_get', failing)).data).toMatchObject({ type: 'INVALID_FRAME' })
  })

  test('workflow 23: twenty equal calls at once reach the adapter once', async () => {
    const alone = await asked()
    await variables()
    const once = (await asked()) - alone
    expect(once).toBeGreaterThan(0)
    await other.call('evaluate', { expression: 'discount + 3' })
    const before = await asked()
    const answers = await Promise.all(Array.from({ length: 20 }, () => cacheOf()))
    expect((await asked()) - before).toBe(once)
    expect(answers.filter(({ hit }) => !hit)).toHaveLength(1)
    expect(new Set(answers.map((answer) => String(answer.key))).size).toBe(1)
  })

  test('workflow 25: nothing is kept while the program runs', async () => {
    const endless = join(folder, 'endless.py')
    writeFileSync(endless, 'import time\nwhile True:\n    time.sleep(0.05)\n')
    const { session_id } = await agent.call('debug_launch', { program: endless, wait_ms: 0 })
    for (const _again of [1, 2]) {
      const listed = await agent.call('threads_list', { session_id })
      expect(listed._meta).not.toHaveProperty('cache')
    }
    await agent.call('debug_disconnect', { session_id, terminate: true })
  })
})

async function thread(): Promise<number> {
  return must((await other.call('debug_state')).thread_id)
}

async function objectId(): Promise<number> {
  const { variables: rows } = await variables()
  return rows.find(({ object_id }) => object_id !== undefined)?.object_id ?? 0
}
