import type { FuzzTarget } from '../target.js'

const HEADERS = [
  'Content-Length: ',
  'content-length:',
  'Content-Type: x',
  '\r\n',
  '\r\n\r\n',
  '2',
  '-1',
  '99999999',
  '1e3',
  '{}',
  '\n',
]
const JSON_WORDS = [
  '{',
  '}',
  '[',
  ']',
  '"',
  ':',
  ',',
  'null',
  'true',
  '1e999',
  '-0',
  '\\u0000',
  '\\ud800',
  '"__proto__"',
  '"toString"',
]
const DAP_WORDS = [
  ...JSON_WORDS,
  ...['"seq"', '"type"', '"request"', '"response"', '"event"', '"command"', '"arguments"', '"request_seq"'],
  ...['"success"', '"body"', '"message"', '"error"', '"id"', '"format"', '"variables"', '1.5', '2147483648'],
]
const RPC_WORDS = [...JSON_WORDS, '"jsonrpc"', '"2.0"', '"method"', '"params"', '"id"', '"rpc.discover"']

/** The framing reader: whatever the bytes and however they are cut, nothing is thrown, and nothing follows a loss. */
const framing: FuzzTarget = {
  name: 'framing',
  files: ['/packages/transport/dist/framing/'],
  words: HEADERS,
  share: 10,
  load: async () => {
    const { FramingReader } = await import('@dapplex/transport')
    const limits = { headerBytes: 256, bodyBytes: 4096 }
    return (input) => {
      const [whole, cut] = [new FramingReader(limits), new FramingReader(limits, 'skip')]
      const frames = [...whole.read(Buffer.from(input)), whole.end()]
      const lost = frames.findIndex((frame) => frame?.kind === 'lost')
      if (lost !== -1 && frames.slice(lost + 1).some((frame) => frame !== undefined))
        throw new Error('a frame follows a loss')
      const size = 1 + (input.length % 7)
      for (let at = 0; at < input.length; at += size) cut.read(Buffer.from(input.subarray(at, at + size)))
      cut.end()
    }
  },
}

/** A DAP message of either side, through the core of a session: nothing is thrown. */
const dap: FuzzTarget = {
  name: 'dap',
  files: ['/packages/protocol/dist/dap/', '/packages/mux/dist/door/', '/packages/mux/dist/translation/'],
  words: [
    ...DAP_WORDS,
    ...['"threads"', '"stackTrace"', '"stopped"', '"output"', '"setBreakpoints"', '"source"', '"path"'],
  ],
  share: 1,
  load: async () => {
    const [{ parseBody }, { decodeMessage }] = await Promise.all([
      import('@dapplex/transport'),
      import('@dapplex/protocol'),
    ])
    const { clientId, createSession, transition } = await import('@dapplex/mux')
    const { adapterTraits } = await import('@dapplex/protocol')
    const client = clientId(1)
    const who = { kind: 'editor', name: 'fuzz', principal: 'fuzz', role: 'owner', presence: 'connection' } as const
    const profile = { ...who, isLocal: true, keepBreakpoints: false, foreignBreakpoints: true }
    return (input) => {
      const session = createSession({
        adapterTitle: 'fuzz',
        traits: adapterTraits.parse({}),
        firstBreakpointId: 1,
        breakpoints: [],
      })
      transition(session, { kind: 'clientConnected', client, profile, now: 0 })
      transition(session, { kind: 'adapterStarted', now: 0 })
      for (const line of linesOf(input)) {
        const parsed = parseBody(line)
        if (parsed.kind !== 'message') continue
        decodeMessage(parsed.value)
        transition(session, { kind: 'clientMessage', client, message: parsed.value, now: 1 })
        transition(session, { kind: 'adapterMessage', message: parsed.value, now: 2 })
      }
    }
  },
}

/** A JSON-RPC message: it is a request, a notification or refused. */
const rpc: FuzzTarget = {
  name: 'json-rpc',
  files: ['/packages/daemon/dist/rpc/decode-call', '/packages/transport/dist/framing/parse-body'],
  words: RPC_WORDS,
  share: 1,
  load: async () => {
    const { parseBody } = await import('@dapplex/transport')
    const { decodeCall } = await import('../../../src/rpc/decode-call.js')
    return (input) => {
      const parsed = parseBody(Buffer.from(input))
      if (parsed.kind !== 'message') return
      const calls: readonly unknown[] = Array.isArray(parsed.value) ? parsed.value : [parsed.value]
      // The answer repeats the id.
      for (const call of calls) JSON.stringify(decodeCall(call))
    }
  },
}

function linesOf(input: Buffer): Buffer[] {
  const lines: Buffer[] = []
  for (let at = 0; at <= input.length && lines.length < 32;) {
    const end = input.indexOf(10, at)
    lines.push(Buffer.from(input.subarray(at, end === -1 ? input.length : end)))
    at = end === -1 ? input.length + 1 : end + 1
  }
  return lines
}

export const messageTargets: readonly FuzzTarget[] = [framing, dap, rpc]
