import { isJsonObject } from '@dapplex/protocol'
import { inTime } from '../walk/in-time.js'
import { allAnswered, askAround } from './asked.js'
import { checkFiles } from './files.js'
import type { FaultKind } from './kind.js'
import type { PlannedFault } from './plan.js'
import { stepOn, untilAllGone, type FaultSession } from './session.js'
import type { FaultWorld } from './world.js'

/** A session steps on before one fault of so many, and gets another editor after so many. */
const STEP_EVERY = 3
const EDITOR_EVERY = 25

/** One fault, and what must hold after it. What does not hold is a problem of the world. */
export async function playFault(world: FaultWorld, { kind, subject, n }: PlannedFault): Promise<void> {
  const session = await world.session(subject)
  session.faults += 1
  if (session.faults % STEP_EVERY === 0) await stepOn(session, world.agent)
  if (session.faults % EDITOR_EVERY === 0) await world.renewEditor(session)
  await world.record()
  const asked = askAround(session, world.agent)
  await kind.inject({ world, session, n })
  await allAnswered(asked)
  await holds(world, kind, session)
  for (const line of world.daemon.newErrors())
    if (kind.logs?.test(line) !== true) world.problem(`the daemon has logged an error: ${line.slice(0, 1000)}`)
  // A daemon that has been killed may say so: that is told elsewhere.
  if (world.daemon.isAlive && world.daemon.said !== '')
    throw new Error(`the daemon has written what it should log or not do: ${world.daemon.said}`)
  checkClients(world, session)
}

async function holds(world: FaultWorld, { effect }: FaultKind, session: FaultSession): Promise<void> {
  if (effect === 'daemon') return world.afterDaemon()
  if (!world.daemon.isAlive) throw new Error(`the daemon has ended: ${world.daemon.said}`)
  if (effect === 'session' || (effect === 'either' && !(await stands(world, session)))) return ended(world, session)
  await world.checkServes(session)
}

/** Whether the session goes on. One whose adapter says that the program runs is ended: it may have said so of one that stands. */
async function stands({ agent }: FaultWorld, { id: session_id }: FaultSession): Promise<boolean> {
  const { sessions } = await agent.call('sessions_list')
  // One that has ended is forgotten soon.
  const state = sessions.find((session) => session.session_id === session_id)?.state ?? 'exited'
  if (state === 'stopped') return true
  if (state !== 'exited') await agent.call('debug_disconnect', { session_id, terminate: true })
  return false
}

async function ended(world: FaultWorld, session: FaultSession): Promise<void> {
  const { editor } = session
  await inTime('the editor hears that the session has ended', editor.client.waitForEvent('terminated'))
  await untilAllGone(session)
  await checkFiles(world, session)
  await world.leave(session)
}

/** One answer to each request, and nothing that breaks the protocol. */
function checkClients(world: FaultWorld, { editor }: FaultSession): void {
  for (const violation of editor.client.violations.splice(0)) world.problem(`the editor was sent ${violation}`)
  const ends = editor.client.events('terminated').length
  if (ends > 1) world.problem(`the editor was told ${ends} times that the session has ended`)
  for (const message of world.agent.received.splice(0) as unknown[])
    if (isJsonObject(message) && 'id' in message)
      world.problem(`the agent was answered twice: ${JSON.stringify(message).slice(0, 300)}`)
}
