import type { Session } from '../session.js'
import { threadToClient } from './thread-ids.js'

/** The id under which clients know a thread of the adapter (mux 5). */
export const clientThread = (session: Session, id: unknown): number => threadToClient(session.references.threads, id)
