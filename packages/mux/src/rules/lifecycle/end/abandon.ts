import { log } from '../../../outbox/record.js'
import { configurationOf } from '../../../state/lifecycle.js'
import { isAnyStopped } from '../../../state/program/threads.js'
import type { Session } from '../../../state/session.js'
import { letGo } from './disconnect.js'

const TIMER = 'abandon'

/** Whether nobody is in the session; with `countsSurface`, the client of the tools is somebody. */
function isEmpty(session: Session, countsSurface: boolean): boolean {
  for (const { stage, actor } of session.clients.values())
    if (stage !== 'left' && (countsSurface || actor.kind !== 'surface')) return false
  return true
}

/** Whether everybody has vanished whom the policy waits for. */
const isAbandoned = (session: Session): boolean =>
  isEmpty(session, session.options.policies.abandon.surfaceClient !== 'leaves')

/** Whether an attached program stands, and only the client of the tools is left. */
function standsAlone(session: Session): boolean {
  const { lifecycle, options, threads } = session
  const { surfaceClient, attached } = options.policies.abandon
  if (surfaceClient !== 'runs' || attached !== 'detach' || lifecycle.launch?.command !== 'attach') return false
  return lifecycle.state.kind !== 'ended' && isAnyStopped(threads) && isEmpty(session, false)
}

/**
 * Starts the time after which an attached program that stands alone is resumed and released (mux 29). Called at the end of
 * each input: it may be left alone while it stands, and it may stop while it is alone.
 */
export function watchStanding(session: Session): void {
  const { lifecycle, threads, options } = session
  if (!standsAlone(session) || lifecycle.leftAloneAt === threads.stopId) return
  lifecycle.leftAloneAt = threads.stopId
  const { lingerMs } = options.policies.abandon
  log(session, 'info', `nobody is left and the program stands; it goes on after ${lingerMs} ms`)
  session.effects.push({ kind: 'startTimer', timer: TIMER, ms: lingerMs })
}

/**
 * Rule: mux 29. A client has vanished without a disconnect. If nobody is left, a launched program is kept for a while
 * in case its editor comes back, and then ended; an attached program is resumed and released. A session that waits for
 * its client's configurationDone ends at once (mux 10).
 */
export function abandonIfEmpty(session: Session): void {
  const { lifecycle, options } = session
  if (lifecycle.state.kind === 'ended' || !isAbandoned(session)) return
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
  session.lifecycle.leftAloneAt = undefined
  session.effects.push({ kind: 'cancelTimer', timer: TIMER })
}

/** Nobody came back. */
export function lingerOver(session: Session): void {
  if (session.lifecycle.state.kind === 'ended') return
  if (isAbandoned(session) || standsAlone(session)) carryOut(session)
}

function carryOut(session: Session): void {
  const kills = session.lifecycle.launch?.command !== 'attach'
  const why = `nobody was left${kills ? ', so the program was ended' : '; the program goes on'}`
  letGo(session, { kills, suspends: false, by: undefined, why })
}
