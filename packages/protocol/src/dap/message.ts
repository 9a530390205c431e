import type { DebugProtocol } from '@vscode/debugprotocol'

export type DapRequest = DebugProtocol.Request
export type DapResponse = DebugProtocol.Response
export type DapEvent = DebugProtocol.Event
export type DapMessage = DapRequest | DapResponse | DapEvent

/** A plain JSON object whose members nobody has looked at yet. */
export type JsonObject = Record<string, unknown>

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A message that was seen to be DAP, or why it is none and which request it tried to be (to answer it, mux 20). */
export type Decoded =
  | { readonly kind: 'request'; readonly message: DapRequest }
  | { readonly kind: 'response'; readonly message: DapResponse }
  | { readonly kind: 'event'; readonly message: DapEvent }
  | {
      readonly kind: 'malformed'
      readonly why: string
      readonly seq: number
      readonly command: string
      readonly isRequest: boolean
    }

/** What kind of message it is: `@vscode/debugprotocol` does not tell by `type`. */
export const isRequest = (message: DapMessage): message is DapRequest => message.type === 'request'
export const isResponse = (message: DapMessage): message is DapResponse => message.type === 'response'
export const isEvent = (message: DapMessage): message is DapEvent => message.type === 'event'

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value)

/**
 * Looks at the envelope of a message (DAP, "Base Protocol"), never at its body. Repairs what can be repaired without
 * guessing: a `seq` that is no integer becomes 0, `arguments` that are null are left out. A message that needs no repair is
 * given back itself, not copied.
 */
export function decodeMessage(value: unknown): Decoded {
  if (!isJsonObject(value)) return malformed({}, 'a message must be a JSON object')
  switch (value['type']) {
    case 'request':
      return decodeRequest(value)
    case 'response':
      return decodeResponse(value)
    case 'event':
      return decodeEvent(value)
    default:
      return malformed(value, '"type" must be "request", "response" or "event"')
  }
}

function decodeRequest(value: JsonObject): Decoded {
  if (typeof value['command'] !== 'string') return malformed(value, 'a request must have a "command"')
  const args = value['arguments']
  if (args !== undefined && args !== null && !isJsonObject(args))
    return malformed(value, '"arguments" must be an object')
  if (isCount(value['seq']) && args !== null) return { kind: 'request', message: value as unknown as DapRequest }
  const { arguments: _dropped, ...envelope } = value
  const message = { ...envelope, seq: seqOf(value), ...(isJsonObject(args) ? { arguments: args } : {}) }
  return { kind: 'request', message: message as unknown as DapRequest }
}

function decodeResponse(value: JsonObject): Decoded {
  if (!isCount(value['request_seq'])) return malformed(value, 'a response must have an integer "request_seq"')
  const { seq, success, command } = value
  if (isCount(seq) && typeof success === 'boolean' && typeof command === 'string')
    return { kind: 'response', message: value as unknown as DapResponse }
  const message = { ...value, seq: seqOf(value), success: success === true, command: textOf(command) }
  return { kind: 'response', message: message as unknown as DapResponse }
}

function decodeEvent(value: JsonObject): Decoded {
  if (typeof value['event'] !== 'string') return malformed(value, 'an event must have an "event"')
  const message = isCount(value['seq']) ? value : { ...value, seq: seqOf(value) }
  return { kind: 'event', message: message as unknown as DapEvent }
}

const seqOf = (value: JsonObject): number => (isCount(value['seq']) ? value['seq'] : 0)
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const malformed = (value: JsonObject, why: string): Decoded => ({
  kind: 'malformed',
  why,
  seq: seqOf(value),
  command: textOf(value['command']),
  isRequest: value['type'] === 'request',
})
