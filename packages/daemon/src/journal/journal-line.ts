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

/**
 * An input as it is stored (mux 10): without the `dapplex*` keys of a start, and with secrets masked. Ids and structure stay,
 * so that the core does the same with it again.
 */
export function printInput(input: SessionInput, now: number, { mayHide, redact }: JournalSecrets): string {
  if (input.kind !== 'clientMessage' && input.kind !== 'adapterMessage') return JSON.stringify({ ...input, now })
  const message = input.kind === 'clientMessage' ? withoutDapplexKeys(input.message) : input.message
  const line = JSON.stringify({ ...input, message, now })
  return mayHide(line) ? JSON.stringify({ ...input, message: redact(message), now }) : line
}

function withoutDapplexKeys(message: unknown): unknown {
  if (!isJsonObject(message) || !isJsonObject(message['arguments'])) return message
  if (message['command'] !== 'launch' && message['command'] !== 'attach') return message
  const args = Object.entries(message['arguments']).filter(([key]) => !key.startsWith('dapplex') || key === JOINED)
  return { ...message, arguments: Object.fromEntries(args) }
}

/** The daemon writes this key itself: it tells the core that the request is a join. */
const JOINED = 'dapplexSession'
