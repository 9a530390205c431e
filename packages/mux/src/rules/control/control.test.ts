import { describe, expect, test } from 'vitest'
import { joined, runningRig } from '../../../test/rig.js'
import { viewOf } from '../../door/view.js'

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
  test('mux 19: a person takes and releases control in an editor without moving the program, also from an agent', () => {
    const { rig, first, agent } = stopped()
    agent.send('dapplex_controlAcquire', { leaseMs: 5000 })
    const got = first.answer(first.send('dapplex_controlAcquire', { leaseMs: 5000, reason: 'my turn' }))
    expect(got).toMatchObject({ success: true, body: { holder: { name: 'first' }, reason: 'my turn' } })
    expect(typeOf(agent.answer(agent.send('next', { threadId: 1 })))).toBe('CONTROL_HELD')
    first.send('dapplex_controlRelease')
    const moved = agent.send('next', { threadId: 1 })
    rig.reply('next')
    expect(agent.answer(moved).success).toBe(true)
  })
  test('mux 9, 19: an observer takes control in no editor', () => {
    const { rig, agent } = stopped()
    const observer = joined(rig, 'observer', { profile: { role: 'observer' } })
    expect(typeOf(observer.answer(observer.send('dapplex_controlAcquire', {})))).toBe('FORBIDDEN')
    const moved = agent.send('next', { threadId: 1 })
    rig.reply('next')
    expect(agent.answer(moved).success).toBe(true)
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
  const me = { kind: 'agent', principal: 'me' } as const
  test.each([
    {
      why: 'the same name, given explicitly, is the same client',
      holder: { name: 'claude', presence: 'named' },
      other: { name: 'claude', presence: 'named' },
      mayAct: true,
    },
    {
      why: 'each call of a client without a connection comes with its name',
      holder: { name: 'claude', presence: 'oneCall' },
      other: { name: 'claude', presence: 'oneCall' },
      mayAct: true,
    },
    {
      why: 'two agents of one user exclude each other',
      holder: { name: 'claude', presence: 'named' },
      other: { name: 'codex', presence: 'named' },
      mayAct: false,
    },
    {
      why: 'all copies of a program call themselves the same; that is not their own name',
      holder: { name: 'claude-code', presence: 'connection' },
      other: { name: 'claude-code', presence: 'connection' },
      mayAct: false,
    },
    {
      why: 'a name that a program gives itself does not match an explicit one',
      holder: { name: 'claude', presence: 'connection' },
      other: { name: 'claude', presence: 'named' },
      mayAct: false,
    },
    {
      why: 'another user cannot take a name',
      holder: { name: 'claude', presence: 'named' },
      other: { name: 'claude', presence: 'named', principal: 'you' },
      mayAct: false,
    },
    {
      why: 'a person pre-empts an agent, whatever the names',
      holder: { name: 'claude', presence: 'named' },
      other: { name: 'claude', presence: 'named', kind: 'terminal' },
      mayAct: true,
    },
    {
      why: 'a person has two windows',
      holder: { name: 'code', presence: 'connection', kind: 'editor' },
      other: { name: 'terminal', presence: 'connection', kind: 'terminal' },
      mayAct: true,
    },
    {
      why: 'another person has to wait',
      holder: { name: 'code', presence: 'connection', kind: 'editor' },
      other: { name: 'code', presence: 'connection', kind: 'editor', principal: 'you' },
      mayAct: false,
    },
    {
      why: 'an agent takes nothing from a person',
      holder: { name: 'code', presence: 'connection', kind: 'editor' },
      other: { name: 'claude', presence: 'named' },
      mayAct: false,
    },
  ] as const)('mux 19: control is held by a client: $why', ({ holder, other, mayAct }) => {
    const { rig } = stopped('exclusive')
    const first = joined(rig, holder.name, { profile: { ...me, ...holder } })
    const second = joined(rig, other.name, { profile: { ...me, ...other } })
    first.send('evaluate', { expression: 'x', context: 'repl' })
    rig.now += 1000
    second.send('next', { threadId: 1 })
    expect(rig.countAsked('next')).toBe(mayAct ? 1 : 0)
  })
  test('mux 19: control ends with the last connection of its holder', () => {
    const { rig, robot } = stopped()
    const one = joined(rig, 'claude', { profile: { ...me, presence: 'named' } })
    const two = joined(rig, 'claude', { profile: { ...me, presence: 'named' } })
    const stranger = joined(rig, 'claude', { profile: me })
    one.send('dapplex_controlAcquire', { leaseMs: 50_000 })
    one.close()
    expect(typeOf(robot.answer(robot.send('next', { threadId: 1 })))).toBe('CONTROL_HELD')
    expect(typeOf(stranger.answer(stranger.send('next', { threadId: 1 })))).toBe('CONTROL_HELD')
    two.close()
    expect(rig.records.findLast((record) => record.kind === 'control')).toMatchObject({ change: 'released' })
    robot.send('next', { threadId: 1 })
    expect(rig.countAsked('next')).toBe(1)
  })
  test('mux 19: a client of single calls keeps control between them, and gives it back in another', () => {
    const { rig, robot } = stopped()
    const profile = { ...me, presence: 'oneCall' } as const
    const acquiring = joined(rig, 'shell', { profile })
    acquiring.send('dapplex_controlAcquire', { leaseMs: 50_000 })
    acquiring.close()
    expect(typeOf(robot.answer(robot.send('next', { threadId: 1 })))).toBe('CONTROL_HELD')
    const releasing = joined(rig, 'shell', { profile })
    releasing.send('dapplex_controlRelease', {})
    releasing.close()
    robot.send('next', { threadId: 1 })
    expect(rig.countAsked('next')).toBe(1)
  })
  test('mux 18: no two clients have one name; the connections of one client have', () => {
    const { rig } = runningRig()
    const names = () => viewOf(rig.session).clients.map(({ name }) => name)
    joined(rig, 'code-server')
    joined(rig, 'code-server')
    joined(rig, 'claude', { profile: { presence: 'named' } })
    joined(rig, 'claude', { profile: { presence: 'named' } })
    expect(names()).toEqual(['first', 'code-server', 'code-server 2', 'claude', 'claude'])
  })
  test('mux 18: a client that has connected names itself at launch or attach', () => {
    const { rig } = runningRig()
    const window = rig.client('code-server')
    window.send('initialize', { adapterID: 'x' })
    window.send('attach', { dapplexSession: 's1', dapplexName: 'my laptop' })
    expect(viewOf(rig.session).clients.at(-1)).toMatchObject({ name: 'my laptop', kind: 'editor' })
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
