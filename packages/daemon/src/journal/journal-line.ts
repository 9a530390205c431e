import { Buffer, isAscii } from 'node:buffer'
import { isJsonObject, type AdapterTraits } from '@dapplex/protocol'
import type { Limits, Policies } from '@dapplex/mux'
import type { SessionInput } from './session-input.js'
import type { KeptSpec } from '../workspace/kept-spec.js'

/** The first line of a journal: the options of the core, and the program. */
export interface JournalHeader {
  readonly journal: 1
  readonly session: string
  readonly adapter: string
  readonly adapterTitle: string
  readonly request: 'launch' | 'attach'
  readonly program?: string
  readonly cwd: string
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly firstBreakpointId: number
  /** What the session began with. */
  readonly breakpoints?: readonly KeptSpec[]
  readonly policies: Partial<Policies>
  readonly limits: Partial<Limits>
  readonly traits: AdapterTraits
}

/** Every further line: one input of the core at `now`, or the note that writing ended. */
export type JournalEntry =
  (SessionInput & { readonly now: number }) | { readonly kind: 'cut'; readonly now: number; readonly why: string }

/** Masks secrets in a line. `mayHide` is a cheap check: when it returns false, the line certainly holds none. */
export interface JournalSecrets {
  readonly mayHide: (json: string) => boolean
  readonly redact: (value: unknown) => unknown
}

/** An input that waits to be written. A message that came as JSON text is kept as its bytes: they are small, and printed already. */
export type WaitingLine = { readonly now: number } & (
  | { readonly kind: 'input'; readonly input: SessionInput }
  | { readonly kind: 'message'; readonly head: string; readonly message: unknown }
  | { readonly kind: 'printed'; readonly head: string; readonly printed: Uint8Array }
)

type MessageInput = Extract<SessionInput, { readonly message: unknown }>

/**
 * An input as it is stored (mux 10): without the `dapplex*` keys of a start. Ids and structure stay, so that the core does
 * the same with it again.
 */
export function waitingLine(input: SessionInput, now: number): WaitingLine {
  if (input.kind !== 'clientMessage' && input.kind !== 'adapterMessage') return { kind: 'input', input, now }
  const message = withoutDapplexKeys(input)
  return input.printed !== undefined && message === input.message
    ? { kind: 'printed', head: headOf(input), printed: input.printed, now }
    : { kind: 'message', head: headOf(input), message, now }
}

/** A line in pieces, with secrets masked: text, or bytes that are written as they are. */
export function printLine(line: WaitingLine, secrets: JournalSecrets): readonly (string | Uint8Array)[] {
  const { now } = line
  switch (line.kind) {
    case 'input':
      return [`${JSON.stringify({ ...line.input, now })}\n`]
    case 'message':
      return [`${line.head}${printMessage(line.message, secrets)},"now":${now}}\n`]
    case 'printed':
      return [line.head, printedMessage(line.printed, secrets), `,"now":${now}}\n`]
  }
}

/** A line up to its message. */
function headOf(input: MessageInput): string {
  if (input.kind === 'adapterMessage') return '{"kind":"adapterMessage","message":'
  const answered = input.answered === true ? ',"answered":true' : ''
  return `{"kind":"clientMessage","client":${input.client}${answered},"message":`
}

function printMessage(message: unknown, { mayHide, redact }: JournalSecrets): string {
  // JSON.stringify answers undefined for undefined, which is what the core is given for a message that is not JSON.
  const text = (JSON.stringify(message) as string | undefined) ?? 'null'
  return mayHide(text) ? JSON.stringify(redact(message)) : text
}

/** Text that is not written as JSON.stringify writes it could break the line, or hide a secret behind its escapes. */
function printedMessage(printed: Uint8Array, secrets: JournalSecrets): string | Uint8Array {
  const bytes = Buffer.from(printed.buffer, printed.byteOffset, printed.byteLength)
  const text = bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8')
  const isUsual = UNUSUAL.every((part) => !text.includes(part)) && !secrets.mayHide(text)
  if (!isUsual) return printMessage(JSON.parse(text), secrets)
  return text.length < SHORT ? text : printed
}

/** Below this many characters, a piece of its own costs more than a copy. */
const SHORT = 512

/** Ends of lines, and escapes that JSON.stringify writes for few characters or never. */
const UNUSUAL = ['\n', '\r', '\\u', '\\/']

function withoutDapplexKeys({ message }: MessageInput): unknown {
  if (!isJsonObject(message) || !isJsonObject(message['arguments'])) return message
  if (message['command'] !== 'launch' && message['command'] !== 'attach') return message
  const args = Object.entries(message['arguments']).filter(([key]) => !key.startsWith('dapplex') || key === JOINED)
  return { ...message, arguments: Object.fromEntries(args) }
}

/** The daemon writes this key itself: it tells the core that the request is a join. */
const JOINED = 'dapplexSession'
