import { Buffer } from 'node:buffer'
import { describe, expect, test } from 'vitest'
import { scanAnswer } from './scan-answer.js'

const decode = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.subarray(from, to)).toString('utf8')
const scan = (text: string) => scanAnswer(Buffer.from(text), decode)

const envelope = { seq: 3, type: 'response', request_seq: 7, success: true }
const answer = (command: string, body: unknown, more: object = {}) => ({ ...envelope, command, body, ...more })
const frame = (id: unknown, more: object = {}) => ({ id, name: 'f', line: 1, column: 1, ...more })
const row = (more: object = {}) => ({ name: 'x', value: '1', variablesReference: 4, ...more })

/** What was found: each id with the text that stands at its place, and the body. */
function found(text: string) {
  const scanned = scan(text)
  if (scanned === undefined) return undefined
  const { bytes, from, to, ids, command, requestSeq, has } = scanned
  return {
    command,
    requestSeq,
    body: JSON.parse(decode(bytes, from, to)) as unknown,
    ids: ids.map((at) => `${at.kind} ${at.id} ${decode(bytes, at.from, at.to)}`),
    paths: scanned.sourcePaths(),
    has,
  }
}

describe('an answer that is known without parsing it', () => {
  test.each([
    {
      why: 'a stack: ids of frames and of sources, paths once for frames of one file',
      message: answer('stackTrace', {
        stackFrames: [
          frame(12, { source: { path: '/a.js', sourceReference: 0 } }),
          frame(13, { source: { path: '/a.js', sources: [{ path: '/no.js' }] } }),
          frame(14, { source: { path: 'C:\\ä"b.js', sourceReference: 9 } }),
          frame(15),
        ],
        totalFrames: 4,
      }),
      ids: ['frame 12 12', 'source 0 0', 'frame 13 13', 'frame 14 14', 'source 9 9', 'frame 15 15'],
      paths: ['/a.js', 'C:\\ä"b.js'],
    },
    {
      why: 'scopes',
      message: answer('scopes', {
        scopes: [{ name: 'L', variablesReference: 1, expensive: false, id: 5, source: { path: '/a' } }],
      }),
      ids: ['variables 1 1'],
      paths: [],
    },
    {
      why: 'variables, with ids of places at any depth and a value that looks like one',
      message: answer('variables', {
        variables: [
          row({ value: '{"variablesReference":8}', declarationLocationReference: 2 }),
          row({ valueLocationReference: 3, own: [{ deep: { variablesReference: 6 } }, [[]], {}] }),
        ],
      }),
      ids: ['variables 4 4', 'location 2 2', 'variables 4 4', 'location 3 3', 'variables 6 6'],
      paths: [],
    },
    {
      why: 'a member that is no id keeps its value',
      message: answer('variables', { variables: [row({ variablesReference: null })] }),
      ids: [],
      paths: [],
    },
    { why: 'a list without members', message: answer('variables', { variables: [] }), ids: [], paths: [] },
  ])('$why', ({ message, ids, paths }) => {
    const { command, body } = message
    for (const text of [
      JSON.stringify(message),
      JSON.stringify(message, undefined, 2),
      `\r\n${JSON.stringify(message)}\t `,
    ])
      expect(found(text)).toMatchObject({ command, requestSeq: 7, body, ids, paths })
  })
  test('the members of an envelope in any order, as adapters that print maps send them', () => {
    const { body, command, request_seq, seq, success, type } = answer('stackTrace', { stackFrames: [frame(1)] })
    expect(found(JSON.stringify({ body, command, request_seq, seq, success, type }))?.ids).toEqual(['frame 1 1'])
  })
  test('members that not every client is told are noticed', () => {
    expect(found(JSON.stringify(answer('variables', { variables: [row()] })))?.has).toEqual({
      type: false,
      memoryReference: false,
    })
    expect(found(JSON.stringify(answer('variables', { variables: [row({ type: null })] })))?.has.type).toBe(true)
    for (const name of ['memoryReference', 'instructionPointerReference'])
      expect(
        found(JSON.stringify(answer('stackTrace', { stackFrames: [frame(1, { [name]: '0x1' })] })))?.has
          .memoryReference,
      ).toBe(true)
  })
})

const stack = JSON.stringify(answer('stackTrace', { stackFrames: [frame(1)] }))

describe('a message that has to be parsed', () => {
  test.each([
    ['an event', { seq: 1, type: 'event', event: 'output', body: { output: 'x' } }],
    [
      'an event whose members stand in the order of their names',
      { body: { output: 'x' }, event: 'output', type: 'event' },
    ],
    ['a request', { seq: 1, type: 'request', command: 'runInTerminal', arguments: {} }],
    ['a failure', answer('stackTrace', { stackFrames: [] }, { success: false })],
    ['another request', answer('evaluate', { result: 'x', variablesReference: 3 })],
    ['an answer without a body', { ...envelope, command: 'scopes' }],
    ['a body that is no object', answer('scopes', [])],
    ['a member of the envelope that is not known', answer('scopes', { scopes: [] }, { message: 'x' })],
    ['frames of a request that has none', answer('variables', { stackFrames: [frame(1)] })],
    ['an id of a frame that is negative', answer('stackTrace', { stackFrames: [frame(-1)] })],
    ['an id with a fraction', answer('variables', { variables: [row({ variablesReference: 1.5 })] })],
    ['an id that is not exact', answer('variables', { variables: [row({ variablesReference: 2 ** 53 })] })],
    ['an id of a thread', answer('variables', { variables: [row({ threadId: 1 })] })],
    ['an id of a frame outside a stack', answer('variables', { variables: [row({ frameId: 1 })] })],
    ['a value that is read lazily', answer('variables', { variables: [row({ presentationHint: { lazy: true } })] })],
    ['code of the program that ran', answer('variables', { variables: [], dapplexRan: true })],
    ['null', null],
    ['a number', 4],
  ])('%s', (_why, message) => expect(scan(JSON.stringify(message))).toBeUndefined())

  test.each([
    ['an escape in a key', stack.replace('"id"', String.raw`"\u0069d"`)],
    ['a member twice', stack.replace('"seq":3', '"seq":3,"seq":4')],
    ['an id with an exponent', stack.replace('"id":1', '"id":1e2')],
    ['nesting as of no answer', stack.replace('"name":"f"', `"name":${'['.repeat(40)}${']'.repeat(40)}`)],
    ['nothing', ''],
  ])('%s', (_why, text) => expect(scan(text)).toBeUndefined())
})

describe('what is no JSON', () => {
  test.each([
    ['a comma too many', stack.replace('"f",', '"f",,')],
    ['a comma at the end of an object', stack.replace('"column":1', '"column":1,')],
    ['a comma at the end of a list', stack.replace('}]', '},]')],
    ['no comma', stack.replace('"f",', '"f"')],
    ['no colon', stack.replace('"name":', '"name"')],
    ['a list that ends as an object', stack.replace('}]', '}}')],
    ['an end too early', stack.slice(0, -1)],
    ['text behind the end', `${stack}x`],
    ['two values', `${stack}{}`],
    ['an escape that JSON does not have', stack.replace('"f"', String.raw`"\x"`)],
    ['an escape with too few digits', stack.replace('"f"', String.raw`"\u12"`)],
    ['a line end in a text', stack.replace('"f"', '"\n"')],
    ['a text without end', stack.replace('"f"', '"f')],
    ['a number with a zero before it', stack.replace('"line":1', '"line":01')],
    ['a number that ends in a point', stack.replace('"line":1', '"line":1.')],
    ['a number without digits', stack.replace('"line":1', '"line":-')],
    ['a number with an empty exponent', stack.replace('"line":1', '"line":1e+')],
    ['a word', stack.replace('"line":1', '"line":tru')],
    ['a word that goes on', stack.replace('"line":1', '"line":nullx')],
    ['a key without quotes', stack.replace('"name"', 'name')],
  ])('%s', (_why, text) => {
    expect(() => JSON.parse(text) as unknown).toThrow()
    expect(scan(text)).toBeUndefined()
  })
})
