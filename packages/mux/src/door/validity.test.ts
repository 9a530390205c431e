import { dapSchema } from '@dapplex/testkit'
import { describe, expect, test } from 'vitest'
import type { Rig, RigClient, Seen } from '../../test/rig.js'
import { joined, runningRig } from '../../test/rig.js'

/** Everything that went to clients and adapter, checked against the types of the protocol. */
function problems(rig: Rig, clients: readonly RigClient[]): string[] {
  const schema = dapSchema()
  const all: Seen[] = [...rig.toAdapter, ...clients.flatMap((client) => client.inbox)]
  return all.flatMap((message) => schema.check(message).map((problem) => `${problem} in ${JSON.stringify(message)}`))
}

const source = { path: '/a.py' }
const frames = { stackFrames: [{ id: 1, name: 'f', line: 1, column: 1, source }], totalFrames: 1 }

describe('mux 24: everything that dapplex originates is valid DAP', () => {
  test('mux 24: breakpoints, stops, examinations, joins, writes, races, refusals, ends', () => {
    const { rig, first } = runningRig({
      capabilities: { supportsSetExpression: true, supportsWriteMemoryRequest: true },
    })
    const odd = joined(rig, 'odd', { editor: { linesStartAt1: false, columnsStartAt1: false, pathFormat: 'uri' } })
    const agent = joined(rig, 'agent', { profile: { kind: 'agent', role: 'operator' } })
    rig.event('process', { name: 'p', systemProcessId: 5 })
    rig.event('thread', { reason: 'started', threadId: 1 })
    rig.event('output', { output: 'x\n', source, line: 3, column: 1 })
    first.send('setBreakpoints', { source, breakpoints: [{ line: 1, condition: 'i > 1' }], lines: [1] })
    rig.reply('setBreakpoints', { breakpoints: [{ id: 1, verified: true, line: 1 }] })
    odd.send('setBreakpoints', { source: { path: 'file:///a.py' }, breakpoints: [{ line: 0, logMessage: 'v={v}' }] })
    rig.reply('setBreakpoints', { breakpoints: [{ id: 2, verified: true, line: 1, source }] })
    agent.send('dapplex_breakpointAdd', { path: '/a.py', line: 7 })
    rig.reply('setBreakpoints', {
      breakpoints: [
        { id: 2, verified: true, line: 1 },
        { id: 3, verified: false },
      ],
    })
    rig.event('breakpoint', { reason: 'changed', breakpoint: { id: 3, verified: true, line: 8 } })
    first.send('setFunctionBreakpoints', { breakpoints: [{ name: 'f' }] })
    first.send('setExceptionBreakpoints', { filters: ['all'] })
    odd.send('setExceptionBreakpoints', { filters: ['raised'], filterOptions: [{ filterId: 'all', condition: 'E' }] })
    rig.event('stopped', { reason: 'breakpoint', threadId: 1, allThreadsStopped: true, hitBreakpointIds: [2] })
    rig.reply('stackTrace', frames)
    rig.reply('evaluate', { result: 'true', variablesReference: 0 })
    rig.reply('evaluate', { result: '5', variablesReference: 0 })
    const late = joined(rig, 'late')
    first.send('setVariable', { variablesReference: 0, name: 'x', value: '1' })
    rig.reply('setVariable', { value: '1' })
    first.send('writeMemory', { memoryReference: '0x1', data: 'AAAA' })
    rig.reply('writeMemory', { bytesWritten: 3 })
    odd.send('stackTrace', { threadId: 1 })
    rig.reply('stackTrace', frames)
    odd.send('scopes', { frameId: 12345 })
    first.send('next', { threadId: 1 })
    agent.send('next', { threadId: 1 })
    rig.reply('next')
    rig.event('stopped', { reason: 'step', threadId: 1, allThreadsStopped: true })
    agent.send('continue', { threadId: 1 })
    first.send('continue', { threadId: 1 })
    rig.reply('continue')
    first.send('cancel', { requestId: 1 })
    first.send('loadedSources', {})
    first.raw({ type: 'request', seq: 400 })
    agent.send('terminate', {})
    agent.send('disconnect', { terminateDebuggee: true })
    odd.send('disconnect', {})
    rig.input({ kind: 'adapterClosed', why: 'killed', stderr: 'no { braces } harm' })
    first.send('threads')
    first.send('continue', { threadId: 1 })
    expect(problems(rig, [first, odd, agent, late])).toEqual([])
  })
  test('mux 24: restart, reverse requests, children, progress, control, silence, the end of the daemon', () => {
    const { rig, first } = runningRig({
      editor: { supportsRunInTerminalRequest: true, supportsStartDebuggingRequest: true },
      settings: { policies: { opensChildren: true }, limits: { requestMs: 1000, clientBytes: 100 } },
    })
    const second = joined(rig, 'second')
    rig.fromAdapter({ seq: 5, type: 'request', command: 'runInTerminal', arguments: { cwd: '/', args: ['x'] } })
    rig.input({ kind: 'timerFired', timer: 'reverse:1' })
    rig.fromAdapter({
      seq: 6,
      type: 'request',
      command: 'startDebugging',
      arguments: { request: 'launch', configuration: {} },
    })
    rig.input({ kind: 'childOpened', child: 1, outcome: { kind: 'started', session: 's2' } })
    rig.event('progressStart', { progressId: 'p', title: 't' })
    rig.event('progressEnd', { progressId: 'p' })
    second.send('threads')
    rig.now += 2000
    rig.input({ kind: 'timerFired', timer: 'deadlines' })
    rig.event('stopped', { reason: 'pause', threadId: 1, allThreadsStopped: true })
    first.send('restart', {})
    rig.reply('disconnect')
    rig.input({ kind: 'adapterClosed', why: 'was ended', stderr: '' })
    rig.input({ kind: 'adapterStarted' })
    rig.reply('initialize', { supportsConfigurationDoneRequest: true })
    rig.event('initialized')
    rig.reply('configurationDone')
    rig.reply('launch')
    rig.input({ kind: 'shutDown', why: 'the daemon ends' })
    expect(problems(rig, [first, second])).toEqual([])
  })
})
