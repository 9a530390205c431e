import { describe, expect, test } from 'vitest'
import { errorToDap, toolError } from '@dapplex/protocol'
import * as adapters from '../../test/scripted/adapters.js'
import { ScriptedDaemon } from '../../test/scripted/scripted-daemon.js'
import { Refusal, type Script, type SessionSetup, type ScriptedSession } from '../../test/scripted/scripted-session.js'

function open(setup: SessionSetup, script: Script = {}) {
  const daemon = new ScriptedDaemon()
  return { daemon, session: daemon.open({ ...setup, script: { ...setup.script, ...script } }) }
}

/** A session in which variables_get has given ids; the id of the variable named. */
async function idOf(daemon: ScriptedDaemon, name: string): Promise<number> {
  const { variables } = await daemon.call('variables_get')
  return variables.find((one) => one.name === name)?.object_id ?? 0
}

describe('inspect_object', () => {
  test('depth 1 is a flat list', async () => {
    const { daemon } = open(adapters.debugpy)
    expect(await daemon.call('inspect_object', { id: await idOf(daemon, 'source'), max_depth: 1 })).toEqual({
      type: 'OBJECT',
      kind: 'object',
      type_name: 'Account',
      description: '<__main__.Account object at 0x7efc3e25b410>',
      elements: [
        { name: 'balance', value: '98.99', type_name: 'float' },
        { name: 'history', value: "['bob']", type_name: 'list', object_id: 2 },
        { name: 'name', value: "'ada'", type_name: 'str' },
        { name: 'self_reference', value: expect.any(String), type_name: 'Account', object_id: 1, circular: true },
      ],
      total_elements: 4,
      _meta: { session_id: 's1', stop_id: 3 },
    })
  })
  test('deeper elements carry elements of their own', async () => {
    const { daemon } = open(adapters.debugpy)
    const { elements } = await daemon.call('inspect_object', { objectId: await idOf(daemon, 'source') })
    expect(elements).toContainEqual(
      expect.objectContaining({
        name: 'history',
        total_elements: 2,
        elements: [expect.objectContaining({ name: '0' }), expect.anything()],
      }),
    )
  })
  test('pages by max_elements and start', async () => {
    const { daemon } = open(adapters.netcoredbg)
    expect(
      await daemon.call('inspect_object', { id: await idOf(daemon, 'quantities'), max_elements: 2, start: 198 }),
    ).toMatchObject({
      kind: 'array',
      elements: [{ name: '[198]', value: '199' }, { name: '[199]' }],
      total_elements: 200,
    })
  })
  test('through a pointer', async () => {
    const { daemon } = open(adapters.delve)
    expect(await daemon.call('inspect_object', { id: await idOf(daemon, 'source') })).toMatchObject({
      elements: [{ name: 'Name' }, { name: 'History', total_elements: 2 }],
      total_elements: 2,
    })
  })
  test('limits are at least 1', async () => {
    expect(await new ScriptedDaemon().fail('inspect_object', { id: 1, max_depth: 0 })).toMatchObject({
      code: -32602,
      data: { field: 'max_depth' },
    })
  })
  test('by an adapter that serves it', async () => {
    const element = { name: 'car', value: '1', type: 'FIXNUM', variablesReference: 0 }
    const list = {
      name: 'cdr',
      value: '(2)',
      type: 'CONS',
      variablesReference: 0,
      dapplexObject: 78,
      elements: [element],
      totalElements: 1,
    }
    const { daemon, session } = open(
      { ...adapters.delve, traits: { serves: ['dapplex_inspectObject'] } },
      {
        variables: {
          variables: [{ name: 'list', value: '(1 2)', type: 'CONS', variablesReference: 0, dapplexObject: 77 }],
        },
        dapplex_inspectObject: {
          kind: 'cons',
          description: '(1 2)',
          typeName: 'CONS',
          elements: [element, list],
          totalElements: 9,
        },
      },
    )
    const id = await idOf(daemon, 'list')
    session.resume()
    expect(await daemon.call('inspect_object', { id, max_depth: 2, max_elements: 2 })).toMatchObject({
      kind: 'cons',
      elements: [
        { name: 'car', type_name: 'FIXNUM' },
        { name: 'cdr', object_id: 2, elements: [{ name: 'car' }], total_elements: 1 },
      ],
      total_elements: 9,
      truncated: true,
    })
    expect(session.asked.at(-1)?.args).toEqual({ object: 77, maxDepth: 2, maxElements: 2, start: 0 })
  })
})

describe('OBJECT_NOT_FOUND tells why', () => {
  test('never issued', async () => {
    expect(await new ScriptedDaemon().fail('inspect_object', { id: 999 })).toMatchObject({
      code: -32000,
      message: 'Object ID 999 not found',
      data: { type: 'OBJECT_NOT_FOUND', object_id: 999, reason: 'never_issued' },
    })
  })
  test('stale: the program has moved', async () => {
    const { daemon, session } = open(adapters.debugpy)
    const id = await idOf(daemon, 'source')
    session.resume()
    expect((await daemon.fail('inspect_object', { id })).data).toMatchObject({
      reason: 'stale',
      issued_at_stop_id: 3,
      stop_id: 3,
    })
    session.stop()
    expect((await daemon.fail('inspect_slot', { id, slot_name: 'x' })).data).toMatchObject({
      reason: 'stale',
      issued_at_stop_id: 3,
      stop_id: 4,
    })
  })
  test('stale: the thread has moved, where they stop one by one', async () => {
    const { daemon, session } = open({ ...adapters.debugpy, traits: { stops: 'thread' } })
    const id = await idOf(daemon, 'source')
    const error = { id: 70003, format: 'stale', variables: { type: 'STALE_REFERENCE' } }
    session.script = { ...session.script, variables: new Refusal('stale', error) }
    expect((await daemon.fail('inspect_object', { id })).data).toMatchObject({
      type: 'OBJECT_NOT_FOUND',
      reason: 'stale',
    })
  })
  test('what an evaluation gave lives on where the adapter says so', async () => {
    const { daemon, session } = open(
      { ...adapters.debugpy, traits: { references: { evaluate: 'session' } } },
      { evaluate: { result: '[]', type: 'list', variablesReference: 11 } },
    )
    const { object_id: id } = await daemon.call('evaluate', { expression: 'source.history' })
    session.resume()
    expect(await daemon.call('inspect_object', { id })).toMatchObject({ kind: 'list' })
  })
  test('released', async () => {
    const { daemon } = open(adapters.debugpy)
    const id = await idOf(daemon, 'source')
    expect(await daemon.call('objects_release', { ids: [id, 999] })).toEqual({ released: [id], unknown: [999] })
    expect((await daemon.fail('inspect_object', { id })).data).toMatchObject({ reason: 'released' })
  })
  test('the session has ended', async () => {
    const { daemon, session } = open(adapters.debugpy)
    const id = await idOf(daemon, 'source')
    session.change({ phase: 'ended' })
    expect((await daemon.fail('inspect_object', { id })).data).toMatchObject({ reason: 'session_ended' })
  })
  test('collected, as an adapter that numbers its objects says', async () => {
    const gone = errorToDap(toolError('OBJECT_NOT_FOUND', { object_id: 1, reason: 'collected' }))
    const { daemon } = open(
      { ...adapters.debugpy, traits: { serves: ['dapplex_inspectObject'] } },
      { dapplex_inspectObject: new Refusal('gone', gone) },
    )
    expect((await daemon.fail('inspect_object', { id: await idOf(daemon, 'source') })).data).toMatchObject({
      reason: 'collected',
    })
  })
})

const lastWrite = (session: ScriptedSession) => session.asked.findLast(({ command }) => command === 'setVariable')

describe('inspect_slot', () => {
  test('reads one member', async () => {
    const { daemon } = open(adapters.debugpy)
    const id = await idOf(daemon, 'source')
    expect(await daemon.call('inspect_slot', { object_id: id, slot_name: 'history' })).toEqual({
      object_id: id,
      slot_name: 'history',
      value: "['bob']",
      type: 'list',
      bound: true,
      value_object_id: 2,
      writable: true,
      _meta: { session_id: 's1', stop_id: 3 },
    })
  })
  test.each([
    { value: '1 + 1', text: '1 + 1', why: 'text is an expression' },
    { value: 5, text: '5', why: 'a number' },
    { value: true, text: 'True', why: 'a boolean as the language writes it' },
    { value: null, text: 'None', why: 'null as the language writes it' },
  ])('sets it: $why', async ({ value, text }) => {
    const { daemon, session } = open(adapters.debugpy, {
      setVariable: { value: text, type: 'float', variablesReference: 0 },
    })
    const id = await idOf(daemon, 'source')
    expect(await daemon.call('inspect_slot', { object_id: id, slot_name: 'balance', value })).toMatchObject({
      value: text,
    })
    expect(lastWrite(session)).toEqual({
      command: 'setVariable',
      args: { variablesReference: 8, name: 'balance', value: text },
    })
  })
  test('to another object', async () => {
    const { daemon, session } = open(adapters.debugpy, { setVariable: { value: 'x', variablesReference: 0 } })
    const id = await idOf(daemon, 'source')
    await daemon.call('inspect_slot', { object_id: id, slot_name: 'self_reference', value: { object_id: id } })
    expect(lastWrite(session)?.args['value']).toBe('source')
  })
  test('an observer reads and does not set', async () => {
    const { daemon } = open(adapters.debugpy)
    const id = await idOf(daemon, 'source')
    daemon.role = 'observer'
    expect(await daemon.call('inspect_slot', { object_id: id, slot_name: 'name' })).toMatchObject({ value: "'ada'" })
    expect((await daemon.fail('inspect_slot', { object_id: id, slot_name: 'name', value: 1 })).data['type']).toBe(
      'FORBIDDEN',
    )
  })
  test('that is not there: SLOT_NOT_FOUND with those that are', async () => {
    const { daemon } = open(adapters.debugpy)
    const id = await idOf(daemon, 'source')
    expect(await daemon.fail('inspect_slot', { object_id: id, slot_name: 'nonexistent' })).toMatchObject({
      message: "Slot 'nonexistent' not found",
      data: { type: 'SLOT_NOT_FOUND', slots: ['balance', 'history', 'name', 'self_reference'] },
    })
    expect((await daemon.fail('inspect_slot', { object_id: id, slot_name: 'blance' })).data['nearest']).toBe('balance')
  })
  test('of another type: SLOT_TYPE_ERROR; an expression that fails: EVAL_FAILED', async () => {
    const { daemon } = open(adapters.netcoredbg, { setVariable: new Refusal('') })
    const id = await idOf(daemon, 'customer')
    expect((await daemon.fail('inspect_slot', { object_id: id, slot_name: 'Id', value: '"text"' })).data).toMatchObject(
      {
        type: 'SLOT_TYPE_ERROR',
        slot_name: 'Id',
        value: '"text"',
        expected_type: 'int',
      },
    )
    expect((await daemon.fail('inspect_slot', { object_id: id, slot_name: 'Id', value: 'f()' })).data['type']).toBe(
      'EVAL_FAILED',
    )
  })
  test('text that cannot be read back: EVAL_FAILED unreadable', async () => {
    const { daemon } = open(adapters.debugpy)
    const id = await idOf(daemon, 'source')
    expect(
      (await daemon.fail('inspect_slot', { object_id: id, slot_name: 'name', value: '#<HASH-TABLE ...>' })).data,
    ).toMatchObject({ type: 'EVAL_FAILED', kind: 'unreadable' })
    expect(await daemon.fail('inspect_slot', { object_id: id, slot_name: 'name', value: [1] })).toMatchObject({
      code: -32602,
      data: { field: 'value' },
    })
  })
  test('where nothing can be set: UNSUPPORTED', async () => {
    const { daemon } = open({ ...adapters.debugpy, view: { capabilities: {} } })
    const id = await idOf(daemon, 'source')
    expect(await daemon.call('inspect_slot', { object_id: id, slot_name: 'name' })).toMatchObject({ writable: false })
    expect((await daemon.fail('inspect_slot', { object_id: id, slot_name: 'name', value: 1 })).data['type']).toBe(
      'UNSUPPORTED',
    )
  })
  test('by an adapter that serves it', async () => {
    const { daemon, session } = open(
      { ...adapters.delve, traits: { serves: ['dapplex_inspectSlot'] } },
      {
        variables: {
          variables: [{ name: 'o', value: '#<ORDER>', type: 'ORDER', variablesReference: 4, dapplexObject: 77 }],
        },
        dapplex_inspectSlot: { name: 'cache', value: '', variablesReference: 0, bound: false, writable: true },
      },
    )
    const id = await idOf(daemon, 'o')
    expect(await daemon.call('inspect_slot', { object_id: id, slot_name: 'cache', value: null })).toMatchObject({
      bound: false,
      writable: true,
    })
    expect(session.asked.at(-1)?.args).toEqual({ object: 77, slot: 'cache', value: 'null' })
    await daemon.call('inspect_slot', { object_id: id, slot_name: 'cache', value: { object_id: id } })
    expect(session.asked.at(-1)?.args).toEqual({ object: 77, slot: 'cache', value: { object_id: 77 } })
  })
  test('an answer that the catalogue does not allow is an error that names the adapter and the request', async () => {
    const { daemon } = open(
      { ...adapters.delve, traits: { serves: ['dapplex_inspectSlot'] } },
      {
        variables: {
          variables: [{ name: 'o', value: '#<ORDER>', type: 'ORDER', variablesReference: 4, dapplexObject: 77 }],
        },
        dapplex_inspectSlot: { name: 'cache', value: 7, variablesReference: 0, writable: true },
      },
    )
    const id = await idOf(daemon, 'o')
    const { data } = await daemon.fail('inspect_slot', { object_id: id, slot_name: 'cache' })
    expect(data).toMatchObject({ type: 'INVALID_ANSWER', adapter: 'Table', request: 'dapplex_inspectSlot' })
    expect(data['reason']).toMatch(/value: .*; bound: /)
  })
})
