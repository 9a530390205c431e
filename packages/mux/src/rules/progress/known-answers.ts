import type { JsonObject } from '@dapplex/protocol'
import type { Asked } from '../../state/clients/client.js'
import { argumentsOf } from '../../state/clients/client.js'
import type { Pending } from '../../state/requests/pending.js'
import type { Session } from '../../state/session.js'

/** Stacks that are kept; a program may have many threads. */
const MOST_STACKS = 256

/** Keeps the answer to a stackTrace while its thread stands. `body` gives it with the ids that clients see. */
export function keepStack(session: Session, { epoch, purpose }: Pending, body: () => JsonObject): void {
  if (purpose.kind !== 'client') return
  const { asked } = purpose
  if (asked.request.command !== 'stackTrace' || epoch === undefined) return
  const { stacks } = session.threads
  stacks.set(keyOf(asked), { epoch, body })
  const [oldest] = stacks.keys()
  if (stacks.size > MOST_STACKS && oldest !== undefined) stacks.delete(oldest)
}

/** Whether the answer is known here: nothing is built for it, since every stackTrace and threads asks this. */
export function isKnown({ threads }: Session, asked: Asked): boolean {
  switch (asked.request.command) {
    case 'threads':
      return threads.all.size > 0
    case 'stackTrace':
      return threads.stacks.size > 0 && threads.stacks.get(keyOf(asked))?.epoch.isOver === false
    default:
      return false
  }
}

/**
 * What the multiplexer itself can answer while the adapter is silent: the threads, and a stack that it has told at this
 * stop (mux 26). One blocked evaluation blocks everything in some adapters.
 */
export function knownAnswer(session: Session, asked: Asked): JsonObject | undefined {
  if (!isKnown(session, asked)) return undefined
  const { all, stacks } = session.threads
  if (asked.request.command === 'stackTrace') return stacks.get(keyOf(asked))?.body()
  return { threads: [...all.values()].map(({ id, name }) => ({ id, name: name ?? `Thread ${id}` })) }
}

/** Every stackTrace asks for its key; most have numbers only. */
function keyOf(asked: Asked): string {
  const { threadId, startFrame, levels, format } = argumentsOf(asked)
  return isCount(threadId) && isCount(startFrame) && isCount(levels) && format === undefined
    ? `${threadId},${startFrame},${levels}`
    : JSON.stringify([threadId, startFrame, levels, format])
}

const isCount = (value: unknown): value is number | undefined => value === undefined || typeof value === 'number'
