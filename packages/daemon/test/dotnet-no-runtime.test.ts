import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { netcoredbgAdapter } from '@dapplex/adapter-netcoredbg'
import { buildDotnet, fixture, missing } from '@dapplex/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RpcClient } from './support/rpc-client.js'
import { testDaemon, type TestDaemon } from './support/test-daemon.js'

const notLive = missing('netcoredbg', 'dotnet')

describe.skipIf(notLive !== undefined)('a .NET program that does not start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dapplex-no-runtime-'))
  let host: TestDaemon
  let agent: RpcClient
  beforeAll(async () => {
    host = await testDaemon({ modules: [netcoredbgAdapter] })
    agent = await host.agent()
  })
  afterAll(async () => {
    await host.stop()
    rmSync(folder, { recursive: true })
  })

  test('LAUNCH_FAILED has what the program wrote to its standard error', async () => {
    const built = await buildDotnet(fixture('programs/dotnet/orders/orders.csproj'))
    cpSync(dirname(built), folder, { recursive: true })
    const program = join(folder, basename(built))
    const settings = program.replace(/\.dll$/, '.runtimeconfig.json')
    writeFileSync(settings, readFileSync(settings, 'utf8').replace(/"version": "[^"]+"/, '"version": "99.0.0"'))
    const failure = await agent.failure('debug_launch', { program, timeout_ms: 120_000 })
    expect(failure.data).toMatchObject({ type: 'LAUNCH_FAILED', adapter: 'netcoredbg' })
    // netcoredbg answers with the text that the program wrote.
    expect(failure.message.match(/You must install or update .NET to run this application/g)).toHaveLength(1)
    expect(failure.data).not.toHaveProperty('stderr')
    expect(failure.message).toContain("'Microsoft.NETCore.App', version '99.0.0'")
  })
})
