import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { buildDotnet, commandOf, fixture, markerLine, openSession } from '@dapplex/testkit'
import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { afterEach, describe, expect, test } from 'vitest'
import { Scope } from './dotnet-programs.js'
import { ask, evaluate, goOn, notLive, runGallery, startShim, stopped } from './shim-session.js'

describe('lifetime', () => {
  const scope = new Scope()
  afterEach(() => scope.end(), 120_000)

  test('ids: the same from two frames, after a collection as long as it lives', async () => {
    const stops = ['before', 'show', 'collected']
    let at = await runGallery(scope, { scenarios: ['lifetime'], stops })
    const idOf = async (expression: string) => ask<{ dapplexObject: number }>(at, 'dapplex_objectId', { expression })
    const kept = await idOf('kept')
    const dropped = await idOf('held[0]')
    expect(await idOf('same')).toMatchObject({ dapplexObject: kept.dapplexObject })
    expect(dropped.dapplexObject).not.toBe(kept.dapplexObject)
    at = await goOn(at)
    expect(await idOf('shown')).toMatchObject({ dapplexObject: kept.dapplexObject })
    at = await goOn(at)
    const inspected = await ask(at, 'dapplex_inspectObject', { object: kept.dapplexObject })
    expect(inspected).toMatchObject({ typeName: 'Gallery.Model.Customer' })
    const gone = await at.client.expectFailure('dapplex_inspectObject', {
      object: dropped.dapplexObject,
      frameId: at.frameId,
    })
    expect(gone.body.error.variables).toMatchObject({ type: 'OBJECT_NOT_FOUND', reason: 'collected' })
    await ask(at, 'dapplex_objectsRelease', { objects: [kept.dapplexObject] })
    const released = await at.client.expectFailure('dapplex_inspectObject', {
      object: kept.dapplexObject,
      frameId: at.frameId,
    })
    expect(released.body.error.variables).toMatchObject({ type: 'OBJECT_NOT_FOUND', reason: 'released' })
  })

  test(
    'a running web service: attached, inspected, let go of; it answers on',
    { timeout: 240_000 },
    async (context) => {
      // Its requests go over HTTP, which no recording has.
      context.skip(notLive !== undefined, notLive)
      const source = fixture('programs/dotnet/web/Program.cs')
      const program = await buildDotnet(fixture('programs/dotnet/web/web.csproj'))
      const service = spawn(commandOf('dotnet')[0], [program, '--urls', 'http://127.0.0.1:0'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      scope.add(async () => {
        if (service.exitCode !== null || service.signalCode !== null) return
        const gone = once(service, 'exit')
        service.kill('SIGKILL')
        await gone
      })
      const [address] = (await once(createInterface({ input: service.stdout }), 'line')) as [string]
      const get = async (name: string) => (await fetch(`${address}/add/${name}`)).text()
      expect(await get('one')).toBe('1 /add/one')

      const client = await startShim(scope)
      await openSession(client, {
        request: 'attach',
        arguments: { processId: service.pid },
        breakpoints: { [source]: [markerLine(source, 'break: handler')] },
      })
      await client.waitForEvent('breakpoint', ({ body }) => body.breakpoint.verified, { timeoutMs: 60_000 })
      const after = client.mark()
      const answer = get('two')
      answer.catch(() => undefined)
      const at = await stopped(client, after)
      expect(await evaluate(at, 'basket.Items.Last() + name.Length')).toBe('"two3" : string')
      expect(await evaluate(at, 'context.Request.Path.Value')).toBe('"/add/two" : string')
      expect(await ask(at, 'dapplex_inspectObject', { expression: 'basket' })).toMatchObject({ typeName: 'Basket' })
      await client.expectSuccess('continue', { threadId: at.threadId })
      expect(await answer).toBe('2 /add/two')
      await client.expectSuccess('disconnect', { terminateDebuggee: false })
      expect(await get('three')).toBe('3 /add/three')
    },
  )

  test(
    'breakpoints with a condition change 120 times while the condition is evaluated: netcoredbg lives, nobody sees a stop',
    { timeout: 240_000 },
    async (context) => {
      // A recording does not crash.
      context.skip(notLive !== undefined, notLive)
      const path = fixture('programs/dotnet/walk/Program.cs')
      const program = await buildDotnet(fixture('programs/dotnet/walk/walk.csproj'))
      const client = await startShim(scope)
      const conditional = { line: markerLine(path, 'BREAK: inner'), condition: 'tick < 0' }
      const loop = markerLine(path, 'BREAK: loop')
      await openSession(client, { request: 'launch', arguments: { program }, breakpoints: { [path]: [loop] } })
      const { threadId } = await stopped(client, 0)
      const set = (breakpoints: Dap.SourceBreakpoint[]) =>
        client.expectSuccess('setBreakpoints', { source: { path }, breakpoints })
      await set([conditional])
      const after = client.mark()
      await client.expectSuccess('continue', { threadId })
      for (let changes = 0; changes < 60; changes += 1) {
        expect((await set([])).breakpoints).toEqual([])
        expect((await set([conditional])).breakpoints).toMatchObject([{ verified: true }])
      }
      await set([{ line: loop }])
      const { body } = await client.waitForEvent('stopped', () => true, { after })
      expect(body.reason).toBe('breakpoint')
      const { stackFrames } = await client.expectSuccess('stackTrace', { threadId })
      expect(stackFrames[0]?.line).toBe(loop)
    },
  )
})
