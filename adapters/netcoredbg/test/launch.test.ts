import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LaunchSpec } from '@dapplex/protocol'
import { buildDotnet, firstOf, fixture, markerLine, missing, must, openSession } from '@dapplex/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { netcoredbgAdapter } from '../src/index.js'
import { projectCopy, Scope, startNetcoredbg, spec } from './dotnet-programs.js'

const prepareLaunch = (asked: LaunchSpec) => must(must(netcoredbgAdapter.hooks).prepareLaunch)(asked)
const noSdk = missing('dotnet')
const notLive = missing('dotnet', 'netcoredbg')

const scope = new Scope()
afterEach(() => scope.end())

describe('a project is built first', () => {
  test('by its folder: the arguments name the assembly', async ({ skip }) => {
    skip(noSdk !== undefined, noSdk)
    const folder = projectCopy(scope)
    const args = await prepareLaunch(spec(folder, { args: ['5'] }))
    expect(args).toMatchObject({ program: join(folder, 'bin/Debug/net10.0/orders.dll'), args: ['5'] })
    expect(existsSync(String(args['program']))).toBe(true)
    // The launcher that the build leaves beside it means the same assembly.
    expect(await prepareLaunch(spec(join(folder, 'bin/Debug/net10.0/orders')))).toMatchObject({
      program: args['program'],
    })
  })

  test('one that does not build: the compiler says why', async ({ skip }) => {
    skip(noSdk !== undefined, noSdk)
    const folder = projectCopy(scope, { 'Broken.cs': 'class Broken { int F() => "text"; }' })
    await expect(prepareLaunch(spec(join(folder, 'orders.csproj')))).rejects.toMatchObject({
      type: 'LAUNCH_FAILED',
      message: expect.stringMatching(/does not build:[\s\S]*Broken\.cs\(1,27\): error CS0029: .*'int'$/),
    })
  })

  test('with a profile of launchSettings.json, by a source file', async ({ skip }) => {
    skip(noSdk !== undefined, noSdk)
    const folder = projectCopy(scope)
    mkdirSync(join(folder, 'Properties'))
    const profile = {
      commandName: 'Project',
      commandLineArgs: '4',
      environmentVariables: { REGION: 'eu', MODE: 'p' },
    }
    writeFileSync(join(folder, 'Properties/launchSettings.json'), JSON.stringify({ profiles: { four: profile } }))
    const args = await prepareLaunch(
      spec(join(folder, 'Program.cs'), {
        env: { MODE: 'mine' },
        adapterArgs: { launchSettingsProfile: 'four', justMyCode: false },
      }),
    )
    expect(args).toMatchObject({ args: ['4'], env: { REGION: 'eu', MODE: 'mine' }, justMyCode: false })
    expect(args).not.toHaveProperty('launchSettingsProfile')
  })
})

describe('live', () => {
  test('launch, breakpoint, stack, variables, step, exit code', async ({ skip }) => {
    skip(notLive !== undefined, notLive)
    const source = fixture('programs/dotnet/orders/Program.cs')
    const line = markerLine(source, 'BREAK: body')
    const dll = await buildDotnet(fixture('programs/dotnet/orders/orders.csproj'))
    const client = await startNetcoredbg(scope)
    const condition = '(index == 1) || (index == 3)'
    await openSession(client, {
      request: 'launch',
      arguments: await prepareLaunch(spec(dll, { args: ['7'] })),
      breakpoints: { [source]: [{ line, condition }] },
    })
    const stopped = await client.waitForEvent('stopped')
    const threadId = must(stopped.body.threadId)
    const { stackFrames } = await client.expectSuccess('stackTrace', { threadId, startFrame: 0, levels: 20 })
    expect(stackFrames[0]).toMatchObject({ name: 'Orders.Program.Total()', line, source: { path: source } })
    const { scopes } = await client.expectSuccess('scopes', { frameId: firstOf(stackFrames).id })
    const { variables } = await client.expectSuccess('variables', {
      variablesReference: firstOf(scopes).variablesReference,
    })
    const values = Object.fromEntries(variables.map(({ name, value }) => [name, value]))
    expect(values).toMatchObject({ index: '1', label: '"order 1"', count: '2', discount: '0' })

    const mark = client.mark()
    await client.expectSuccess('next', { threadId })
    const step = await client.waitForEvent('stopped', () => true, { after: mark })
    expect(step.body.reason).toBe('step')
    const again = client.mark()
    await client.expectSuccess('continue', { threadId })
    await client.waitForEvent('stopped', ({ body }) => body.reason === 'breakpoint', { after: again })
    await client.expectSuccess('setBreakpoints', { source: { path: source }, breakpoints: [] })
    await client.expectSuccess('continue', { threadId })
    const exited = await client.waitForEvent('exited')
    expect(exited.body.exitCode).toBe(7)
    await client.waitForEvent('terminated')
  })

  test('a thread in native code: variables are read, and a call fails with kind unsafe_point', async ({ skip }) => {
    skip(notLive !== undefined, notLive)
    const dll = await buildDotnet(fixture('programs/dotnet/gallery/gallery.csproj'))
    const client = await startNetcoredbg(scope)
    await openSession(client, { request: 'launch', arguments: await prepareLaunch(spec(dll, { args: ['native'] })) })
    await client.waitForEvent('output', ({ body }) => body.output.includes('the main thread sleeps'))
    const { threads } = await client.expectSuccess('threads')
    await client.expectSuccess('pause', { threadId: firstOf(threads).id })
    const stopped = await client.waitForEvent('stopped')
    const { stackFrames } = await client.expectSuccess('stackTrace', { threadId: must(stopped.body.threadId) })
    const frame = must(stackFrames.find(({ name }) => name.startsWith('Gallery.Traps.Native')))
    expect((await client.expectSuccess('evaluate', { expression: 'depth', frameId: frame.id })).result).toBe('7')
    const { traits } = netcoredbgAdapter.definition
    const waits = traits.presentation.waitFrames.map((pattern) => new RegExp(pattern))
    expect(waits.some((wait) => wait.test(firstOf(stackFrames).name))).toBe(true)
    const refused = await client.expectFailure('evaluate', { expression: 'customer.ToString()', frameId: frame.id })
    const kind = traits.evaluation.failures.find(({ pattern }) => new RegExp(pattern).test(refused.message ?? ''))?.kind
    expect(kind).toBe('unsafe_point')
  })
})
