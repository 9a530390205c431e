import { describe, expect, test } from 'vitest'
import { ScriptedDaemon } from '../../test/scripted/scripted-daemon.js'
import { agent, editor, Refusal } from '../../test/scripted/scripted-session.js'

describe('control_*', () => {
  test('acquire: the core is asked, the state is told', async () => {
    const daemon = new ScriptedDaemon()
    const until = Date.now() + 5_000
    const session = daemon.open({
      script: { dapplex_controlAcquire: {} },
      view: { control: { mode: 'shared', holder: agent, until, reason: 'stepping' } },
    })
    const state = await daemon.call('control_acquire', { lease_ms: 5_000, reason: 'stepping' })
    expect(session.asked).toEqual([{ command: 'dapplex_controlAcquire', args: { leaseMs: 5_000, reason: 'stepping' } }])
    expect(state).toMatchObject({
      mode: 'shared',
      is_mine: true,
      holder: { name: 'agent-1', client_id: 2 },
      until: new Date(until).toISOString(),
      reason: 'stepping',
    })
    expect(state['remaining_ms']).toBeGreaterThan(4_000)
  })
  test('control_renew is the same; a lease of no length, or of a day, is refused', async () => {
    const daemon = new ScriptedDaemon()
    daemon.open({ script: { dapplex_controlAcquire: {} } })
    expect(await daemon.call('control_renew')).toMatchObject({ mode: 'shared', is_mine: false })
    for (const lease_ms of [0, 86_400_000])
      expect((await daemon.fail('control_acquire', { lease_ms })).data).toMatchObject({ field: 'lease_ms' })
  })
  test('held by another: CONTROL_HELD with the holder and the time that is left', async () => {
    const daemon = new ScriptedDaemon()
    const variables = { type: 'CONTROL_HELD', holder: 'code', remaining_ms: '900' }
    const refusal = new Refusal('code has control', { id: 70009, format: 'code has control', variables })
    daemon.open({ script: { dapplex_controlAcquire: refusal } })
    expect(await daemon.fail('control_acquire')).toMatchObject({
      code: -32000,
      data: { type: 'CONTROL_HELD', holder: 'code', remaining_ms: 900 },
    })
  })
  test('release, and status, which joins no session', async () => {
    const daemon = new ScriptedDaemon()
    const session = daemon.open({
      script: { dapplex_controlRelease: {} },
      view: { control: { mode: 'exclusive', holder: { ...editor, principal: 'somebody' }, until: 1 } },
    })
    daemon.role = 'observer'
    expect(await daemon.call('control_status')).toMatchObject({ mode: 'exclusive', is_mine: false, remaining_ms: 0 })
    expect(session.asked).toEqual([])
    expect((await daemon.fail('control_release')).data).toMatchObject({ type: 'FORBIDDEN', needed: 'operator' })
    daemon.role = 'operator'
    await daemon.call('control_release')
    expect(session.asked).toEqual([{ command: 'dapplex_controlRelease', args: {} }])
  })
})

describe('message_send', () => {
  const client = { role: 'owner' as const, joinedAt: 0, breakpoints: 0 }
  const clients = [
    { ...editor, ...client },
    { ...agent, ...client },
  ]
  const reached = { dapplex_message: { to: [editor] } }
  test.each([
    { to: undefined, ids: undefined },
    { to: 'all', ids: undefined },
    { to: 'editors', ids: [1] },
    { to: 'terminals', ids: [] },
    { to: 'agent-1', ids: [2] },
    { to: 1, ids: [1] },
    { to: '1', ids: [1] },
  ])('to $to', async ({ to, ids }) => {
    const daemon = new ScriptedDaemon()
    const session = daemon.open({ view: { clients }, script: reached })
    const sent = await daemon.call('message_send', { text: 'look', ...(to === undefined ? {} : { to }) })
    expect(sent).toMatchObject({ sent: true, to: [{ name: 'code', kind: 'editor' }] })
    expect(session.asked.at(-1)?.args).toEqual({ text: 'look', ...(ids === undefined ? {} : { to: ids }) })
  })
  test('to somebody who is not there: who is', async () => {
    const daemon = new ScriptedDaemon()
    daemon.open({ view: { clients }, script: reached })
    const { data } = await daemon.fail('message_send', { text: 'look', to: 'agent-2' })
    expect(data).toMatchObject({ field: 'to', nearest: 'agent-1' })
    expect(data['allowed']).toEqual(['editors', 'terminals', 'agents', 'all', 'code', 'agent-1'])
  })
})
