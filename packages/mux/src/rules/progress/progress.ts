import type { DapEvent, JsonObject } from '@dapplex/protocol'
import { isJsonObject } from '@dapplex/protocol'
import { tell, tellAll } from '../../outbox/to-client.js'
import type { Client } from '../../state/clients/client.js'
import type { Progress } from '../../state/requests/open-progress.js'
import type { Session } from '../../state/session.js'

/**
 * Translates the ids of progressStart, progressUpdate and progressEnd. Only the client whose request it is gets
 * `requestId`, as its own number.
 */
export function progressEvent(session: Session, body: JsonObject, event: DapEvent): void {
  const { progressId: upstreamId, requestId, ...rest } = body
  const { progress } = session
  const known = progress.ids.get(upstreamId)
  if (event.event !== 'progressStart') {
    if (known === undefined) return
    const translated = { ...rest, progressId: known }
    const open = progress.open.get(known)
    if (open !== undefined) open.body = { ...open.body, ...translated }
    if (event.event === 'progressEnd') {
      progress.open.delete(known)
      progress.ids.delete(upstreamId)
    }
    tellAll(session, { event: event.event, body: translated })
    return
  }
  const progressId = known ?? newId(progress, upstreamId)
  const owner = typeof requestId === 'number' ? askerOf(session, requestId) : undefined
  const translated = { ...rest, progressId }
  progress.open.set(progressId, { upstreamId, owner: owner?.client.id, body: translated })
  tellAll(session, { event: event.event, body: translated }, owner?.client)
  if (owner !== undefined)
    tell(session, owner.client, { event: event.event, body: { ...translated, requestId: owner.seq } })
}

function newId(progress: Progress, upstreamId: unknown): string {
  progress.count += 1
  const id = `progress-${progress.count}`
  progress.ids.set(upstreamId, id)
  return id
}

function askerOf(session: Session, upstreamSeq: number): { client: Client; seq: number } | undefined {
  const purpose = session.pending.entries.get(upstreamSeq)?.purpose
  if (purpose?.kind !== 'client') return undefined
  const { client, request } = purpose.asked
  return client.stage === 'left' ? undefined : { client, seq: request.seq }
}

/** Bodies of progressStart for a client that has just joined. */
export const openProgress = (session: Session): JsonObject[] =>
  [...session.progress.open.values()].map(({ body }) => body).filter(isJsonObject)
