import { isJsonObject, type AdapterTraits } from '@dapplex/protocol'
import type { Limits, Policies } from '@dapplex/mux'
import type { Happening } from '../session/happening.js'
import type { KeptWish } from '../workspace/kept-wish.js'

/** The first line of a journal: what the core was made with, and what ran. */
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
  readonly breakpoints?: readonly KeptWish[]
  readonly policies: Partial<Policies>
  readonly limits: Partial<Limits>
  readonly traits: AdapterTraits
}

/** Every further line: one input of the core, at `now`; or that nothing more was written. */
export type JournalEntry =
  (Happening & { readonly now: number }) | { readonly kind: 'cut'; readonly now: number; readonly why: string }

/** What takes secrets out of a line; `mayHide` says cheaply, and surely where it says no, whether there are any. */
export interface JournalSecrets {
  readonly mayHide: (json: string) => boolean
  readonly redact: (value: unknown) => unknown
}

/**
 * An input as it is stored (mux 10): without `dapplex*` keys of a start, and with secrets masked. Ids and structure stay, so
 * that the core does the same with it again.
 */
export function printHappening(happening: Happening, now: number, { mayHide, redact }: JournalSecrets): string {
  if (happening.kind !== 'clientMessage' && happening.kind !== 'adapterMessage')
    return JSON.stringify({ ...happening, now })
  const message = happening.kind === 'clientMessage' ? withoutOwnKeys(happening.message) : happening.message
  const line = JSON.stringify({ ...happening, message, now })
  return mayHide(line) ? JSON.stringify({ ...happening, message: redact(message), now }) : line
}

function withoutOwnKeys(message: unknown): unknown {
  if (!isJsonObject(message) || !isJsonObject(message['arguments'])) return message
  if (message['command'] !== 'launch' && message['command'] !== 'attach') return message
  const args = Object.entries(message['arguments']).filter(([key]) => !key.startsWith('dapplex') || key === JOINED)
  return { ...message, arguments: Object.fromEntries(args) }
}

/** Written by the daemon itself: by it the core tells a join from a start. */
const JOINED = 'dapplexSession'
