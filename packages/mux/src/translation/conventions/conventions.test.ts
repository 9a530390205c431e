/* eslint-disable @typescript-eslint/no-unsafe-return -- tests look into messages of every shape */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRig, editorArguments, joined, runningRig } from '../../../test/rig.js'
import { pathToUri, uriToPath } from './paths.js'

const zero = { linesStartAt1: false, columnsStartAt1: false, pathFormat: 'uri' }

describe('mux 8: a client that counts from 0 and speaks URIs beside a normal one', () => {
  test('mux 8: setBreakpoints, its answer and its events', () => {
    const { rig, first } = runningRig()
    const odd = joined(rig, 'odd', { editor: zero })
    const seq = odd.send('setBreakpoints', {
      source: { path: 'file:///a%20b.py' },
      breakpoints: [{ line: 9, column: 0 }],
      lines: [9],
    })
    expect(rig.asked('setBreakpoints').arguments).toEqual({
      source: { path: '/a b.py' },
      breakpoints: [{ line: 10, column: 1 }],
      lines: [10],
    })
    rig.reply('setBreakpoints', {
      breakpoints: [{ id: 1, verified: true, line: 10, column: 1, endLine: 11, source: { path: '/a b.py' } }],
    })
    expect(odd.breakpoint(seq, 0)).toMatchObject({
      line: 9,
      column: 0,
      endLine: 10,
      source: { path: 'file:///a%20b.py' },
    })
    rig.event('breakpoint', { reason: 'changed', breakpoint: { id: 1, verified: true, line: 12 } })
    expect(odd.firstEvent('breakpoint').body.breakpoint.line).toBe(11)
    expect(first.lastEvent('dapplex_breakpoints').body.breakpoints[0]).toMatchObject({
      path: '/a b.py',
      line: 10,
      actualLine: 12,
    })
  })
  test('mux 8: output with a source, loadedSource: right for both', () => {
    const { rig, first } = runningRig()
    const odd = joined(rig, 'odd', { editor: zero })
    rig.event('output', { output: 'x', source: { path: '/a.py' }, line: 5, column: 1 })
    rig.event('loadedSource', { reason: 'new', source: { path: '/b.py', sources: [{ path: '/c.py' }] } })
    expect(first.lastEvent('output').body).toEqual({ output: 'x', source: { path: '/a.py' }, line: 5, column: 1 })
    expect(odd.firstEvent('output').body).toEqual({ output: 'x', source: { path: 'file:///a.py' }, line: 4, column: 0 })
    expect(odd.firstEvent('loadedSource').body.source).toEqual({
      path: 'file:///b.py',
      sources: [{ path: 'file:///c.py' }],
    })
  })
  test.each([
    {
      command: 'stackTrace',
      args: { threadId: 1 },
      sent: { threadId: 1 },
      body: {
        stackFrames: [{ id: 1, name: 'f', line: 7, column: 3, endLine: 8, endColumn: 4, source: { path: '/a' } }],
      },
      want: {
        stackFrames: [{ name: 'f', line: 6, column: 2, endLine: 7, endColumn: 3, source: { path: 'file:///a' } }],
      },
    },
    {
      command: 'stackTrace',
      args: { threadId: 1 },
      sent: { threadId: 1 },
      body: { stackFrames: [{ id: 1, name: 'native', line: 0, column: 0 }] },
      want: { stackFrames: [{ name: 'native', line: 0, column: 0 }] },
    },
    {
      command: 'gotoTargets',
      args: { source: { path: 'file:///a' }, line: 3, column: 0 },
      sent: { source: { path: '/a' }, line: 4, column: 1 },
      body: { targets: [{ id: 1, label: 'x', line: 4, column: 1 }] },
      want: { targets: [{ label: 'x', line: 3, column: 0 }] },
    },
    {
      command: 'breakpointLocations',
      args: { source: { path: 'file:///a' }, line: 3, endLine: 5 },
      sent: { source: { path: '/a' }, line: 4, endLine: 6 },
      body: { breakpoints: [{ line: 4, column: 2 }] },
      want: { breakpoints: [{ line: 3, column: 1 }] },
    },
    {
      command: 'completions',
      args: { text: 'ab', column: 2, line: 0 },
      sent: { text: 'ab', column: 3, line: 1 },
      body: { targets: [{ label: 'abc', start: 1, selectionStart: 1 }] },
      want: { targets: [{ label: 'abc', start: 0, selectionStart: 1 }] },
    },
    {
      command: 'scopes',
      args: { frameId: 0 },
      sent: undefined,
      body: { scopes: [] },
      want: undefined,
    },
    {
      command: 'disassemble',
      args: { memoryReference: '0x1', instructionCount: 1 },
      sent: { memoryReference: '0x1', instructionCount: 1 },
      body: { instructions: [{ address: '0x1', instruction: 'nop', line: 2, location: { path: '/a' } }] },
      want: { instructions: [{ address: '0x1', instruction: 'nop', line: 1, location: { path: 'file:///a' } }] },
    },
    {
      command: 'loadedSources',
      args: {},
      sent: {},
      body: { sources: [{ path: '/a' }] },
      want: { sources: [{ path: 'file:///a' }] },
    },
  ])('mux 8: $command', ({ command, args, sent, body, want }) => {
    const { rig } = runningRig({
      capabilities: {
        supportsGotoTargetsRequest: true,
        supportsBreakpointLocationsRequest: true,
        supportsCompletionsRequest: true,
        supportsDisassembleRequest: true,
        supportsLoadedSourcesRequest: true,
      },
    })
    const odd = joined(rig, 'odd', { editor: zero })
    const seq = odd.send(command, args)
    if (sent === undefined) {
      expect(odd.failureType(seq)).toBe('UNKNOWN_REFERENCE')
      return
    }
    expect(rig.asked(command).arguments).toEqual(sent)
    rig.reply(command, body)
    expect(odd.answer(seq).body).toMatchObject(want)
  })
  test('mux 8: what a client has not said it understands is taken out, and events it does not know are not sent', () => {
    const { rig, first } = runningRig()
    const plain = joined(rig, 'plain', {
      editor: {
        supportsVariableType: false,
        supportsMemoryReferences: false,
        supportsANSIStyling: false,
        supportsInvalidatedEvent: false,
        supportsMemoryEvent: false,
        supportsProgressReporting: false,
      },
    })
    rig.event('output', { output: '\u001b[31mred\u001b[0m' })
    rig.event('invalidated', { areas: ['all'] })
    rig.event('memory', { memoryReference: '0x1', offset: 0, count: 1 })
    rig.event('progressStart', { progressId: 'p', title: 't' })
    expect(plain.firstEvent('output').body.output).toBe('red')
    expect(first.lastEvent('output').body.output).toBe('\u001b[31mred\u001b[0m')
    expect(plain.events().map((one) => one.event)).not.toContain('invalidated')
    expect(first.events().map((one) => one.event)).toEqual(
      expect.arrayContaining(['invalidated', 'memory', 'progressStart']),
    )
    const seq = plain.send('variables', { variablesReference: 0 })
    rig.reply('variables', {
      variables: [{ name: 'x', value: '1', type: 'int', memoryReference: '0x1', variablesReference: 0 }],
    })
    expect(plain.answer(seq).body.variables).toEqual([{ name: 'x', value: '1', variablesReference: 0 }])
  })
  test('mux 8: an invalid pathFormat is refused', () => {
    const { rig } = runningRig()
    const bad = rig.client('bad')
    const seq = bad.send('initialize', { ...editorArguments, pathFormat: 'klingon' })
    expect(bad.answer(seq)).toMatchObject({ success: false, message: expect.stringContaining('"klingon"') })
  })
  test('mux 8: the adapter is told what the multiplexer can serve, in its own spelling', () => {
    const rig = createRig({ pathFormat: 'uri' }, { policies: { runsCommands: true } })
    rig.input({ kind: 'adapterStarted' })
    rig.client('odd').send('initialize', {
      clientID: 'odd',
      locale: 'de',
      linesStartAt1: false,
      dapplexName: 'x',
      supportsANSIStyling: true,
    })
    expect(rig.asked('initialize').arguments).toEqual({
      clientID: 'odd',
      locale: 'de',
      linesStartAt1: true,
      columnsStartAt1: true,
      pathFormat: 'uri',
      supportsANSIStyling: true,
      supportsVariableType: true,
      supportsVariablePaging: true,
      supportsMemoryReferences: true,
      supportsProgressReporting: true,
      supportsInvalidatedEvent: true,
      supportsMemoryEvent: true,
      supportsStartDebuggingRequest: true,
      supportsRunInTerminalRequest: true,
    })
  })
  test('mux 8: clients of one class share one body object, so that it is printed once', () => {
    const { rig } = runningRig()
    joined(rig, 'second')
    joined(rig, 'odd', { editor: zero })
    rig.effects.splice(0)
    const body = { output: 'x', line: 3 }
    rig.event('output', body)
    const bodies = rig.effects.flatMap((one) =>
      one.kind === 'sendToClient' ? ['body' in one.message ? one.message.body : undefined] : [],
    )
    expect(bodies).toHaveLength(3)
    expect(bodies[0]).toBe(body)
    expect(bodies[1]).toBe(body)
    expect(bodies[2]).toEqual({ output: 'x', line: 2 })
  })
})

describe('mux 8: paths and URIs', () => {
  test.each([
    ['/a/b c.py', 'file:///a/b%20c.py'],
    ['C:\\x\\y.cs', 'file:///C:/x/y.cs'],
    ['\\\\host\\share\\x', 'file://host/share/x'],
    ['/ü#?.py', 'file:///%C3%BC%23%3F.py'],
  ])('mux 8: %s', (path, uri) => {
    expect(pathToUri(path)).toBe(uri)
    expect(uriToPath(uri)).toBe(path)
  })
  test('mux 8: what is a URI already, or of another scheme, stays', () => {
    expect(pathToUri('file:///a')).toBe('file:///a')
    expect(uriToPath('untitled://x')).toBe('untitled://x')
    expect(uriToPath('file:///%zz')).toBe('/%zz')
  })
  test('mux 8: any absolute path survives the way there and back', () => {
    const part = fc.string({ minLength: 1 }).filter((text) => !/[/\\\uD800-\uDFFF]/.test(text) && !text.endsWith(':'))
    fc.assert(
      fc.property(fc.array(part, { minLength: 1 }), (parts) => {
        const path = `/${parts.join('/')}`
        expect(uriToPath(pathToUri(path))).toBe(path)
      }),
    )
  })
})
