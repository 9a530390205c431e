import { describe, expect, test } from 'vitest'
import { errorToDap, toolError } from '@dapplex/protocol'
import * as adapters from '../../test/scripted/adapters.js'
import { ScriptedDaemon } from '../../test/scripted/scripted-daemon.js'
import { Refusal, type Script, type SessionSetup } from '../../test/scripted/scripted-session.js'

function open(setup: SessionSetup, script: Script = {}) {
  const daemon = new ScriptedDaemon()
  return { daemon, session: daemon.open({ ...setup, script: { ...setup.script, ...script } }) }
}

describe('object_inspect', () => {
  test('as documented: runtime type names, addresses only where the adapter gives them', async () => {
    const { inspection } = await open(adapters.netcoredbg).daemon.call('object_inspect', { object_ref: 'customer' })
    expect(inspection).toEqual({
      typeName: 'Shop.Customer',
      value: '{Customer}',
      fields: [
        { name: 'Name', typeName: 'System.String', value: '"Ada"', hasChildren: true },
        {
          name: 'Orders',
          typeName: 'System.Collections.Generic.List`1[Shop.Order]',
          value: 'Count = 3',
          hasChildren: true,
          total: 13,
          objectId: 1,
        },
        { name: 'Id', typeName: 'System.Int32', value: '42', hasChildren: false },
      ],
      isNull: false,
      hasCircularRef: false,
      truncated: false,
      objectId: 2,
      start: 0,
      total: 3,
      layout: 'unavailable',
      layoutReason: 'Table gives no field offsets and sizes',
    })
  })
  test('deeper: nested fields, a cycle marked and not followed', async () => {
    const { inspection } = await open(adapters.debugpy).daemon.call('object_inspect', {
      object_ref: 'source',
      depth: 3,
    })
    expect(inspection).toMatchObject({
      typeName: 'Account',
      hasCircularRef: true,
      fields: [
        { name: 'balance', hasChildren: false },
        { name: 'history', fields: [{ name: '0', hasChildren: true }, { name: 'len()' }] },
        { name: 'name' },
        { name: 'self_reference', isCircular: true },
      ],
    })
    expect(JSON.stringify(inspection)).not.toContain('special variables')
  })
  test('an address has 16 upper-case digits; a pointer to itself is a cycle', async () => {
    expect(await open(adapters.lldb).daemon.call('object_inspect', { object_ref: 'source', depth: 2 })).toMatchObject({
      inspection: { address: '0x00007FFFFFFFE550', hasCircularRef: true },
    })
  })
  test('a getter is not run by a listing; it is by its own name', async () => {
    const getter = {
      name: 'failing',
      value: '(...)',
      type: 'getter',
      variablesReference: 30,
      presentationHint: { lazy: true },
    }
    const array = { name: '', value: '[1]', type: 'Array', variablesReference: 31, indexedVariables: 1 }
    const rows: Readonly<Record<number, object>> = {
      1: { name: 'a', value: 'A', variablesReference: 9 },
      9: getter,
      30: array,
      31: { name: '0', value: '1', variablesReference: 0 },
    }
    const script: Script = {
      variables: ({ variablesReference }) => ({ variables: [rows[Number(variablesReference)]] }),
    }
    const { daemon, session } = open(adapters.lldb, script)
    expect(await daemon.call('object_inspect', { object_ref: 'a', depth: 5 })).toMatchObject({
      inspection: { fields: [{ name: 'failing', value: '(...)', hasChildren: true }] },
    })
    expect(session.asked.map(({ args }) => args['variablesReference'])).not.toContain(30)
    expect(await daemon.call('object_inspect', { object_ref: 'a.failing' })).toMatchObject({
      inspection: { value: '[1]', fields: [{ name: '0' }] },
    })
    expect(await daemon.call('variables_get', { expand: 'a.failing' })).toMatchObject({ variables: [{ name: '0' }] })
  })
  test.each([
    { how: 'by its name', evaluateName: 'a.count' },
    { how: 'as its only child', evaluateName: undefined },
  ])('a getter of a plain value, read $how, is told by variables_get', async ({ evaluateName }) => {
    const presentationHint = { lazy: true }
    const rows: Readonly<Record<number, object>> = {
      1: { name: 'a', value: 'A', variablesReference: 9 },
      9: { name: 'count', value: '(...)', variablesReference: 30, presentationHint, evaluateName },
      30: { name: '', value: '7', type: 'int', variablesReference: 0 },
    }
    const { daemon } = open(adapters.lldb, {
      variables: ({ variablesReference }) => ({ variables: [rows[Number(variablesReference)]] }),
      evaluate: () => ({ result: '7', type: 'int', variablesReference: 0 }),
    })
    const { variables } = await daemon.call('variables_get', { expand: 'a.count' })
    expect(variables).toMatchObject([{ name: 'count', value: '7', has_children: false }])
  })
  test('a null', async () => {
    expect(
      (await open(adapters.netcoredbg).daemon.call('object_inspect', { object_ref: 'note' }))['inspection'],
    ).toMatchObject({
      isNull: true,
      fields: [],
    })
    const { inspection } = await open(adapters.lldb).daemon.call('object_inspect', { object_ref: 'none' })
    expect(inspection).toMatchObject({ isNull: true, fields: [] })
    expect(inspection).not.toHaveProperty('address')
  })
  test('pages', async () => {
    const params = { object_ref: 'quantities', start: 100, count: 2 }
    expect(await open(adapters.netcoredbg).daemon.call('object_inspect', params)).toMatchObject({
      inspection: {
        fields: [{ name: '[100]', value: '101' }, { name: '[101]' }],
        start: 100,
        total: 200,
        truncated: true,
      },
    })
  })
  test.each([0, 11])('depth %i: DEPTH_EXCEEDED, not -32602', async (depth) => {
    expect(await open(adapters.debugpy).daemon.fail('object_inspect', { object_ref: 'source', depth })).toMatchObject({
      code: -32000,
      data: { type: 'DEPTH_EXCEEDED', depth, minimum: 1, maximum: 10 },
    })
  })
  test('by an adapter that serves it: layout and addresses are its own, ids become ours', async () => {
    const field = { name: 'Id', typeName: 'System.Int32', value: '42', offset: 8, size: 4, hasChildren: false }
    const friend = {
      name: 'Friend',
      typeName: 'Shop.Customer',
      value: '{Customer}',
      offset: 16,
      size: 8,
      hasChildren: true,
      objectId: 77,
      circular: true,
    }
    const inspection = {
      address: '0x00007FF8A1234560',
      typeName: 'Shop.Customer',
      size: 48,
      value: '{Customer}',
      fields: [field, friend],
      isNull: false,
      hasCircularRef: true,
      truncated: false,
      objectId: 77,
      total: 2,
    }
    const traits = { ...adapters.netcoredbg.traits, serves: ['dapplex_objectInspect', 'dapplex_objectsRelease'] }
    const { daemon, session } = open(
      { ...adapters.netcoredbg, traits },
      { dapplex_objectInspect: { success: true, inspection }, dapplex_objectsRelease: {} },
    )
    expect((await daemon.call('object_inspect', { object_ref: 'customer', depth: 2 }))['inspection']).toEqual({
      address: '0x00007FF8A1234560',
      typeName: 'Shop.Customer',
      size: 48,
      value: '{Customer}',
      fields: [
        field,
        {
          name: 'Friend',
          typeName: 'Shop.Customer',
          value: '{Customer}',
          offset: 16,
          size: 8,
          hasChildren: true,
          isCircular: true,
          objectId: 1,
        },
      ],
      isNull: false,
      hasCircularRef: true,
      truncated: false,
      objectId: 1,
      start: 0,
      total: 2,
    })
    expect(session.asked.at(-1)?.args).toEqual({ expression: 'customer', frameId: 0, depth: 2, start: 0, count: 100 })
    await daemon.call('objects_release', { ids: [1] })
    expect(session.asked.at(-1)).toEqual({ command: 'dapplex_objectsRelease', args: { objects: [77] } })
  })
  test('by the general way, where that adapter has to pass', async () => {
    const traits = { ...adapters.netcoredbg.traits, serves: ['dapplex_objectInspect'] }
    const gone = errorToDap(toolError('UNSUPPORTED', { capability: 'inspector', adapter: 'x' }))
    const { daemon } = open({ ...adapters.netcoredbg, traits }, { dapplex_objectInspect: new Refusal('no', gone) })
    expect(await daemon.call('object_inspect', { object_ref: 'customer' })).toMatchObject({
      inspection: { layout: 'unavailable' },
    })
  })
  test('what cannot be resolved: INVALID_REFERENCE', async () => {
    const { daemon } = open(adapters.debugpy, { evaluate: new Refusal('SyntaxError: no') })
    expect((await daemon.fail('object_inspect', { object_ref: 'nosuch' })).data['type']).toBe('INVALID_REFERENCE')
    expect((await daemon.fail('object_inspect', { object_ref: 'f(' })).data).toMatchObject({
      reason: 'SyntaxError: no',
    })
  })
})
