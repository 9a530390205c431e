import { netcoredbgAdapter } from '@dapplex/adapter-netcoredbg'
import { buildDotnet, fixture, markerLine, missing } from '@dapplex/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
  ['@int', -2_147_483_648],
  ['@ulong', '18446744073709551615'],
  ['@float', '2.25f', '2.25'],
  ['text', null],
  ['tuple', '(5, "five")'],
  ['größe', 7],
  ['maybeChar', "'w'"],
  ['maybeDecimal', null],
  ['maybes[1]', 9],
  ['points[1].X', 11],
  ['holder.NUInt', 7],
  ['meter.Plain', 11],
]
const REFUSED = [
  ['native', 9, 'EVAL_FAILED', /native integer type; a field and an element of an array can be set/],
  ['pointer', null, 'EVAL_FAILED', /is a pointer/],
  ['holder.Fixed.X', 9, 'SLOT_TYPE_ERROR', /read-only/],
] as const

describe.skipIf(why !== undefined)('set_variable in C#', () => {
  let host: TestDaemon
  let agent: RpcClient
  let session = ''
  beforeAll(async () => {
    const program = await buildDotnet(fixture('programs/dotnet/types/types.csproj'))
    host = await testDaemon({ modules: [netcoredbgAdapter] })
    agent = await host.agent()
    const breakpoints = [{ file, line: markerLine(file, 'break: locals') }]
    session = (await agent.call('debug_launch', { program, breakpoints, ...PATIENT })).session_id
  }, 240_000)
  afterAll(async () => {
    await agent.call('debug_disconnect', { session_id: session, terminate: true })
    await host.stop()
  }, 60_000)

  test.each([...WRITTEN])('%s = %j is what is read', { timeout: 120_000 }, async (name, value, reads) => {
    const wanted = reads ?? String(value)
    expect(await agent.call('set_variable', { session_id: session, name, value })).toMatchObject({ value: wanted })
    expect(await agent.call('evaluate', { session_id: session, expression: name })).toMatchObject({ result: wanted })
  })

  test.each(REFUSED)('%s = %j is refused, with the reason', { timeout: 120_000 }, async (name, value, type, words) => {
    const read = () =>
      agent.call('evaluate', { session_id: session, expression: name }).then(({ result }) => result, String)
    const before = await read()
    const { message, data } = await agent.failure('set_variable', { session_id: session, name, value })
    expect([data?.['type'], message]).toEqual([type, expect.stringMatching(words)])
    expect(await read()).toBe(before)
  })
})
