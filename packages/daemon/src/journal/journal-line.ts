import { isJsonObject, type AdapterTraits } from '@dapplex/protocol'
import type { Limits, Policies } from '@dapplex/mux'
import type { LinePages } from './line-pages.js'
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

type MessageInput = Extract<SessionInput, { readonly message: unknown }>

/**
 * An input as it is stored (mux 10): without the `dapplex*` keys of a start. Ids and structure stay, so that the core does
 * the same with it again.
 */
export function addLine(pages: LinePages, input: SessionInput, now: number): void {
  if (input.kind !== 'clientMessage' && input.kind !== 'adapterMessage') {
    pages.addText(JSON.stringify({ ...input, now }))
    return
  }
  const tail = `,"now":${now}}`
  // What was recognized as an answer is no start.
  if (input.kind === 'adapterMessage' && input.answer !== undefined && input.printed !== undefined) {
    pages.addPrinted(FROM_ADAPTER, input.printed, tail)
    return
  }
  const message = withoutDapplexKeys(input)
  if (input.printed !== undefined && message === input.message) pages.addPrinted(headOf(input), input.printed, tail)
  else pages.addText(`${headOf(input)}${printMessage(message)}${tail}`)
}

const FROM_ADAPTER = '{"kind":"adapterMessage","message":'

/** A line up to its message. */
function headOf(input: MessageInput): string {
  if (input.kind === 'adapterMessage') return FROM_ADAPTER
  const answered = input.answered === undefined ? '' : `,"answered":${JSON.stringify(input.answered)}`
  return `{"kind":"clientMessage","client":${input.client}${answered},"message":`
}

/** JSON.stringify answers undefined for undefined, which is what the core is given for a message that is not JSON. */
function printMessage(message: unknown): string {
  const text = JSON.stringify(message) as string | undefined
  return text ?? 'null'
}

function withoutDapplexKeys({ message }: MessageInput): unknown {
  if (!isJsonObject(message) || !isJsonObject(message['arguments'])) return message
  if (message['command'] !== 'launch' && message['command'] !== 'attach') return message
  const args = Object.entries(message['arguments']).filter(([key]) => !key.startsWith('dapplex') || KEPT.has(key))
  return { ...message, arguments: Object.fromEntries(args) }
}

/** The core acts on these; the daemon writes the first one itself, to say that the request is a join. */
const KEPT: ReadonlySet<string> = new Set(['dapplexSession', 'dapplexExceptionFilters', 'dapplexOnStop'])
