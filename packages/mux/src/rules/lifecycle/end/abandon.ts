import { log } from '../../../outbox/record.js'
import { configurationOf } from '../../../state/lifecycle.js'
import type { Session } from '../../../state/session.js'
import { letGo } from './disconnect.js'

const TIMER = 'abandon'

const isEmpty = (session: Session): boolean => {
  const { ownClient = 'stays' } = session.options.policies.abandon
  for (const { stage, actor } of session.clients.values())
    if (stage !== 'left' && (actor.kind !== 'surface' || ownClient === 'stays')) return false
  return true
}

/**
 * Rule: mux 29. A client has vanished without a disconnect. If nobody is left, a launched program is kept for a while
 * in case its editor comes back, and then ended; an attached program is resumed and released. A session that waits for
 * its client's configurationDone ends at once (mux 10).
 */
export function abandonIfEmpty(session: Session): void {
  const { lifecycle, options } = session
  if (lifecycle.state.kind === 'ended' || !isEmpty(session)) return
  const { lingerMs, attached } = options.policies.abandon
  const isAttached = lifecycle.launch?.command === 'attach'
  const isUnconfigured = configurationOf(lifecycle.state) === 'open'
  if (isUnconfigured || lingerMs <= 0 || (isAttached && attached === 'detach')) {
    carryOut(session)
    return
  }
  if (isAttached) return
  log(session, 'info', `nobody is left; the program is kept for ${lingerMs} ms`)
  session.effects.push({ kind: 'startTimer', timer: TIMER, ms: lingerMs })
}

/** Somebody has come back in time. */
export function keepFromAbandon(session: Session): void {
  session.effects.push({ kind: 'cancelTimer', timer: TIMER })
}

/** Nobody came back. */
export function lingerOver(session: Session): void {
  if (session.lifecycle.state.kind !== 'ended' && isEmpty(session)) carryOut(session)
}

function carryOut(session: Session): void {
  const kills = session.lifecycle.launch?.command !== 'attach'
  const why = `nobody was left${kills ? ', so the program was ended' : '; the program goes on'}`
  letGo(session, { kills, suspends: false, by: undefined, why })
}
