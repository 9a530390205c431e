import { buildDotnet, fixture, markerLine, missing, must, openSession } from '@dapplex/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { netcoredbgAdapter } from '../src/index.js'
import { runDotnet, Scope, startNetcoredbg } from './dotnet-programs.js'

const hooks = must(netcoredbgAdapter.hooks)
const attachTo = (pid: number) => must(hooks.prepareAttach)({ pid, adapterArgs: {} })
const why = process.platform === 'linux' ? undefined : 'processes are looked at through /proc'
const noRuntime = why ?? missing('dotnet')
const notLive = why ?? missing('dotnet', 'netcoredbg')

const scope = new Scope()
afterEach(() => scope.end())

const orders = async () =>
  runDotnet(scope, [await buildDotnet(fixture('programs/dotnet/orders/orders.csproj')), 'wait'])

describe('before netcoredbg is asked', () => {
  test('a process that is not there', async ({ skip }) => {
    skip(why !== undefined, why)
    // Beyond the largest number that Linux gives (PID_MAX_LIMIT).
    await expect(attachTo(4_194_305)).rejects.toMatchObject({
      type: 'PROCESS_NOT_FOUND',
      wire: { data: { pid: 4_194_305 } },
    })
  })

  test('a process that is not .NET: this one', async ({ skip }) => {
    skip(why !== undefined, why)
    await expect(attachTo(process.pid)).rejects.toMatchObject({ type: 'NOT_DOTNET_PROCESS' })
  })

  test('an address is no process', async () => {
    await expect(must(hooks.prepareAttach)({ host: '127.0.0.1', port: 1, adapterArgs: {} })).rejects.toMatchObject({
      type: 'ATTACH_FAILED',
    })
  })

  test('a .NET process is listed with its runtime, and can be attached to', async ({ skip }) => {
    skip(noRuntime !== undefined, noRuntime)
    const child = await orders()
    const listed = (await must(hooks.listProcesses)()).find(({ pid }) => pid === child.pid)
    expect(listed).toMatchObject({
      name: 'orders.dll',
      runtime: expect.stringMatching(/^\.NET \d+\.\d+\.\d+/),
    })
    expect(await attachTo(must(child.pid))).toEqual({ processId: child.pid })
  })
})

describe('live', () => {
  test('attach, stop, detach; a second debugger is told of the first', async ({ skip }) => {
    skip(notLive !== undefined, notLive)
    const source = fixture('programs/dotnet/orders/Program.cs')
    const line = markerLine(source, 'BREAK: wait')
    const child = await orders()
    const client = await startNetcoredbg(scope)
    await openSession(client, {
      request: 'attach',
      arguments: await attachTo(must(child.pid)),
      breakpoints: { [source]: [line] },
    })
    const { body } = await client.waitForEvent('stopped')
    const { stackFrames } = await client.expectSuccess('stackTrace', { threadId: must(body.threadId) })
    expect(stackFrames[0]).toMatchObject({ line, source: { path: source } })

    await expect(attachTo(must(child.pid))).rejects.toMatchObject({
      type: 'ALREADY_ATTACHED',
      message: expect.stringContaining('netcoredbg'),
    })
    expect((await must(hooks.listProcesses)()).map(({ name }) => name)).not.toContain('netcoredbg')
    await client.expectSuccess('disconnect', { terminateDebuggee: false })
    await client.close()
    await scope.endLast()
    expect(child.exitCode).toBeNull()
    expect(await attachTo(must(child.pid))).toEqual({ processId: child.pid })
  })
})
