import { describe, expect, test } from 'vitest'
import { joined, runningRig } from '../../../test/rig.js'

function stopped(control: 'shared' | 'exclusive' = 'shared') {
  const { rig, first } = runningRig({ settings: { policies: { control } } })
  const agent = joined(rig, 'agent', { profile: { kind: 'agent' } })
  const robot = joined(rig, 'robot', { profile: { kind: 'agent' } })
  rig.event('stopped', { reason: 'pause', threadId: 1, allThreadsStopped: true })
  rig.now += 1000
  return { rig, first, agent, robot }
}
const typeOf = (message: { body?: { error?: { variables: { type: string } } } }) => message.body?.error?.variables.type

describe('mux 19: control', () => {
  test('mux 19: shared: everyone may act, until one takes a lease', () => {
    const { rig, agent, robot } = stopped()
    robot.send('evaluate', { expression: 'x', context: 'repl' })
    rig.reply('evaluate', { result: '1', variablesReference: 0 })
    const got = agent.send('dapplex_controlAcquire', { leaseMs: 5000, reason: 'testing' })
    expect(agent.answer(got).body).toMatchObject({ mode: 'shared', holder: { name: 'agent' }, reason: 'testing' })
    const refused = robot.answer(robot.send('next', { threadId: 1 }))
    expect(typeOf(refused)).toBe('CONTROL_HELD')
    expect(refused.message).toContain('agent has control')
    expect(refused.body.error.variables).toMatchObject({ holder: 'agent', remaining_ms: '4999' })
    expect(typeOf(robot.answer(robot.send('dapplex_controlAcquire', {})))).toBe('CONTROL_HELD')
    robot.send('threads')
    rig.reply('threads', { threads: [] })
    expect(robot.last().success).toBe(true)
    agent.send('dapplex_controlRelease')
    const now = robot.send('next', { threadId: 1 })
    rig.reply('next')
    expect(robot.answer(now).success).toBe(true)
  })
  test('mux 19: a lease runs out by itself', () => {
    const { rig, agent, robot } = stopped()
    agent.send('dapplex_controlAcquire', { leaseMs: 50 })
    rig.now += 100
    robot.send('next', { threadId: 1 })
    expect(rig.countAsked('next')).toBe(1)
    rig.input({ kind: 'timerFired', timer: 'lease' })
    expect(rig.records.at(-1)).toMatchObject({ kind: 'control', change: 'expired' })
  })
  test('mux 18, 19: each change is told to all, with who did it; editors read it in their console', () => {
    const { rig, first, agent } = stopped()
    const watcher = joined(rig, 'watcher')
    agent.send('dapplex_controlAcquire', { leaseMs: 5000, reason: 'stepping' })
    agent.send('dapplex_controlAcquire', { leaseMs: 9000 })
    first.send('next', { threadId: 1 })
    rig.reply('next')
    watcher.close()
    const changes = rig.records.flatMap((one) => (one.kind === 'control' ? [one] : []))
    expect(changes).toMatchObject([
      { change: 'acquired', holder: { name: 'agent' }, by: { name: 'agent' }, reason: 'stepping' },
      { change: 'renewed', holder: { name: 'agent' }, until: expect.any(Number) },
      { change: 'taken', holder: { name: 'first' }, by: { name: 'first' } },
    ])
    const lines = watcher.inbox.flatMap((one) => (one.event === 'output' ? [String(one.body.output)] : []))
    expect(lines).toEqual(
      expect.arrayContaining([
        '[agent] has taken control of the program: stepping\n',
        '[first] has taken control of the program from agent\n',
      ]),
    )
  })
  test('mux 19: a person takes it from an agent by acting; an agent does not from a person', () => {
    const { rig, first, agent } = stopped()
    agent.send('dapplex_controlAcquire', { leaseMs: 50_000 })
    first.send('next', { threadId: 1 })
    expect(rig.countAsked('next')).toBe(1)
    expect(rig.records.some((one) => one.kind === 'control' && one.holder?.name === 'first')).toBe(true)
    expect(typeOf(agent.answer(agent.send('pause', { threadId: 1 })))).toBe('CONTROL_HELD')
  })
  test('mux 19: an editor’s hover, watch and variables neither need nor take it', () => {
    const { rig, first, agent } = stopped()
    agent.send('dapplex_controlAcquire', { leaseMs: 50_000 })
    for (const context of ['hover', 'watch', 'variables', 'clipboard'])
      first.send('evaluate', { expression: 'x', context })
    expect(rig.countAsked('evaluate')).toBe(4)
    expect(rig.session.control.lease?.holder.name).toBe('agent')
  })
  test('mux 19: exclusive: who acts first holds it', () => {
    const { agent, robot } = stopped('exclusive')
    agent.send('evaluate', { expression: 'x', context: 'repl' })
    expect(typeOf(robot.answer(robot.send('next', { threadId: 1 })))).toBe('CONTROL_HELD')
  })
  test('mux 19: it belongs to the principal, not to the connection, and goes with the last of them', () => {
    const { rig, agent, robot } = stopped()
    const twin = joined(rig, 'twin', { profile: { kind: 'agent', principal: 'agent' } })
    agent.send('dapplex_controlAcquire', { leaseMs: 50_000 })
    agent.close()
    expect(typeOf(robot.answer(robot.send('next', { threadId: 1 })))).toBe('CONTROL_HELD')
    twin.send('setVariable', { variablesReference: 0, name: 'x', value: '1' })
    expect(rig.countAsked('setVariable')).toBe(1)
    twin.close()
    robot.send('next', { threadId: 1 })
    expect(rig.countAsked('next')).toBe(1)
  })
  test('mux 11: wanting the end gives nobody the right to it, nor against who has control', () => {
    const { rig, agent } = stopped('exclusive')
    const operator = joined(rig, 'operator', { profile: { kind: 'editor', role: 'operator' } })
    for (const command of ['terminate', 'restart'])
      expect(typeOf(operator.answer(operator.send(command)))).toBe('FORBIDDEN')
    operator.send('next', { threadId: 1 })
    rig.reply('next')
    rig.event('stopped', { reason: 'step', threadId: 1, allThreadsStopped: true })
    for (const command of ['terminate', 'restart'])
      expect(typeOf(agent.answer(agent.send(command)))).toBe('CONTROL_HELD')
    expect(agent.answer(agent.send('disconnect', { terminateDebuggee: true })).success).toBe(true)
    expect(agent.lastEvent('output').body).toMatchObject({ category: 'important' })
    expect(rig.phase()).toBe('stopped')
    expect(operator.answer(operator.send('terminate')).success).toBe(true)
  })
  test('mux 11: who has control may end the program', () => {
    const { rig } = stopped()
    const operator = joined(rig, 'operator', { profile: { kind: 'agent', role: 'operator' } })
    expect(operator.answer(operator.send('terminate')).success).toBe(false)
    operator.send('dapplex_controlAcquire', {})
    expect(operator.answer(operator.send('terminate')).success).toBe(true)
  })
})
