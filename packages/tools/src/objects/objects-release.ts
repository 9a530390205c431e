import { surface } from '@dapplex/protocol'
import { type Call, SessionCall } from '../call/call.js'
import { implement } from '../call/tool.js'
import type { DapSession } from '../port/dap-session.js'

export const objectsRelease = implement(surface.objects_release, async (params, call) => {
  const numbered = objectsOfAdapters(call, params.ids)
  const sessions = sessionsOf(call, params.ids)
  const released = params.ids.filter((id) => call.sessions.releaseObject(id))
  call.workflow.objectsReleased(sessions)
  for (const [session, objects] of numbered) await tellAdapter(call, session, objects)
  return { released, unknown: params.ids.filter((id) => !released.includes(id)) }
})

function sessionsOf(call: Call, ids: readonly number[]): string[] {
  const found = ids.map((id) => call.sessions.object(id))
  return [...new Set(found.flatMap((one) => (one.kind === 'found' ? one.entry.sessionId : [])))]
}

/** The adapters' numbers of the objects, by session. */
function objectsOfAdapters(call: Call, ids: readonly number[]): ReadonlyMap<DapSession, readonly number[]> {
  const numbered = new Map<DapSession, number[]>()
  for (const id of ids) {
    const found = call.sessions.object(id)
    if (found.kind !== 'found' || found.session === undefined || found.entry.adapterObject === undefined) continue
    numbered.set(found.session, [...(numbered.get(found.session) ?? []), found.entry.adapterObject])
  }
  return numbered
}

/** `dapplex_objectsRelease {objects}`. If the adapter cannot release them now, it releases them itself when memory runs short. */
async function tellAdapter(call: Call, session: DapSession, objects: readonly number[]): Promise<void> {
  const on = new SessionCall(call, session)
  if (on.serves('dapplex_objectsRelease')) await session.request('dapplex_objectsRelease', { objects }, call.rest())
}
