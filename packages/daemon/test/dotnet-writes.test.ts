import { netcoredbgAdapter } from '@dapplex/adapter-netcoredbg'
import { buildDotnet, fixture, markerLine, missing, openSession, type DapClient } from '@dapplex/testkit'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addPrincipal } from '../src/index.js'
import { clientOf, localsOf, stopAfter } from './rules/support/sessions.js'
import { PATIENT } from './support/prepared-program.js'
import type { RpcClient } from './support/rpc-client.js'
import { testDaemon, type TestDaemon } from './support/test-daemon.js'

const why = missing('netcoredbg', 'dotnet')
const file = fixture('programs/dotnet/types/Program.cs')

/**
 * What is written, and what is read afterwards where that is not the text of it. The adapter's own tests have a row for every
 * type (`write-locals`, `write-members`); these are the ways in which a tool names a variable and gives a value.
 */
type Row = readonly [name: string, value: string | number | boolean | null, reads?: string]
const WRITTEN: readonly Row[] = [
  ['flag', false],
  ['@float', '2.25f', '2.25'],
  ['text', null],
  ['tuple', '(5, "five")'],
  ['größe', 7],
  ['maybeChar', "'w'"],
  ['maybes[1]', 9],
  ['points[1].X', 11],
  ['holder.NUInt', 7],
  ['meter.Plain', 11],
]
const REFUSED = [
  {
    name: 'native',
    value: 9,
    type: 'EVAL_FAILED',
    words: /native integer type; a field and an element of an array can be set/,
  },
  { name: 'pointer', value: null, type: 'EVAL_FAILED', words: /is a pointer/ },
  { name: 'holder.Fixed.X', value: 9, type: 'SLOT_TYPE_ERROR', words: /read-only/ },
] as const

describe.skipIf(why !== undefined)('set_variable in C#', () => {
  let host: TestDaemon
  let agent: RpcClient
  let session = ''
  let editor: DapClient
  let frameId = 0
  beforeAll(async () => {
    const program = await buildDotnet(fixture('programs/dotnet/types/types.csproj'))
    host = await testDaemon({ modules: [netcoredbgAdapter] })
    agent = await host.agent()
    const breakpoints = [{ file, line: markerLine(file, 'break: locals') }]
    session = (await agent.call('debug_launch', { program, breakpoints, ...PATIENT })).session_id
    // What the first evaluation builds, and the first listing loads, is ready then, however long it takes.
    await agent.call('evaluate', { session_id: session, expression: 'holder.Int + 1', timeout_ms: 200_000 })
    editor = await clientOf(host, 'watcher')
    await editor.expectSuccess('dapplex_hello', { session, name: 'watcher' })
    await openSession(editor, { request: 'attach', arguments: { dapplexSession: session }, exceptionFilters: [] })
    frameId = (await stopAfter(editor)).frameId
    await localsOf(editor, frameId)
  })
  afterAll(async () => {
    await agent.call('debug_disconnect', { session_id: session, terminate: true })
    await editor.close()
    await host.stop()
  })

  test.each([...WRITTEN])('%s = %j is what is read', async (name, value, reads) => {
    const wanted = reads ?? String(value)
    expect(await agent.call('set_variable', { session_id: session, name, value })).toMatchObject({ value: wanted })
    expect(await agent.call('evaluate', { session_id: session, expression: name })).toMatchObject({ result: wanted })
  })

  test(
    'a property is read back by its getter, and the answer says that it ran; an automatic one by its field',
    { timeout: 240_000 },
    async () => {
      const set = (name: string) => agent.call('set_variable', { session_id: session, name, value: 12 })
      const reads = async () =>
        (await agent.call('evaluate', { session_id: session, expression: 'meter.reads' })).result
      const before = Number(await reads())
      // Its setter keeps no more than 10.
      expect(await set('meter.Level')).toMatchObject({ value: '10', ran_code: true })
      expect(Number(await reads()) - before).toBe(1)
      expect(await set('meter.Plain')).not.toHaveProperty('ran_code')
    },
  )

  test('a watch of a getter tells the others that code of the program ran', async () => {
    await agent.call('events_subscribe', { session_id: session })
    const { _meta: before } = await agent.call('variables_get', { session_id: session, expand: 'meter' })
    const watch = (expression: string) => editor.expectSuccess('evaluate', { expression, frameId, context: 'watch' })
    await watch('meter.Plain')
    await watch('meter.Next')
    const told = await agent.next(({ params }) => params?.type === 'written')
    expect(told.params).toMatchObject({
      what: 'evaluated meter.Next, which runs code of the program',
      by: { name: 'watcher' },
    })
    const { _meta: after } = await agent.call('variables_get', { session_id: session, expand: 'meter' })
    expect([before.cache?.hit, after.cache?.hit]).toEqual([false, false])
  })

  test.each([
    { tool: 'object_inspect', path: { object_ref: 'meter.Next' } },
    { tool: 'variables_get', path: { expand: 'meter.Next' } },
  ] as const)('$tool of a getter runs it for its caller, and is forbidden to an observer', async ({ tool, path }) => {
    const count = async () => (await agent.call('evaluate', { session_id: session, expression: 'meter.count' })).result
    const token = addPrincipal(join(host.home, 'principals.json'), { name: `of-${tool}`, role: 'observer' })
    const observer = await host.agentWith(token)
    const before = Number(await count())
    const { data } = await observer.failure(tool, { session_id: session, ...path })
    expect(data).toMatchObject({ type: 'FORBIDDEN', needed: 'operator', role: 'observer' })
    expect(Number(await count())).toBe(before)
    const answer: object = await agent.call(tool, { session_id: session, ...path })
    if (tool === 'object_inspect') expect(answer).toMatchObject({ inspection: { value: String(before + 1) } })
    expect(Number(await count())).toBe(before + 1)
    await observer.close()
  })

  test.each(REFUSED)(
    '$name = $value is refused, with the reason',
    { timeout: 240_000 },
    async ({ name, value, type, words }) => {
      const read = () =>
        agent.call('evaluate', { session_id: session, expression: name }).then(({ result }) => result, String)
      const before = await read()
      const { message, data } = await agent.failure('set_variable', { session_id: session, name, value })
      expect([data?.['type'], message]).toEqual([type, expect.stringMatching(words)])
      expect(await read()).toBe(before)
    },
  )
})
