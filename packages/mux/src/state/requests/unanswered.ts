import type { Asked } from '../clients/client.js'
import type { Session } from '../session.js'
import { askedOf, takeAllPending } from './pending.js'

/** Takes all requests of clients that the adapter has not answered, and those that wait to be sent to it. */
export function takeUnanswered({ pending, resumes }: Session): Asked[] {
  const sent = takeAllPending(pending).map(({ purpose }) => askedOf(purpose))
  const held = resumes.held.splice(0).map((pause) => (pause.kind === 'client' ? pause.asked : undefined))
  return [...sent, ...held].filter((asked) => asked !== undefined)
}
