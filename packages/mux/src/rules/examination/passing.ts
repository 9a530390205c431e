import type { Examination, ThrownWay } from '../../state/program/examination.js'
import type { Session } from '../../state/session.js'

/** The expression that tells whether an exception only passes the frame of a stop; undefined where there is none. */
export function passingExpression(session: Session, { stop }: Examination): string | undefined {
  const { count } = wayTo(session, stop.threadId) ?? { count: 0 }
  return session.options.traits.exceptions?.passing?.expression.replaceAll('{{count}}', String(count))
}

/**
 * Whether the stop is a further one of an exception that was told (mux 4): it is not thrown in this frame, and the last places
 * of its way are exactly the way to the stop before. Remembers the way to this stop.
 */
export function learnPassing(session: Session, { stop }: Examination, value: string): boolean {
  const [kind, count, key = '', last] = value.replace(/^['"]|['"]$/g, '').split(' ')
  const { ways } = session.examinations
  if (stop.threadId === undefined) return false
  const before = wayTo(session, stop.threadId)
  if (kind !== 'thrown' && kind !== 'passes') {
    ways.delete(stop.threadId)
    return false
  }
  const way = { count: Number(count), key }
  ways.set(stop.threadId, way)
  return kind === 'passes' && before !== undefined && way.count > before.count && last === before.key
}

function wayTo(session: Session, threadId: number | undefined): ThrownWay | undefined {
  return threadId === undefined ? undefined : session.examinations.ways.get(threadId)
}
