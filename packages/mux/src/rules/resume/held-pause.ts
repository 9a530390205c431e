import { ask } from '../../outbox/to-adapter.js'
import { answer } from '../../outbox/to-client.js'
import { threadToAdapter } from '../../state/ids/thread-ids.js'
import { isReachable } from '../../state/lifecycle.js'
import type { HeldPause } from '../../state/program/resumes.js'
import { isAnyStopped } from '../../state/program/threads.js'
import type { Session } from '../../state/session.js'
import { forward } from '../forwarding/forward.js'

export const HELD_PAUSE_TIMER = 'heldPause'
/** How long it waits, in milliseconds. A step that takes longer stands in a call, and does not end at any moment. */
const HOLD_MS = 300

const STEPS: ReadonlySet<string> = new Set(['next', 'stepIn', 'stepOut'])

/**
 * Sends a pause; where it would do harm that it meets the end of a step, it waits for that end first, which is then its stop.
 * @param moving the command that moves the program, where a job does
 */
export function sendPause(session: Session, pause: HeldPause, moving: string | undefined): void {
  if (session.options.traits.pauseDuringStep === 'works' || !mayMeetStep(session, moving)) {
    passOn(session, pause)
    return
  }
  session.resumes.held.push(pause)
  session.effects.push({ kind: 'startTimer', timer: HELD_PAUSE_TIMER, ms: HOLD_MS })
}

function mayMeetStep({ resumes, threads }: Session, moving: string | undefined): boolean {
  if (moving !== undefined) return STEPS.has(moving)
  if (resumes.asked.some(({ command }) => STEPS.has(command))) return true
  return !isAnyStopped(threads) && STEPS.has(resumes.latest?.command ?? '')
}

/** The step goes on: the pauses are sent now. */
export function heldPausesOverdue(session: Session): void {
  for (const pause of session.resumes.held.splice(0)) passOn(session, pause)
}

/** The program has stopped for all: that is the stop of the pauses that were kept back. */
export function settleHeldPauses(session: Session): void {
  const { held } = session.resumes
  if (held.length === 0) return
  session.effects.push({ kind: 'cancelTimer', timer: HELD_PAUSE_TIMER })
  for (const pause of held.splice(0))
    if (pause.kind === 'client' && pause.asked.state === 'open') answer(session, pause.asked)
}

function passOn(session: Session, pause: HeldPause): void {
  if (pause.kind === 'client') {
    if (pause.asked.state === 'open') forward(session, pause.asked)
    return
  }
  if (!isReachable(session.lifecycle.state)) return
  const [first] = session.threads.all.keys()
  const thread = threadToAdapter(session.references.threads, pause.threadId ?? first)
  ask(session, { command: 'pause', args: { threadId: thread ?? 0 }, purpose: { kind: 'unheard' } })
}
