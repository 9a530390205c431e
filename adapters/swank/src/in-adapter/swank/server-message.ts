import { itemsOf, keywordName } from '../sexp/form.js'
import type { Form } from '../sexp/form.js'

/** The messages of a Swank server that a debugger needs. */
export type ServerMessage =
  | { readonly kind: 'returned'; readonly id: number; readonly value: Form }
  | { readonly kind: 'aborted'; readonly id: number; readonly reason: string }
  /** The thread that a request was meant for does not exist. */
  | { readonly kind: 'invalid'; readonly id: number; readonly reason: string }
  /** The server could not read a request. Only the echoed packet tells which one. */
  | { readonly kind: 'unreadable'; readonly packet: string; readonly reason: string }
  | { readonly kind: 'ping'; readonly thread: Form; readonly tag: Form }
  | { readonly kind: 'stopped'; readonly thread: number; readonly level: number }
  | { readonly kind: 'resumed'; readonly thread: number; readonly level: number }
  | { readonly kind: 'output'; readonly text: string; readonly thread: Form | undefined }
  | { readonly kind: 'read-string'; readonly thread: Form; readonly tag: Form }
  | { readonly kind: 'read-aborted'; readonly thread: Form; readonly tag: Form }
  | { readonly kind: 'yes-or-no'; readonly thread: Form; readonly tag: Form; readonly question: string }
  /** An event of the helper: a name and JSON. */
  | { readonly kind: 'helper'; readonly name: string; readonly body: unknown }
  | { readonly kind: 'other'; readonly name: string }

/** Decodes one message of the server. A message that is not needed or not understood is `other`. */
export function decodeServerMessage(form: Form): ServerMessage {
  const [head, ...rest] = itemsOf(form)
  const name = keywordName(head) ?? ''
  const [first, second, third] = rest
  switch (name) {
    case 'return':
      return decodeReturn(first, second)
    case 'invalid-rpc':
      return { kind: 'invalid', id: numberOf(first), reason: textOf(second) }
    case 'reader-error':
      return { kind: 'unreadable', packet: textOf(first), reason: textOf(second) }
    case 'ping':
      return { kind: 'ping', thread: first ?? null, tag: second ?? null }
    case 'debug':
      return { kind: 'stopped', thread: numberOf(first), level: numberOf(second) }
    case 'debug-return':
      return { kind: 'resumed', thread: numberOf(first), level: numberOf(second) }
    case 'write-string':
      return { kind: 'output', text: textOf(first), thread: third }
    case 'read-string':
      return { kind: 'read-string', thread: first ?? null, tag: second ?? null }
    case 'read-aborted':
      return { kind: 'read-aborted', thread: first ?? null, tag: second ?? null }
    case 'y-or-n-p':
      return { kind: 'yes-or-no', thread: first ?? null, tag: second ?? null, question: textOf(third) }
    case 'ed-rpc-no-wait':
      return keywordName(first) === 'dapplex' ? decodeHelper(textOf(second), textOf(third)) : { kind: 'other', name }
    default:
      return { kind: 'other', name }
  }
}

function decodeHelper(name: string, text: string): ServerMessage {
  try {
    return { kind: 'helper', name, body: JSON.parse(text) as unknown }
  } catch {
    return { kind: 'other', name }
  }
}

function decodeReturn(result: Form | undefined, id: Form | undefined): ServerMessage {
  const [status, value] = itemsOf(result)
  return keywordName(status) === 'ok'
    ? { kind: 'returned', id: numberOf(id), value: value ?? null }
    : { kind: 'aborted', id: numberOf(id), reason: textOf(value) }
}

const textOf = (form: Form | undefined): string => (typeof form === 'string' ? form : '')
const numberOf = (form: Form | undefined): number => (typeof form === 'number' ? form : -1)

/** The request id in the echo of an unreadable `:emacs-rex`: its last number. */
export function idInEcho(packet: string): number | undefined {
  const match = /(\d+)\s*\)\s*$/.exec(packet)
  return match?.[1] === undefined ? undefined : Number(match[1])
}
