import type { JsonObject, SourceField } from '@dapplex/protocol'
import {
  isJsonObject,
  mapSources,
  sourceFieldsOfAnswers,
  sourceFieldsOfEvents,
  sourceFieldsOfRequests,
} from '@dapplex/protocol'
import type { Client } from '../../state/clients/client.js'
import { rememberTold } from '../../state/program/sources.js'
import type { Session } from '../../state/session.js'
import { uriToPath } from '../conventions/paths.js'
import { sourceKey } from './source-key.js'

/** A URI stays as it is. */
export const realPath = ({ options }: Session, path: string): string =>
  uriToPath(path) === path && !/^[a-z][a-z\d+.-]+:\/\//i.test(path) ? options.realPath(path) : path

/** Remembers how a client writes the path of a source, where the adapter writes it in another way. */
export function noteSpelling(session: Session, client: Client, { path }: JsonObject): void {
  if (typeof path !== 'string') return
  const key = sourceKey(session, { path })
  if (realPath(session, path) === path) client.spelled.delete(key)
  else client.spelled.set(key, path)
}

/**
 * Arguments of a client's request with the paths that the adapter knows; the same object if nothing changes. The client sees
 * its own spelling from now on (mux 1).
 */
export function sourcesToAdapter(session: Session, client: Client, asked: AskedOfAdapter): JsonObject {
  const fields = sourceFieldsOfRequests.get(asked.command)
  if (fields === undefined) return asked.args
  return mapSources(asked.args, fields, (source) => {
    const { path, sourceReference } = source
    if (typeof path !== 'string' || (typeof sourceReference === 'number' && sourceReference > 0)) return source
    const known = knownPath(session, path)
    if (known === path) return source
    noteSpelling(session, client, source)
    return { ...source, path: known }
  })
}

interface AskedOfAdapter {
  readonly command: string
  readonly args: JsonObject
}

/**
 * The spelling that the adapter knows: what it has written itself, what a breakpoint was verified under, else the real
 * path.
 */
function knownPath(session: Session, path: string): string {
  const { told } = session.sources
  if (told.has(path)) return path
  const key = sourceKey(session, { path })
  for (const one of told) if (sourceKey(session, { path: one }) === key) return one
  return session.breakpoints.lists.get(key)?.path ?? realPath(session, path)
}

/** Learns from the adapter's answers and events how it writes paths. `body` is in the adapter's conventions. */
export function learnSources(session: Session, name: string, body: JsonObject): void {
  const fields = LEARNED.get(name)
  if (fields === undefined) return
  mapSources(body, fields, (source) => {
    rememberTold(session.sources, source['path'])
    return source
  })
}

/** A breakpoint may be answered under the path it was asked for, whatever the symbols say. */
const LEARNED: ReadonlyMap<string, readonly SourceField[]> = new Map([
  ...['stackTrace', 'loadedSources', 'locations'].map(
    (command) => [command, sourceFieldsOfAnswers.get(command) ?? []] as const,
  ),
  ['loadedSource', sourceFieldsOfEvents.get('loadedSource') ?? []],
])

/** The body of an answer with the paths that the client has written itself; the same object if nothing changes. */
export const answerAsSpelled = (session: Session, client: Client, at: { command: string; body: unknown }): unknown =>
  asSpelled(session, client, { body: at.body, fields: sourceFieldsOfAnswers.get(at.command) })

/** The same for the body of an event. */
export const eventAsSpelled = (session: Session, client: Client, at: { event: string; body?: unknown }): unknown =>
  asSpelled(session, client, { body: at.body, fields: sourceFieldsOfEvents.get(at.event) })

function asSpelled(
  session: Session,
  client: Client,
  { body, fields }: { body: unknown; fields: readonly SourceField[] | undefined },
): unknown {
  if (client.spelled.size === 0 || fields === undefined || !isJsonObject(body)) return body
  return mapSources(body, fields, (source) => {
    const path = client.spelled.get(sourceKey(session, source))
    return path === undefined || path === source['path'] ? source : { ...source, path }
  })
}
