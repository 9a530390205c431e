import type { DebugEvent } from '@dapplex/protocol'
import type { StateRow } from './prompt.js'
import { call, type SessionAccess } from './view-context.js'

/** Events that change the prompt. */
export const MOVES: ReadonlySet<DebugEvent['type']> = new Set(['stopped', 'continued', 'exited', 'ended'])

interface Subscribed {
  readonly sessions: readonly { readonly seq: number }[]
}

/**
 * Shows the stop where the session stands, or its end, and then each event as it comes. The daemon brings the stop from the
 * events that it has kept, and the state is read after the subscription: a stop in between is told, and none is told twice.
 */
export async function followSession(view: SessionAccess, show: (event: DebugEvent) => void): Promise<void> {
  // The second subscription brings what the first has told meanwhile once more.
  const early = new Map<number, DebugEvent>()
  let take = (event: DebugEvent): void => void early.set(event.seq, event)
  view.client.on('debug_event', (event) => take(event))
  const past = await call<Subscribed>(view, 'events_subscribe', { types: [...MOVES], since_seq: 0 })
  const seq = past.sessions[0]?.seq ?? 0
  await call(view, 'events_subscribe', { since_seq: seq })
  const state = await call<StateRow>(view, 'debug_state')
  const inOrder = [...early.values()].toSorted((one, other) => one.seq - other.seq)
  const news = inOrder.filter((event) => event.seq > seq)
  take = show
  for (const event of [...standing(state, inOrder.slice(0, inOrder.length - news.length)), ...news]) show(event)
}

/** Of the events so far those that tell how the session stands. */
function standing({ state, stop_id: stopId }: StateRow, past: readonly DebugEvent[]): readonly DebugEvent[] {
  if (state === 'stopped') return past.filter((one) => one.type === 'stopped' && one.stop_id === stopId).slice(-1)
  if (state === 'running') return []
  const lastMove = past.findLastIndex(({ type }) => type === 'stopped' || type === 'continued')
  return past.slice(lastMove + 1)
}
