import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fixture, markerLine, missing, openSession } from '@dapplex/testkit'
import { daemonWithAgent } from '../support/daemon-with-agent.js'
import { endSessions } from '../support/end-sessions.js'
import { PATIENT } from '../support/prepared-program.js'

const { host, agent } = await daemonWithAgent()
afterEach(() => endSessions(host))

const lisp = fixture('programs/lisp/corrupt.lisp')
const launch = (program: string) =>
  agent.call('debug_launch', { program, breakpoints: [{ file: program, text: 'READY' }], ...PATIENT })

describe('data breakpoints of an adapter that has them (Common Lisp)', () => {
  beforeEach((context) => {
    const lacks = missing('sbcl')
    if (lacks !== undefined) context.skip(lacks)
  })

  test('data_breakpoint_set is listed, stops where the slot has changed, counts its hits and is removed', async () => {
    const { session_id: session } = await launch(lisp)
    const editor = await host.dapOverSocket('code')
    await openSession(editor, {
      request: 'attach',
      arguments: { type: 'swank', request: 'attach', name: 'join', dapplexSession: session },
    })
    const set = await agent.call('data_breakpoint_set', { expression: 'account.balance' })
    expect(set).toMatchObject({
      what: 'data',
      verified: true,
      expression: 'account.balance',
      access: 'write',
      hit_count: 0,
    })
    const { breakpoints } = await agent.call('breakpoint_list')
    expect(breakpoints).toContainEqual(
      expect.objectContaining({ id: set.id, what: 'data', expression: 'account.balance' }),
    )
    const stop = await agent.call('debug_continue', { wait: true, timeout_ms: 100_000 })
    expect(stop).toMatchObject({ reason: 'data breakpoint', breakpoint_ids: [set.id], location: { function: 'audit' } })
    const told = await editor.waitForEvent('stopped', ({ body }) => body.reason === 'data breakpoint')
    expect(told.body).not.toHaveProperty('hitBreakpointIds')
    expect((await agent.call('breakpoint_list')).breakpoints).toContainEqual(
      expect.objectContaining({ id: set.id, hit_count: 1 }),
    )
    await agent.call('breakpoint_remove', { id: set.id })
    expect((await agent.call('breakpoint_list')).breakpoints.map(({ what }) => what)).toEqual(['source'])
    expect(editor.violations).toEqual([])
    await editor.close()
  })

  test('by object_id and slot; a condition that does not hold stops nobody', async () => {
    await launch(lisp)
    const { object_id: account } = await agent.call('evaluate', { expression: 'account' })
    await agent.call('data_breakpoint_set', { object_id: account, slot: 'balance', condition: '(> 1 2)' })
    await agent.call('data_breakpoint_set', { object_id: account, slot: 'owner' })
    const stop = await agent.call('debug_continue', { wait: true, timeout_ms: 100_000 })
    expect(stop).toMatchObject({ reason: 'data breakpoint', location: { line: markerLine(lisp, 'AGAIN') } })
    const end = await agent.call('debug_continue', { wait: true, timeout_ms: 100_000 })
    expect(end).toMatchObject({ reason: 'exited' })
  })

  test('after a restart it is listed as over, and stops nothing', async () => {
    await launch(lisp)
    const { id } = await agent.call('data_breakpoint_set', { expression: 'account.balance' })
    await agent.call('debug_restart', { ...PATIENT })
    const { breakpoints } = await agent.call('breakpoint_list')
    expect(breakpoints.find((one) => one.id === id)).toMatchObject({
      enabled: false,
      verified: false,
      message: expect.stringContaining('the run before'),
    })
  })

  test('an entry of a table and a global variable stop where they have changed, a binding of it does not', async () => {
    await launch(lisp)
    await agent.call('data_breakpoint_set', { expression: '*ledger*["bob"]' })
    await agent.call('data_breakpoint_set', { expression: '*closed*' })
    const entered = await agent.call('debug_continue', { wait: true, timeout_ms: 100_000 })
    expect(entered).toMatchObject({ reason: 'data breakpoint', location: { line: markerLine(lisp, 'BINDS') } })
    const counted = await agent.call('debug_continue', { wait: true, timeout_ms: 100_000 })
    expect(counted).toMatchObject({ reason: 'data breakpoint', location: { function: 'main' } })
  })

  test('what cannot be watched is refused with a call that can be made', async () => {
    await launch(lisp)
    const { message, data } = await agent.failure('data_breakpoint_set', { expression: 'account' })
    expect(data).toMatchObject({
      type: 'UNSUPPORTED',
      hint: expect.stringContaining('change_find {"expression":"account"}'),
    })
    expect(message).toContain("cannot watch 'account'")
    expect(message).toContain('a variable of the function')
  })
})

test('UNSUPPORTED names change_find where the adapter has no data breakpoints', async () => {
  await launch(fixture('programs/node/corrupt.cjs'))
  const { data } = await agent.failure('data_breakpoint_set', { expression: 'account.balance' })
  expect(data).toMatchObject({
    type: 'UNSUPPORTED',
    capability: 'supportsDataBreakpoints',
    hint: 'change_find {"expression":"account.balance"} finds who changes it, with every adapter',
  })
})

describe('change_find by the helper of Common Lisp', () => {
  beforeEach((context) => {
    const lacks = missing('sbcl')
    if (lacks !== undefined) context.skip(lacks)
  })

  test('it names the line that writes a slot, an entry, a global and, in a thread that ends there, an element; a local is found by steps', async () => {
    await launch(lisp)
    const find = (expression: string, from?: object) =>
      agent.call('change_find', { expression, from, timeout_ms: 200_000 })
    expect(await find('account.notes')).toMatchObject({
      by: 'helper',
      old: 'nil',
      written_at: { function: 'note', text: '(push text (notes account))' },
    })
    expect(await find('total', { file: lisp, text: 'dolist' })).toMatchObject({
      by: 'steps',
      old: '0',
      written_at: { function: 'size', text: expect.stringContaining('incf total') },
    })
    expect(await find('*limits*[1]')).toMatchObject({
      by: 'helper',
      old: '2',
      new: '9',
      written_at: { function: 'limit', line: markerLine(lisp, 'LIMITS') },
    })
    expect(await find('*ledger*["bob"]')).toMatchObject({
      by: 'helper',
      old: '0',
      new: '82',
      written_at: { function: 'finish', line: markerLine(lisp, 'ENTERS') },
    })
    expect(await find('*closed*')).toMatchObject({
      by: 'helper',
      old: '0',
      new: '1',
      written_at: { function: 'finish', line: markerLine(lisp, 'COUNTS') },
    })
    const { breakpoints } = await agent.call('breakpoint_list')
    expect(breakpoints.map(({ what }) => what)).toEqual(['source'])
    expect(await agent.call('evaluate', { expression: 'dapplex::*watches*' })).toMatchObject({ result: 'nil' })
  })
})
