import type { Asked } from '../client/asked.js'
import { answer } from '../outbox.js'
import type { Session } from '../session.js'

/** Rule: mux 12. `cancel` is answered here; what it names belongs to its sender or is left alone. */
export function cancelRequest(session: Session, asked: Asked): void {
  answer(session, asked)
}
