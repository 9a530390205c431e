import { join } from 'node:path'
import { netcoredbgAdapter } from '@dapplex/adapter-netcoredbg'
import { buildDotnet, fixture, markerLine, missing } from '@dapplex/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addPrincipal } from '../src/index.js'
import { testDaemon, type TestDaemon } from './support/test-daemon.js'
import type { RpcClient } from './support/rpc-client.js'

const notLive = missing('netcoredbg', 'dotnet')
const source = fixture('programs/dotnet/gallery/Seed.cs')
const line = markerLine(source, 'break: seed')
const text = expect.any(String)

/** Every call that seed 001 documents, on a program shaped like its examples. */
describe('seed 001 on .NET', () => {
  let host: TestDaemon
  let agent: RpcClient
  let program = ''
  beforeAll(async () => {
    if (notLive !== undefined) return
    program = await buildDotnet(fixture('programs/dotnet/gallery/gallery.csproj'))
    host = await testDaemon({ modules: [netcoredbgAdapter] })
    agent = await host.agent()
    await agent.call('debug_launch', { program, args: ['seed', 'native'], breakpoints: [{ file: source, line }] })
    await agent.call('wait_for_stop', { timeout_ms: 120_000 })
  })
  beforeEach((context) => {
    if (notLive !== undefined) context.skip(notLive)
  })
  afterAll(async () => {
    if (notLive !== undefined) return
    await agent.call('debug_disconnect', { terminate: true })
    await agent.close()
    await host.stop()
  })

  test('threads_list', async () => {
    const { threads } = await agent.call('threads_list')
    expect(threads).toContainEqual({
      id: expect.any(Number),
      name: text,
      state: 'stopped',
      is_current: true,
      location: expect.objectContaining({ function: 'GetUser', file: 'Seed.cs', path: source, line }),
    })
    for (const thread of threads) expect(thread).toMatchObject({ id: expect.any(Number), name: text, state: text })
  })

  test('stacktrace_get', async () => {
    const { thread_id: threadId, total_frames: total, frames } = await agent.call('stacktrace_get')
    expect([threadId, total]).toEqual([expect.any(Number), frames.length])
    expect(frames[0]).toMatchObject({
      index: 0,
      function: 'GetUser',
      file: source,
      line,
      column: expect.any(Number),
      module: 'gallery.dll',
      arguments: [{ name: 'userId', type: 'string', value: '""' }],
    })
    expect(frames[1]).toMatchObject({ index: 1, function: 'Get', file: source, module: 'gallery.dll' })
    expect(frames.some((one) => one.is_external)).toBe(true)
    const part = await agent.call('stacktrace_get', { thread_id: threadId, start_frame: 1, max_frames: 1 })
    expect(part).toMatchObject({ total_frames: total, frames: [{ index: 1, function: 'Get' }] })
  })

  test('variables_get: all, each scope, and expanded', async () => {
    const { variables } = await agent.call('variables_get')
    expect(variables).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'this', type: 'MyApp.Services.UserService', value: '{UserService}' }),
        expect.objectContaining({
          name: 'userId',
          type: 'string',
          value: '""',
          has_children: false,
          scope: 'argument',
        }),
        expect.objectContaining({ name: 'user', value: 'null', has_children: false, scope: 'local' }),
        expect.objectContaining({ name: 'orders', value: 'Count = 3', has_children: true, scope: 'local' }),
      ]),
    )
    const names = async (scope: string) =>
      (await agent.call('variables_get', { scope })).variables.map(({ name }) => name)
    expect(await names('this')).toEqual(['this'])
    expect(await names('arguments')).toEqual(['userId'])
    expect(await names('locals')).toEqual(expect.arrayContaining(['user', 'users', 'customer', 'orders', 'known']))
    expect(await names('locals')).not.toContain('userId')
    const inside = await agent.call('variables_get', { expand: 'this._repository' })
    expect(inside.variables).toEqual([
      expect.objectContaining({
        name: '_connectionString',
        type: 'string',
        value: '"Server=localhost;Database=users"',
        parent: 'this._repository',
      }),
      expect.objectContaining({
        name: '_logger',
        value: '{Logger<UserRepository>}',
        has_children: true,
        parent: 'this._repository',
      }),
    ])
  })

  test.each([
    ['userId', { result: '""', type: 'string', has_children: false }],
    ['known.GetFullName()', { result: '"John Doe"', type: 'string', has_children: false }],
    ['user?.GetFullName()', { result: 'null', has_children: false }],
    ['users.Where(u => u.IsActive).Count()', { result: '1', type: 'int', has_children: false }],
    ['orders.Where(o => o.Status == "Pending").ToList()', { result: 'Count = 2', has_children: true }],
  ])('evaluate: %s', async (expression, want) => {
    expect(await agent.call('evaluate', { expression })).toMatchObject(want)
  })

  test('evaluate: formats, an exception, an error of the compiler', async () => {
    expect(await agent.call('evaluate', { expression: 'orders.Count * 85', format: 'hex' })).toMatchObject({
      result: '0xFF',
    })
    expect(await agent.call('evaluate', { expression: 'orders.Count', format: 'binary' })).toMatchObject({
      result: '0b11',
    })
    expect(await agent.call('evaluate', { expression: 'user.First' })).toMatchObject({
      error: true,
      message: 'Object reference not set to an instance of an object.',
      type: 'NullReferenceException',
    })
    expect(await agent.failure('evaluate', { expression: 'user.Frist' })).toMatchObject({
      data: {
        type: 'EVAL_FAILED',
        kind: 'compile',
        expression: 'user.Frist',
        diagnostics: [{ id: 'CS1061', message: expect.stringContaining("'Frist'") }],
      },
    })
  })

  test('object_inspect: address, sizes and offsets are those that the program itself has measured', async () => {
    const { success, inspection } = await agent.call('object_inspect', { object_ref: 'customer', depth: 2 })
    expect(success).toBe(true)
    expect(inspection).toMatchObject({
      address: expect.stringMatching(/^0x[0-9A-F]{16}$/),
      typeName: 'MyApp.Models.Customer',
      isNull: false,
      hasCircularRef: false,
      truncated: false,
      fields: [
        { name: 'Id', typeName: 'System.Int32', value: '42', hasChildren: false },
        { name: 'Name', typeName: 'System.String', value: '"John Doe"', hasChildren: true },
        {
          name: 'Orders',
          typeName: 'System.Collections.Generic.List`1[MyApp.Models.Order]',
          value: 'Count = 3',
          hasChildren: true,
          fields: [{ name: '[0]' }, { name: '[1]' }, { name: '[2]' }],
        },
      ],
    })
    const rows = inspection.fields.map(({ name, offset, size }) => `${name} ${offset} ${size}`)
    const { output } = await agent.call('output_get')
    const printed = /measured: (.*)/.exec(output.map((one) => one.text).join(''))?.[1]
    expect(printed).toBe(`${rows.join(', ')}, Customer ${inspection.size}`)
  })

  test('mux 19, surface "Expressions": object_inspect of a bare path reads, also for an observer and under another’s lease', async () => {
    const principals = join(host.home, 'principals.json')
    const observer = await host.agentWith(addPrincipal(principals, { name: 'watcher', role: 'observer' }))
    const other = await host.agentWith(addPrincipal(principals, { name: 'other', role: 'operator' }))
    const { _meta: meta } = await agent.call('debug_state')
    const session = { session_id: meta.session_id }
    await agent.call('control_acquire', { lease_ms: 60_000 })
    for (const reader of [observer, other]) {
      const read = { ...session, object_ref: 'customer.Orders[0]' }
      const { inspection } = await reader.call('object_inspect', read)
      // The inspector itself has measured it: it was not read the general way.
      expect(inspection).toMatchObject({ typeName: 'MyApp.Models.Order', size: expect.any(Number) })
    }
    expect(await observer.failure('object_inspect', { ...session, object_ref: 'known?.Name' })).toMatchObject({
      data: { type: 'FORBIDDEN', needed: 'operator' },
    })
    expect(await other.failure('object_inspect', { ...session, object_ref: 'known.GetFullName()' })).toMatchObject({
      data: { type: 'CONTROL_HELD' },
    })
    await agent.call('control_release')
    await Promise.all([observer.close(), other.close()])
  })

  test('object_inspect: null, and its errors', async () => {
    expect((await agent.call('object_inspect', { object_ref: 'user' })).inspection).toMatchObject({
      typeName: 'MyApp.Models.User',
      isNull: true,
      fields: [],
    })
    expect(await agent.failure('object_inspect', { object_ref: 'customer', depth: 11 })).toMatchObject({
      data: { type: 'DEPTH_EXCEEDED' },
    })
    expect(await agent.failure('object_inspect', { object_ref: 'nothing' })).toMatchObject({
      data: { type: 'INVALID_REFERENCE', reference: 'nothing' },
    })
  })

  test('classes, functions, namespaces, types, members, layout', async () => {
    expect(await agent.call('inspect_class', { class_name: 'Customer' })).toMatchObject({
      class_name: 'MyApp.Models.Customer',
      kind: 'class',
      documentation: 'Somebody who orders.',
      slots: [{ name: 'Id', type: 'int' }, { name: 'Name' }, { name: 'Orders' }],
      location: { file: source },
    })
    expect(await agent.failure('inspect_class', { class_name: 'Custommer' })).toMatchObject({
      data: { type: 'CLASS_NOT_FOUND' },
    })
    expect(await agent.call('inspect_function', { symbol: 'MyApp.Models.User.GetFullName' })).toMatchObject({
      kind: 'method',
      lambda_list: '()',
      documentation: expect.stringContaining('First and last name.'),
    })
    expect(await agent.call('inspect_package', { package_name: 'MyApp.Services' })).toMatchObject({
      symbols: expect.arrayContaining([expect.objectContaining({ name: 'UserService' })]),
    })
    expect((await agent.call('types_get', { namespace: 'MyApp.Models' })).types).toHaveLength(3)
    for (const [tool, params, type] of [
      ['inspect_function', { symbol: 'MyApp.Models.User.Nothing' }, 'FUNCTION_NOT_FOUND'],
      ['inspect_package', { package_name: 'MyApp.Nowhere' }, 'PACKAGE_NOT_FOUND'],
      ['members_get', { type: 'MyApp.Models.Custommer' }, 'TYPE_NOT_FOUND'],
      ['layout_get', { type: 'MyApp.Models.Custommer' }, 'TYPE_NOT_FOUND'],
      ['instances_get', { type: 'MyApp.Models.Custommer' }, 'TYPE_NOT_FOUND'],
      ['types_get', { module: 'nowhere.dll' }, 'MODULE_NOT_FOUND'],
      ['types_get', { pattern: '/(/' }, 'INVALID_PATTERN'],
      ['modules_search', { pattern: '/(/' }, 'INVALID_PATTERN'],
    ] as const)
      expect((await agent.failure(tool, params)).data, tool).toMatchObject({ type })
    const { members } = await agent.call('members_get', { type: 'MyApp.Services.UserService', kinds: ['method'] })
    expect(members).toContainEqual(
      expect.objectContaining({ name: 'Measured', accessibility: 'private', static: true }),
    )
    expect((await agent.call('modules_search', { pattern: 'GetUser', kind: 'method' })).matches).toContainEqual(
      expect.objectContaining({ name: 'MyApp.Services.UserService.GetUser' }),
    )
    const { inspection } = await agent.call('object_inspect', { object_ref: 'customer' })
    const { fields, total_size: size } = await agent.call('layout_get', { type: 'MyApp.Models.Customer' })
    expect(size).toBe(inspection.size)
    type Placed = { name: string; offset: number }
    const offsets = (rows: Placed[]) => Object.fromEntries(rows.map(({ name, offset }) => [name, offset]))
    expect(offsets(fields as Placed[])).toEqual(offsets(inspection.fields as Placed[]))
  })

  test('objects: slots, references, instances, ids that last', async () => {
    const { inspection } = await agent.call('object_inspect', { object_ref: 'customer' })
    const id = inspection.objectId
    expect(await agent.call('inspect_object', { object_id: id })).toMatchObject({
      type: 'OBJECT',
      kind: 'object',
      type_name: 'MyApp.Models.Customer',
    })
    expect(await agent.call('inspect_slot', { object_id: id, slot_name: 'Id', value: 7 })).toMatchObject({ value: '7' })
    expect(await agent.call('evaluate', { expression: 'customer.Id' })).toMatchObject({ result: '7' })
    expect(await agent.failure('inspect_slot', { object_id: id, slot_name: 'Id', value: '"seven"' })).toMatchObject({
      data: { type: 'SLOT_TYPE_ERROR' },
    })
    const nobody = (await agent.call('evaluate', { expression: 'new MyApp.Models.Customer { Name = "Nobody" }' }))
      .object_id
    const none = (await agent.call('inspect_slot', { object_id: nobody, slot_name: 'Orders' })).value_object_id
    const given = { object_id: id, slot_name: 'Orders', value: { object_id: none } }
    expect(await agent.call('inspect_slot', given)).toMatchObject({ value: 'Count = 0' })
    expect(await agent.call('evaluate', { expression: 'customer.Orders.Count' })).toMatchObject({ result: '0' })
    expect(await agent.failure('inspect_slot', { ...given, value: { object_id: nobody } })).toMatchObject({
      data: { type: 'SLOT_TYPE_ERROR', slot_name: 'Orders', expected_type: expect.stringContaining('List') },
    })
    const { references } = await agent.call('references_get', { object_id: id })
    expect(references.map(({ field }) => field)).toEqual(['Name', 'Orders'])
    const all = await agent.call('instances_get', { type: 'MyApp.Models.Order' })
    expect(all.instances).toHaveLength(3)
    expect((await agent.call('threads_waiting')).threads).toEqual(expect.any(Array))
    expect(await agent.call('set_variable', { name: 'user', value: 'known' })).toMatchObject({ success: true })
    expect(await agent.call('evaluate', { expression: 'user?.GetFullName()' })).toMatchObject({ result: '"John Doe"' })
    expect(await agent.failure('inspect_object', { object_id: 9999 })).toMatchObject({
      data: { type: 'OBJECT_NOT_FOUND', reason: 'never_issued' },
    })
  })

  test('an object that the program no longer holds is told as collected', async () => {
    // The program lets go of it and collects by itself: what an evaluation leaves on a stack keeps nothing alive there.
    const traps = fixture('programs/dotnet/gallery/Traps.cs')
    const breakpoints = ['before', 'collected'].map((mark) => ({
      file: traps,
      line: markerLine(traps, `break: ${mark}`),
    }))
    const other = await host.agent('collector')
    const { session_id } = await other.call('debug_launch', { program, args: ['lifetime'], breakpoints })
    const first = await other.call('wait_for_stop', { session_id, timeout_ms: 60_000 })
    const { object_id: id } = await other.call('evaluate', { session_id, expression: 'held[0]' })
    expect(await other.call('inspect_object', { id })).toMatchObject({ type_name: text })
    const second = { session_id, wait: true, expected_stop_id: first.stop_id, timeout_ms: 60_000 }
    expect(await other.call('debug_continue', second)).toMatchObject({ stopped: true })
    expect(await other.failure('inspect_object', { id })).toMatchObject({
      data: { type: 'OBJECT_NOT_FOUND', object_id: id, reason: 'collected' },
    })
    await other.call('debug_disconnect', { session_id, terminate: true })
    await other.close()
  })

  test('while it runs: NOT_PAUSED', async () => {
    await agent.call('debug_continue')
    for (const [tool, params] of [
      ['object_inspect', { object_ref: 'customer' }],
      ['stacktrace_get', {}],
    ] as const)
      expect(await agent.failure(tool, params)).toMatchObject({ data: { type: 'NOT_PAUSED' } })
  })
})
