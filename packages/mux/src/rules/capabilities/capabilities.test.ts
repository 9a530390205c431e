/* eslint-disable @typescript-eslint/no-unsafe-return -- tests look into messages of every shape */
import { describe, expect, test } from 'vitest'
import { createRig, editorArguments, joined, runningRig } from '../../../test/rig.js'
import { clientId } from '../../state/contract/input.js'
import { standardRequests } from '../../state/requests/standard.js'
import { servedCapabilities } from './merge.js'

describe('mux 9: capabilities', () => {
  test('mux 9: the adapter’s own are in the answer to initialize, with what the multiplexer serves; what it said before is folded in', () => {
    const rig = createRig()
    const editor = rig.client('editor')
    const seq = editor.send('initialize', editorArguments)
    expect(editor.answers(seq)).toEqual([])
    rig.input({ kind: 'adapterStarted' })
    rig.event('capabilities', { capabilities: { supportsModulesRequest: true } })
    rig.event('output', { category: 'telemetry', output: 'early' })
    rig.reply('initialize', { exceptionBreakpointFilters: [{ filter: 'all', label: 'All' }] })
    expect(editor.inbox.map((one) => one.command ?? one.event)).toEqual(['output', 'initialize'])
    expect(editor.answer(seq).body).toEqual({
      supportsModulesRequest: true,
      exceptionBreakpointFilters: [{ filter: 'all', label: 'All' }],
      ...servedCapabilities,
    })
  })
  test('mux 9: a client whose initialize the front door has answered is corrected by an event', () => {
    const rig = createRig()
    const editor = rig.client('editor')
    rig.input({
      kind: 'clientMessage',
      client: clientId(editor.id),
      message: { seq: 1, type: 'request', command: 'initialize', arguments: editorArguments },
      answered: { filters: [] },
    })
    rig.input({ kind: 'adapterStarted' })
    rig.reply('initialize', { supportsModulesRequest: true })
    expect(editor.inbox.map((one) => one.event)).toEqual(['capabilities'])
    expect(editor.message(0).body.capabilities).toMatchObject({
      supportsModulesRequest: true,
      supportsRestartRequest: true,
    })
    expect(editor.message(0).seq).toBe(2)
  })
  test.each([
    { why: 'the multiplexer serves it', change: { supportsRestartRequest: false } },
    { why: 'the adapter says nothing', change: {} },
    { why: 'lists that are none', change: { exceptionBreakpointFilters: 5, completionTriggerCharacters: {} } },
  ])('mux 9: a capabilities event with nothing in it is not sent: $why', ({ change }) => {
    const { rig, first } = runningRig()
    rig.event('capabilities', { capabilities: change })
    expect(first.inbox.filter(({ event }) => event === 'capabilities')).toEqual([])
  })

  test('mux 9: filters that nobody could ask for are left out, and everything goes on', () => {
    const { rig, first } = runningRig()
    const filters = [5, { label: 'no name' }, { filter: 'all', label: 'All' }]
    rig.event('capabilities', { capabilities: { exceptionBreakpointFilters: filters } })
    expect(first.firstEvent('capabilities').body.capabilities).toEqual({
      exceptionBreakpointFilters: [{ filter: 'all', label: 'All' }],
    })
    rig.event('capabilities', { capabilities: { exceptionBreakpointFilters: 5 } })
    first.send('setExceptionBreakpoints', { filters: ['all'] })
    expect(rig.countAsked('setExceptionBreakpoints')).toBe(1)
    first.close()
  })
  test('mux 9: later capabilities events reach everyone, and take nothing back that the multiplexer serves', () => {
    const { rig, first } = runningRig()
    rig.event('capabilities', { capabilities: { supportsRestartRequest: false, supportsModulesRequest: true } })
    expect(first.firstEvent('capabilities').body.capabilities).toEqual({ supportsModulesRequest: true })
    first.send('modules', {})
    expect(rig.countAsked('modules')).toBe(1)
  })
  test('mux 9: an observer’s setBreakpoints succeeds with unverified ones; what moves or changes the program is refused', () => {
    const { rig } = runningRig()
    const observer = joined(rig, 'observer', { profile: { role: 'observer' } })
    const seq = observer.send('setBreakpoints', { source: { path: '/a' }, breakpoints: [{ line: 4 }, { line: 5 }] })
    expect(observer.answer(seq)).toMatchObject({
      success: true,
      body: {
        breakpoints: [
          { verified: false, line: 4 },
          { verified: false, line: 5 },
        ],
      },
    })
    for (const command of ['continue', 'pause', 'setVariable', 'evaluate', 'terminate', 'somethingElse']) {
      const refused = observer.send(command, {})
      expect(observer.failureType(refused)).toBe('FORBIDDEN')
    }
    const read = observer.send('threads')
    rig.reply('threads', { threads: [] })
    expect(observer.answer(read).success).toBe(true)
    expect(rig.countAsked('setBreakpoints')).toBe(0)
  })
})

describe('mux 25: nothing unsupported reaches an adapter', () => {
  const flagged = [...standardRequests].flatMap(([command, { flag }]) =>
    flag === undefined ? [] : [[command, flag] as const],
  )
  test.each(flagged)('mux 25: %s needs %s', (command, flag) => {
    const { rig, first } = runningRig({
      capabilities: {
        supportsFunctionBreakpoints: false,
        supportsSetVariable: false,
        supportsExceptionInfoRequest: false,
      },
    })
    const seq = first.send(command, {})
    expect(first.answer(seq)).toMatchObject({
      success: false,
      message: `'${command}' is not supported by the adapter`,
      body: { error: { variables: { type: 'UNSUPPORTED', capability: flag } } },
    })
    expect(rig.countAsked(command)).toBe(0)
    rig.event('capabilities', { capabilities: { [flag]: true } })
    first.send(command, {})
    expect(rig.countAsked(command)).toBe(1)
  })
  test('mux 25: an empty list of a kind that the adapter does not know is set already', () => {
    const { rig, first } = runningRig({ capabilities: { supportsFunctionBreakpoints: false } })
    const seq = first.send('setFunctionBreakpoints', { breakpoints: [] })
    expect(first.answer(seq)).toMatchObject({ success: true, body: { breakpoints: [] } })
    expect(rig.countAsked('setFunctionBreakpoints')).toBe(0)
  })
  test('mux 25: a command outside the standard passes, or is refused where the definition says so', () => {
    const { rig, first } = runningRig()
    first.send('setPydevdSourceMap', { a: 1 })
    expect(rig.asked('setPydevdSourceMap').arguments).toEqual({ a: 1 })
    const strict = runningRig({ traits: { unknown: 'refuse' } })
    const seq = strict.first.send('setPydevdSourceMap', {})
    expect(strict.first.answer(seq).message).toBe("'setPydevdSourceMap' is not supported by the adapter")
    expect(strict.rig.countAsked('setPydevdSourceMap')).toBe(0)
  })
  test('mux 25: what the editor’s JavaScript extension sends unasked reaches only an adapter that serves it; no message appears', () => {
    const { rig, first } = runningRig()
    const seq = first.send('enableNetworking', { mirrorEvents: [] })
    expect(first.answer(seq)).toMatchObject({ success: false, body: { error: { showUser: false } } })
    expect(rig.countAsked('enableNetworking')).toBe(0)
    const own = runningRig({ traits: { serves: ['enableNetworking'] } })
    own.first.send('enableNetworking', { mirrorEvents: [] })
    expect(own.rig.countAsked('enableNetworking')).toBe(1)
  })
  test('mux 25: the definition may serve a request without a flag, or forbid one that has none', () => {
    const { rig, first } = runningRig({
      traits: { serves: ['modules', 'dapplex_lispEval'], refuses: { source: 'it crashes' } },
    })
    first.send('modules', {})
    first.send('dapplex_lispEval', { code: '1' })
    expect(rig.countAsked('modules')).toBe(1)
    expect(rig.countAsked('dapplex_lispEval')).toBe(1)
    const seq = first.send('source', { sourceReference: 0 })
    expect(first.answer(seq).message).toBe("'source' is not supported by the adapter: it crashes")
  })
  test('mux 25: cancel, loadedSources and an unknown command against an adapter that dies of them: its sender is answered, all go on', () => {
    const { rig, first } = runningRig({ traits: { unknown: 'refuse' } })
    const second = joined(rig, 'second')
    const seqs = [first.send('cancel', { requestId: 1 }), first.send('loadedSources'), first.send('evil', {})]
    expect(seqs.map((seq) => first.answer(seq).success)).toEqual([true, false, false])
    expect(['cancel', 'loadedSources', 'evil'].map((command) => rig.countAsked(command))).toEqual([0, 0, 0])
    const read = second.send('threads')
    rig.reply('threads', { threads: [] })
    expect(second.answer(read).success).toBe(true)
  })
  test('mux 21: unknown events and members pass untouched', () => {
    const { rig, first } = runningRig()
    rig.fromAdapter({ type: 'event', event: 'newEvent', body: { a: [1, { b: null }] }, extra: true })
    expect(first.inbox.at(-1)).toMatchObject({
      type: 'event',
      event: 'newEvent',
      body: { a: [1, { b: null }] },
      extra: true,
    })
  })
})
