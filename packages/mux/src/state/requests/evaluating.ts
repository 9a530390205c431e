import { textIn, type EvaluationView } from '@dapplex/protocol'
import type { Session } from '../session.js'
import { askedOf } from './pending.js'

/** The oldest evaluation of a client that the adapter has not answered; one that its sender has given up still goes on (mux 26). */
export function evaluating({ pending }: Pick<Session, 'pending'>): EvaluationView | undefined {
  for (const { command, args, purpose, since } of pending.entries.values()) {
    const by = command === 'evaluate' ? askedOf(purpose)?.client.actor : undefined
    if (by !== undefined) return { expression: textIn(args, 'expression') ?? '', by, since }
  }
  return undefined
}
