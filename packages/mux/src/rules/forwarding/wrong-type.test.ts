import type { JsonObject } from '@dapplex/protocol'
import { describe, expect, test } from 'vitest'
import { joined, runningRig } from '../../../test/rig.js'

const source = { path: '/a.py' }
const capabilities = { supportsTerminateThreadsRequest: true, supportsDisassembleRequest: true }

describe('mux 20: an argument of a wrong type harms only its sender', () => {
  test.each<[string, JsonObject, string]>([
    ['stackTrace', { threadId: 1, levels: 'x' }, 'stackTrace: "levels" must be a whole number, not a string'],
    ['stackTrace', { threadId: 1.5 }, 'stackTrace: "threadId" must be a whole number, not 1.5'],
    ['stackTrace', { format: { hex: 'x' } }, 'stackTrace: "format.hex" must be true or false, not a string'],
    ['variables', { variablesReference: 1, filter: {} }, 'variables: "filter" must be a string, not an object'],
    ['source', { source: [] }, 'source: "source" must be an object, not a list'],
    ['continue', { threadId: 1, singleThread: 1 }, 'continue: "singleThread" must be true or false, not 1'],
    ['terminateThreads', { threadIds: true }, 'terminateThreads: "threadIds" must be a list, not true'],
    ['terminateThreads', { threadIds: [null] }, 'terminateThreads: "threadIds[0]" must be a whole number, not null'],
    [
      'setBreakpoints',
      { source, breakpoints: [{ line: '1' }] },
      'setBreakpoints: "breakpoints[0].line" must be a whole number, not a string',
    ],
    [
      'setBreakpoints',
      { source, breakpoints: [{}] },
      'setBreakpoints: "breakpoints[0].line" must be a whole number, and is missing',
    ],
    ['scopes', { frameId: null }, 'scopes: "frameId" must be a whole number, not null'],
    ['evaluate', { expression: 5 }, 'evaluate: "expression" must be a string, not 5'],
  ])('mux 20: %s %j of an operator and an observer is refused, and nothing goes on', (...[command, args, message]) => {
    const { rig, first } = runningRig({ capabilities })
    const observer = joined(rig, 'observer', { profile: { role: 'observer' } })
    rig.event('stopped', { reason: 'step', threadId: 1, allThreadsStopped: true })
    const sent = rig.toAdapter.length
    for (const client of [first, observer]) {
      const seq = client.send(command, args)
      expect(client.answer(seq)).toMatchObject({ success: false, message })
      expect(client.failureType(seq)).toBe('INVALID_REQUEST')
    }
    expect(rig.toAdapter).toHaveLength(sent)
    const asked = first.send('stackTrace', { threadId: 1 })
    rig.reply('stackTrace', { stackFrames: [] })
    expect(first.answer(asked).success).toBe(true)
  })

  test('mux 20: a move of a wrong type takes no control', () => {
    const { rig, first } = runningRig({ settings: { policies: { control: 'exclusive' } } })
    rig.event('stopped', { reason: 'step', threadId: 1, allThreadsStopped: true })
    first.send('next', { threadId: '1' })
    const second = joined(rig, 'second')
    second.send('stackTrace', { threadId: 1 })
    second.send('next', { threadId: 1 })
    expect(rig.countAsked('next')).toBe(1)
  })

  test('mux 21: members and requests that DAP does not know pass, of any type', () => {
    const { rig, first } = runningRig()
    rig.event('stopped', { reason: 'step', threadId: 1, allThreadsStopped: true })
    first.send('stackTrace', { threadId: 1, vendor: 'x', levels: null })
    expect(rig.asked('stackTrace').arguments).toEqual({ threadId: 1, vendor: 'x', levels: null })
    first.send('vendorRequest', { threadId: 'x', levels: [] })
    expect(rig.asked('vendorRequest').arguments).toEqual({ threadId: 'x', levels: [] })
  })
})
