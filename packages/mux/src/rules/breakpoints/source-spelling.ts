import type { JsonObject } from '@dapplex/protocol'
import { isJsonObject } from '@dapplex/protocol'
import { ask } from '../../outbox/to-adapter.js'
import type { Client } from '../../state/clients/client.js'
import type { BreakpointList, Flight } from '../../state/program/breakpoints.js'
import type { Session } from '../../state/session.js'
import { uriToPath } from '../../translation/conventions/paths.js'
import { sourceKey } from './source-key.js'

/**
 * The spellings of a source that the adapter may know, the likeliest first: the real path, then what its owners wrote. A
 * program that was built through a symbolic link knows the latter.
 */
function spellingsOf(session: Session, { owners, source }: BreakpointList): string[] {
  const written = [...owners.values(), { source }].flatMap(({ source: { path } }) =>
    typeof path === 'string' ? [path] : [],
  )
  const [first] = written
  return first === undefined ? [] : [...new Set([realPath(session, first), ...written])]
}

/** A URI stays as it is. */
export const realPath = ({ options }: Session, path: string): string =>
  uriToPath(path) === path && !/^[a-z][a-z\d+.-]+:\/\//i.test(path) ? options.realPath(path) : path

/** Chooses the spelling that goes upstream, where none has been chosen yet. */
export function chooseSpelling(session: Session, list: BreakpointList): void {
  if (list.kind === 'source') list.path ??= spellingsOf(session, list)[0]
}

/**
 * After an answer without a verified breakpoint, another spelling is tried; after the last one, it is the likeliest again.
 * True if the list has to be sent again.
 */
export function tryNextSpelling(session: Session, list: BreakpointList, { slots, waiters }: Flight): boolean {
  const { path, tried } = list
  if (list.kind !== 'source' || path === undefined || slots.length === 0) return false
  tried.add(path)
  if (slots.some(({ answer }) => answer?.['verified'] === true)) return false
  const spellings = spellingsOf(session, list)
  const next = spellings.find((one) => !tried.has(one)) ?? spellings[0]
  if (next === undefined || next === path) return false
  // The adapter forgets the list of this spelling first.
  const args = { source: { ...list.source, path }, breakpoints: [] }
  list.flight = { slots: [], signature: '', waiters, isClearing: true }
  ask(session, { command: 'setBreakpoints', args, purpose: { kind: 'sourceBreakpoints', source: list.key } })
  list.path = next
  list.signature = undefined
  return true
}

/** Remembers how a client writes the path of a source, where the adapter writes it in another way. */
export function noteSpelling(session: Session, client: Client, { path }: JsonObject): void {
  if (typeof path !== 'string') return
  const key = sourceKey(session, { path })
  if (realPath(session, path) === path) client.spelled.delete(key)
  else client.spelled.set(key, path)
}

/** The answer to stackTrace with the paths that the client has written itself; the same object if nothing changes. */
export function framesAsSpelled(session: Session, client: Client, body: unknown): unknown {
  if (client.spelled.size === 0 || !isJsonObject(body) || !Array.isArray(body['stackFrames'])) return body
  const stackFrames = body['stackFrames'].map((frame: unknown) => {
    if (!isJsonObject(frame) || !isJsonObject(frame['source'])) return frame
    const { source } = frame
    const path = client.spelled.get(sourceKey(session, source))
    return path === undefined || path === source['path'] ? frame : { ...frame, source: { ...source, path } }
  })
  return { ...body, stackFrames }
}
