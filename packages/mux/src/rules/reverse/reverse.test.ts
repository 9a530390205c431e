import { describe, expect, test } from 'vitest'
import { joined, runningRig } from '../../../test/rig.js'

const terminal = { supportsRunInTerminalRequest: true }
const ask = (command: string, args: object = {}) => ({ seq: 77, type: 'request', command, arguments: args })
const run = ask('runInTerminal', { cwd: '/', args: ['x'] })

describe('mux 13: requests of the adapter', () => {
  test('mux 13: the launcher first, and its answer goes back under the adapter’s number', () => {
    const { rig, first } = runningRig({ editor: terminal })
    const second = joined(rig, 'second', { editor: terminal })
    rig.fromAdapter(run)
    const asked = first.last()
    expect(asked).toMatchObject({ type: 'request', command: 'runInTerminal', arguments: { cwd: '/', args: ['x'] } })
    expect(second.inbox.some((one) => one.type === 'request')).toBe(false)
    first.raw({
      seq: 9,
      type: 'response',
      request_seq: asked.seq,
      command: 'runInTerminal',
      success: true,
      body: { processId: 5 },
    })
    expect(rig.toAdapter.at(-1)).toMatchObject({
      type: 'response',
      request_seq: 77,
      success: true,
      body: { processId: 5 },
    })
    first.raw({ seq: 10, type: 'response', request_seq: asked.seq, command: 'runInTerminal', success: true })
    expect(rig.toAdapter.filter((one) => one.type === 'response')).toHaveLength(1)
  })
  test('mux 13: a terminal only on the adapter’s own machine', () => {
    const { rig, first } = runningRig({ editor: terminal, profile: { isLocal: false } })
    const near = joined(rig, 'near', { editor: terminal })
    rig.fromAdapter(run)
    expect(first.inbox.some((one) => one.type === 'request')).toBe(false)
    expect(near.last().command).toBe('runInTerminal')
  })
  test('mux 13: nobody can: the daemon runs the command itself, or it is answered with a failure', () => {
    const { rig } = runningRig({ settings: { policies: { runsCommands: true } } })
    rig.fromAdapter(run)
    expect(rig.effects.at(-1)).toEqual({ kind: 'runCommand', run: 1, args: { cwd: '/', args: ['x'] } })
    rig.input({ kind: 'commandRan', run: 1, outcome: { kind: 'started', processId: 8 } })
    expect(rig.toAdapter.at(-1)).toMatchObject({ request_seq: 77, success: true, body: { processId: 8 } })
    const none = runningRig().rig
    none.fromAdapter(run)
    expect(none.toAdapter.at(-1)).toMatchObject({ type: 'response', request_seq: 77, success: false })
    rig.fromAdapter(run)
    rig.input({ kind: 'commandRan', run: 2, outcome: { kind: 'failed', why: 'no shell' } })
    expect(rig.toAdapter.at(-1)).toMatchObject({ success: false, message: expect.stringContaining('no shell') })
  })
  test('mux 13: the program of a launcher without a terminal is run by the daemon, not in the terminal of who has joined', () => {
    const { rig } = runningRig({ settings: { policies: { runsCommands: true } } })
    const second = joined(rig, 'second', { editor: terminal })
    rig.fromAdapter(run)
    expect(second.inbox.some((one) => one.type === 'request')).toBe(false)
    expect(rig.effects.at(-1)).toMatchObject({ kind: 'runCommand', run: 1 })
  })
  test('mux 13: text for a shell goes to who takes it as it is, else to the daemon; others are not sent the word', () => {
    const shell = ask('runInTerminal', { cwd: '/', args: ['x $Y'], argsCanBeInterpretedByShell: true })
    const daemon = runningRig({ editor: terminal, settings: { policies: { runsCommands: true } } })
    daemon.rig.fromAdapter(shell)
    expect(daemon.rig.effects.at(-1)).toMatchObject({ kind: 'runCommand', args: { argsCanBeInterpretedByShell: true } })
    const able = joined(daemon.rig, 'able', { editor: { ...terminal, supportsArgsCanBeInterpretedByShell: true } })
    daemon.rig.fromAdapter(shell)
    expect(able.last().arguments.argsCanBeInterpretedByShell).toBe(true)
    const alone = runningRig({ editor: terminal })
    alone.rig.fromAdapter(shell)
    expect(alone.first.last().arguments).toEqual({ cwd: '/', args: ['x $Y'] })
  })
  test('mux 13: the client dies meanwhile, or never answers: the adapter is answered once', () => {
    const { rig, first } = runningRig({ editor: terminal })
    joined(rig, 'second')
    rig.fromAdapter(run)
    first.close()
    expect(rig.toAdapter.filter((one) => one.type === 'response')).toMatchObject([{ request_seq: 77, success: false }])
    rig.input({ kind: 'timerFired', timer: 'reverse:1' })
    expect(rig.toAdapter.filter((one) => one.type === 'response')).toHaveLength(1)
  })
  test('mux 13: one outside the standard goes to the editor that opened the session', () => {
    const { rig, first } = runningRig()
    rig.fromAdapter(ask('askUser'))
    expect(first.inbox.at(-1)).toMatchObject({ type: 'request', command: 'askUser' })
  })
})

describe('mux 14: child sessions', () => {
  const child = ask('startDebugging', { request: 'launch', configuration: { type: 'x', name: 'child', __id: 3 } })
  const children = { settings: { policies: { opensChildren: true } }, editor: { supportsStartDebuggingRequest: true } }
  test('mux 14: the multiplexer opens the child, answers the adapter, and asks each capable client to attach', () => {
    const { rig, first } = runningRig(children)
    const second = joined(rig, 'second', { editor: { supportsStartDebuggingRequest: true } })
    const plain = joined(rig, 'plain')
    rig.fromAdapter(child)
    expect(rig.effects.at(-1)).toEqual({
      kind: 'openChild',
      child: 1,
      request: 'launch',
      configuration: { type: 'x', name: 'child', __id: 3 },
    })
    rig.input({ kind: 'childOpened', child: 1, outcome: { kind: 'started', session: 's2' } })
    expect(rig.toAdapter.at(-1)).toMatchObject({ type: 'response', request_seq: 77, success: true })
    for (const client of [first, second])
      expect(client.inbox.at(-1)).toMatchObject({
        type: 'request',
        command: 'startDebugging',
        arguments: { request: 'attach', configuration: { type: 'x', request: 'attach', dapplexSession: 's2' } },
      })
    expect(plain.inbox.some((one) => one.type === 'request')).toBe(false)
    const asked = first.last()
    first.raw({ seq: 50, type: 'response', request_seq: asked.seq, command: 'startDebugging', success: true })
    expect(rig.toAdapter.filter((one) => one.type === 'response')).toHaveLength(1)
  })
  test('mux 14: a child that cannot be opened is refused with the reason', () => {
    const { rig } = runningRig(children)
    rig.fromAdapter(child)
    rig.input({ kind: 'childOpened', child: 1, outcome: { kind: 'failed', why: 'no adapter' } })
    expect(rig.toAdapter.at(-1)).toMatchObject({
      request_seq: 77,
      success: false,
      message: expect.stringContaining('no adapter'),
    })
  })
  test('mux 14: debugpy asks by an event, whose target takes one client only', () => {
    const { rig, first } = runningRig({ ...children, traits: { childEvent: 'debugpyAttach' } })
    rig.event('debugpyAttach', { subProcessId: 9, connect: { port: 1 } })
    expect(first.events('debugpyAttach')).toEqual([])
    expect(rig.effects.at(-1)).toMatchObject({
      kind: 'openChild',
      request: 'attach',
      configuration: { subProcessId: 9 },
    })
  })
  test('mux 14: a runtime that opens no children leaves it to the launcher, as it would be directly', () => {
    const { rig, first } = runningRig({ editor: { supportsStartDebuggingRequest: true } })
    rig.fromAdapter(child)
    expect(first.inbox.at(-1)).toMatchObject({ type: 'request', command: 'startDebugging' })
  })
})
