import { toolError } from '@dapplex/protocol'
import type { Call, SessionCall } from '../call/call.js'
import { isLive } from '../call/resolve-session.js'
import type { ObjectEntry } from '../port/dap-session.js'
import type { Variable } from '../variables/variable.js'

export interface FoundObject {
  readonly on: SessionCall
  readonly entry: ObjectEntry
}

/**
 * Finds an object and its session by the object's id.
 * @throws ToolError OBJECT_NOT_FOUND, with the reason
 */
export function findObject(call: Call, id: number): FoundObject {
  const found = call.sessions.object(id)
  if (found.kind !== 'found') throw toolError('OBJECT_NOT_FOUND', { object_id: id, reason: found.kind })
  const { entry, session } = found
  if (session === undefined || !isLive(session))
    throw toolError('OBJECT_NOT_FOUND', { object_id: id, reason: 'session_ended' })
  const on = call.using(session)
  if (isStale(on, entry)) throw staleObject(on, entry)
  return { on, entry }
}

/** A frame's references expire when its thread resumes. If threads stop one by one, only the core knows that (mux 5). */
function isStale(on: SessionCall, { lifetime, issuedAtStopId }: ObjectEntry): boolean {
  const { phase, stopId } = on.view
  return lifetime === 'stop' && on.traits.stops === 'all' && (phase !== 'stopped' || stopId !== issuedAtStopId)
}

export function staleObject(on: SessionCall, { id, issuedAtStopId }: ObjectEntry) {
  const data = { object_id: id, reason: 'stale', issued_at_stop_id: issuedAtStopId, stop_id: on.view.stopId } as const
  return toolError('OBJECT_NOT_FOUND', data)
}

export function variableOf({
  reference,
  adapterObject,
  expression,
  typeName,
  value,
  named,
  indexed,
}: ObjectEntry): Variable {
  return {
    name: '',
    value,
    reference,
    isReadOnly: false,
    isLazy: false,
    ...(typeName === '' ? {} : { type: typeName }),
    ...(adapterObject === undefined ? {} : { adapterObject }),
    ...(expression === undefined ? {} : { evaluateName: expression }),
    ...(named === undefined ? {} : { named }),
    ...(indexed === undefined ? {} : { indexed }),
  }
}
