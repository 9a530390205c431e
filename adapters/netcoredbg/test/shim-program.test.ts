import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Scope } from './dotnet-programs.js'
import { ask, placeOf, runGallery, type Stopped } from './shim-session.js'

describe('the program', () => {
  const scope = new Scope()
  let at: Stopped
  beforeAll(async () => {
    at = await runGallery(scope, { scenarios: ['user'], stops: ['get user'] })
  })
  afterAll(() => scope.end(), 120_000)

  test('modules, without what dapplex brought', async () => {
    const { modules } = await at.client.expectSuccess('modules', {})
    const names = modules.map(({ name }) => name)
    expect(names).toContain('gallery.dll')
    await ask(at, 'dapplex_types', { pattern: 'Customer' })
    expect((await at.client.expectSuccess('modules', {})).modules.map(({ name }) => name).join()).not.toMatch(
      /dapplex/i,
    )
  })

  test('loaded sources with checksums, and the text of one', async () => {
    const { sources } = await at.client.expectSuccess('loadedSources', {})
    const { path } = placeOf('get user')
    const service = sources.find((one) => one.path === path)
    expect(service?.checksums?.[0]?.algorithm).toBe('SHA256')
    const text = await at.client.expectSuccess('source', { source: { path }, sourceReference: 0 })
    expect(text.content).toContain('public class UserService')
  })

  test.each(['/etc/passwd', '/proc/self/environ', '../../../../etc/passwd', 'file:///etc/passwd'])(
    'the text of %s is read for nobody: no module names it',
    async (path) => {
      const refused = await at.client.expectFailure('source', { source: { path }, sourceReference: 0 })
      expect(refused.body.error.variables).toMatchObject({ type: 'INVALID_FILE', path })
    },
  )

  test('inspect_class', async () => {
    const described = await ask<{ slots: { name: string }[] }>(at, 'dapplex_inspectClass', { class_name: 'Customer' })
    expect(described).toMatchObject({
      class_name: 'Gallery.Model.Customer',
      kind: 'class',
      superclasses: ['object'],
      subclasses: ['Gallery.Model.Special'],
      location: { file: expect.stringMatching(/Model\.cs$/) },
    })
    expect(described.slots.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['_blob', 'Id', 'Created', 'IsActive']),
    )
    const missing = await at.client.expectFailure('dapplex_inspectClass', { class_name: 'customer' })
    expect(missing.body.error.variables).toMatchObject({ type: 'CLASS_NOT_FOUND', nearest: 'Gallery.Model.Customer' })
  })

  test('inspect_function: overloads, location, and one of the frame’s own type', async () => {
    expect(await ask(at, 'dapplex_inspectFunction', { symbol: 'UserService.Report' })).toMatchObject({
      symbol: 'Gallery.Services.UserService.Report',
      kind: 'method',
      lambda_list: '(Gallery.Model.Customer customer, int[] numbers, string note)',
      location: { file: expect.stringMatching(/Service\.cs$/) },
    })
    expect(await ask(at, 'dapplex_inspectFunction', { symbol: 'Region' })).toMatchObject({
      lambda_list: '(int length)',
    })
    const lacking = await at.client.expectFailure('dapplex_inspectFunction', { symbol: 'UserService.Nothing' })
    expect(lacking.body.error.variables).toMatchObject({ type: 'FUNCTION_NOT_FOUND' })
    const field = await at.client.expectFailure('dapplex_inspectFunction', { symbol: 'UserService._region' })
    expect(field.body.error.variables).toMatchObject({ type: 'NOT_A_FUNCTION' })
  })

  test('documentation comments, where the build has left them', async () => {
    expect(await ask(at, 'dapplex_inspectClass', { class_name: 'MyApp.Models.Customer' })).toMatchObject({
      documentation: 'Somebody who orders.',
    })
    expect(await ask(at, 'dapplex_inspectFunction', { symbol: 'User.GetFullName' })).toMatchObject({
      documentation: 'First and last name.\nWith a blank between.',
    })
  })

  test('inspect_package is a namespace', async () => {
    const described = await ask<{ symbols: { name: string; kinds: string[] }[] }>(at, 'dapplex_inspectPackage', {
      package_name: 'Gallery.Model',
    })
    expect(described.symbols).toContainEqual(expect.objectContaining({ name: 'Money', kinds: ['struct'] }))
    expect(described).toMatchObject({ used_by: ['Gallery', 'Gallery.Services'] })
    const missing = await at.client.expectFailure('dapplex_inspectPackage', { package_name: 'No.Such' })
    expect(missing.body.error.variables).toMatchObject({ type: 'PACKAGE_NOT_FOUND' })
  })

  test('types, members, search', async () => {
    expect(await ask(at, 'dapplex_types', { namespace: 'Gallery.Services' })).toMatchObject({
      total: 3,
      truncated: false,
    })
    const { members } = await ask<{ members: { name: string; kind: string; accessibility: string }[] }>(
      at,
      'dapplex_members',
      {
        type: 'Gallery.Model.Customer',
        kinds: ['method'],
      },
    )
    expect(members).toContainEqual(
      expect.objectContaining({ name: 'Visits', kind: 'method', accessibility: 'private' }),
    )
    const found = await ask<{ matches: { name: string }[] }>(at, 'dapplex_modulesSearch', { pattern: 'GetFullName' })
    expect(found.matches).toContainEqual(
      expect.objectContaining({ kind: 'method', name: 'Gallery.Model.Customer.GetFullName' }),
    )
    const wrong = await at.client.expectFailure('dapplex_modulesSearch', { pattern: '/(/' })
    expect(wrong.body.error.variables).toMatchObject({ type: 'INVALID_PATTERN' })
  })

  test('layout: no byte is unaccounted for', async () => {
    type Layout = { total_size: number; fields: { offset: number; size: number; padding: number }[] }
    const struct = await ask<Layout>(at, 'dapplex_layout', { type: 'Gallery.Model.Money' })
    const covered = struct.fields.reduce((sum, { size, padding }) => sum + size + padding, 0)
    expect(covered).toBe(struct.total_size)
    const one = await ask<Layout>(at, 'dapplex_layout', { type: 'Gallery.Model.Customer' })
    // The word before the method table pointer and the pointer itself.
    expect(one.fields.reduce((sum, { size, padding }) => sum + size + padding, 16)).toBe(one.total_size)
  })

  test('references and instances', async () => {
    const { dapplexObject } = await ask<{ dapplexObject: number }>(at, 'dapplex_objectId', { expression: 'user' })
    type References = { references: { field: string; object_id: number }[] }
    const out = await ask<References>(at, 'dapplex_references', { object: dapplexObject, direction: 'outbound' })
    expect(out.references.map(({ field }) => field)).toEqual(expect.arrayContaining(['Orders', 'Friend', 'Name']))
    const inward = await ask<References>(at, 'dapplex_references', { object: dapplexObject, direction: 'inbound' })
    expect(inward.references.map(({ field }) => field)).toEqual(expect.arrayContaining(['Owner', 'Friend']))
    const all = await ask<{ instances: { object_id: number }[] }>(at, 'dapplex_instances', {
      type: 'Gallery.Model.Order',
    })
    expect(all.instances).toHaveLength(3)
  })
})
