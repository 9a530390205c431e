import { readFileSync, readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorCatalogue, servedCatalogue, servedIn, type RequestParams, type ServedName } from '@dapplex/protocol'
import { definition } from '../src/in-daemon/definition/definition.js'
import { Scope } from './dotnet-programs.js'
import { notLive, runGallery, type Stopped } from './shim-session.js'

type Case = { [N in ServedName]: { readonly command: N; readonly args: RequestParams<N> } }[ServedName]

const customer = 'Gallery.Model.Customer'

describe.skipIf(notLive !== undefined)('each served request, asked of the real inspector', () => {
  const scope = new Scope()
  let at: Stopped
  let object: number
  beforeAll(async () => {
    at = await runGallery(scope, { scenarios: ['user'], stops: ['get user'] })
    const body: unknown = await at.client.expectSuccess('dapplex_objectId', { expression: 'user', frameId: at.frameId })
    object = servedCatalogue.dapplex_objectId.result.parse(body).dapplexObject ?? 0
  })
  afterAll(() => scope.end(), 120_000)

  const cases = (): Case[] => [
    { command: 'dapplex_objectId', args: { expression: 'user', frameId: at.frameId } },
    { command: 'dapplex_inspectObject', args: { object, maxDepth: 3, maxElements: 20, start: 0 } },
    { command: 'dapplex_inspectSlot', args: { object, slot: 'Name' } },
    { command: 'dapplex_inspectSlot', args: { object, slot: 'Orders' } },
    { command: 'dapplex_inspectClass', args: { class_name: customer, frameId: at.frameId } },
    { command: 'dapplex_inspectFunction', args: { symbol: 'UserService.Report', frameId: at.frameId } },
    { command: 'dapplex_inspectPackage', args: { package_name: 'Gallery.Model', start: 0, count: 20 } },
    {
      command: 'dapplex_objectInspect',
      args: { expression: 'user', frameId: at.frameId, depth: 3, start: 0, count: 9 },
    },
    { command: 'dapplex_references', args: { object, direction: 'outbound', max: 20 } },
    { command: 'dapplex_references', args: { object, direction: 'inbound', max: 20 } },
    { command: 'dapplex_instances', args: { type: 'Gallery.Model.Order', max: 20 } },
    { command: 'dapplex_types', args: { pattern: 'Customer', start: 0, max: 20 } },
    { command: 'dapplex_members', args: { type: customer, start: 0, max: 50 } },
    { command: 'dapplex_layout', args: { type: customer } },
    { command: 'dapplex_layout', args: { object } },
    { command: 'dapplex_modulesSearch', args: { pattern: 'Customer', kind: 'all', start: 0, max: 20 } },
    { command: 'dapplex_threadsWaiting', args: {} },
    { command: 'dapplex_stepLines', args: { frameId: at.frameId, most: 100, timeoutMs: 10_000 } },
    { command: 'dapplex_steppedLines', args: {} },
    { command: 'dapplex_objectsRelease', args: { objects: [object] } },
  ]

  test('all of them are asked', () => {
    const asked = new Set(cases().map(({ command }) => command))
    expect([...asked].sort()).toEqual(definition.traits.serves.toSorted())
    expect(definition.traits.serves).toEqual(servedIn('objects', 'definitions', 'types', 'stepping'))
  })

  test('takes the arguments of the catalogue, and answers as the catalogue says', async () => {
    for (const { command, args } of cases()) {
      const { params, result } = servedCatalogue[command]
      expect(params.safeParse(args).error, command).toBeUndefined()
      const body: unknown = await at.client.expectSuccess(command, args)
      expect(result.safeParse(body).error, `${command} ${JSON.stringify(args)}`).toBeUndefined()
    }
  })

  test('dapplex_types describes as many generic types as it counts, those with and without a base type among them', async () => {
    const args = { pattern: '*`?', start: 0, max: 10_000 }
    const body: unknown = await at.client.expectSuccess('dapplex_types', args)
    const { types, total } = servedCatalogue.dapplex_types.result.parse(body)
    expect(types).toHaveLength(total)
    const bases = Object.fromEntries(types.map(({ name, base_type }) => [name, base_type]))
    expect(bases).toMatchObject({
      'System.Collections.Generic.List<T>': 'object',
      'System.Collections.Generic.ObjectEqualityComparer<T>': 'System.Collections.Generic.EqualityComparer<T>',
    })
  })

  test('a next over many lines is one stop, where the function is left; the lines on the way are told once', async () => {
    const { client, frameId, threadId } = at
    await client.expectSuccess('dapplex_stepLines', { frameId, most: 100, timeoutMs: 60_000 })
    const after = client.mark()
    await client.expectSuccess('next', { threadId })
    await client.waitForEvent('stopped', undefined, { after })
    const { stackFrames } = await client.expectSuccess('stackTrace', { threadId, startFrame: 0, levels: 1 })
    expect(stackFrames[0]?.name).not.toContain('GetUser')
    expect(client.events('continued', after)).toHaveLength(1)
    const taken = async () => {
      const body: unknown = await client.expectSuccess('dapplex_steppedLines', {})
      return servedCatalogue.dapplex_steppedLines.result.parse(body).lines.map(({ line }) => line)
    }
    expect(await taken()).toEqual([(at.frames[0]?.line ?? 0) + 1])
    expect(await taken()).toEqual([])
  })
})

test('each error that the C# parts raise is in the catalogue', () => {
  const folder = new URL('../dotnet/', import.meta.url)
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.cs'))
  const raised = sources.flatMap((name) =>
    [...readFileSync(new URL(name, folder), 'utf8').matchAll(/Exception\("([A-Z]+_[A-Z_]+)"/g)].map(
      ([, type = '']) => type,
    ),
  )
  expect(raised).toContain('CLASS_NOT_FOUND')
  expect(raised.filter((type) => !Object.hasOwn(errorCatalogue, type))).toEqual([])
})
