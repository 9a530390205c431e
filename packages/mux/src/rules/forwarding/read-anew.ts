import type { JsonObject } from '@dapplex/protocol'
import { countIn, isJsonObject, listIn, textIn } from '@dapplex/protocol'
import { ask } from '../../outbox/to-adapter.js'
import { fail } from '../../outbox/to-client.js'
import { argumentsOf, type Asked } from '../../state/clients/client.js'
import type { Epoch } from '../../state/ids/reference-table.js'
import { lookUpReference, markFound, moveReference, type Found } from '../../state/ids/references.js'
import type { Reading } from '../../state/requests/reading.js'
import type { Session } from '../../state/session.js'
import { prepare } from './prepare.js'

/** No tree of variables is deeper. */
const DEEPEST = 100

/** The requests that list references, and the members of their answers that do. */
const LISTS: ReadonlySet<string> = new Set(['scopes', 'variables'])

/** Notes where the references of an answer were found, for an adapter whose references are snapshots. */
export function noteFound(
  session: Session,
  { asked, epoch }: { asked: Asked; epoch: Epoch | undefined },
  body: unknown,
) {
  const { references, options } = session
  const { command } = asked.request
  if (options.traits.references.show === 'now' || !LISTS.has(command) || epoch === undefined) return
  const args = argumentsOf(asked)
  const from = countIn(args, command === 'scopes' ? 'frameId' : 'variablesReference')
  if (from === undefined || !isJsonObject(body)) return
  const among =
    command === 'scopes' ? ({ kind: 'scopes', frameId: from } as const) : ({ kind: 'rows', of: from } as const)
  for (const row of listIn(body, command)) {
    const id = countIn(row, 'variablesReference') ?? 0
    const at = { among, name: textIn(row, 'name') ?? '', since: references.writes }
    if (id > 0) markFound(references, epoch, { id, at })
  }
}

/**
 * Rule: mux 28. A reference that was read before a write shows what is there now. Where the adapter's references are snapshots
 * (`references.show`), what it stands for is found anew by its name. False where the request goes on as it is.
 */
export function startReadingAnew(session: Session, asked: Asked, epoch: Epoch | undefined): boolean {
  const id = countIn(argumentsOf(asked), 'variablesReference')
  if (asked.request.command !== 'variables' || id === undefined || epoch === undefined) return false
  const path = pathTo(session, epoch, id)
  if (path === undefined) return false
  return askNext(session, { asked, epoch, path, done: 0 })
}

/** The ids from a scope to this one; undefined where it shows what is there now, or nobody knows where it was found. */
function pathTo({ references }: Session, epoch: Epoch, id: number): readonly number[] | undefined {
  const known = references.found.get(epoch)
  const own = known?.get(id)
  if (own === undefined || own.since === references.writes) return undefined
  const path = [id]
  let { among } = own
  while (among.kind === 'rows' && path.length < DEEPEST) {
    path.push(among.of)
    const holder = known?.get(among.of)
    if (holder === undefined) return undefined
    among = holder.among
  }
  return among.kind === 'scopes' ? path.toReversed() : undefined
}

/** The adapter has listed what holds the next id of the path. Goes on to the one after it, at last to what was asked for. */
export function readAnew(session: Session, reading: Reading, { success, body }: JsonObject): void {
  const { references } = session
  const { path, done, epoch, asked } = reading
  const id = path[done] ?? 0
  const at = references.found.get(epoch)?.get(id)
  const rows = success === true && isJsonObject(body) ? listIn(body, listOf(at)) : []
  const upstream = rows
    .map((row) => (textIn(row, 'name') === at?.name ? countIn(row, 'variablesReference') : 0))
    .find(Boolean)
  if (at === undefined || upstream === undefined) {
    askItself(session, asked)
    return
  }
  moveReference(references, 'variables', { id, upstream })
  markFound(references, epoch, { id, at: { ...at, since: references.writes } })
  if (!askNext(session, { ...reading, done: done + 1 })) askItself(session, asked)
}

const listOf = (at: Found | undefined) => (at?.among.kind === 'scopes' ? 'scopes' : 'variables')

/** Asks the adapter for the list in which the next id stands. False where all have been found. */
function askNext(session: Session, reading: Reading): boolean {
  const { references } = session
  const at = references.found.get(reading.epoch)?.get(reading.path[reading.done] ?? 0)
  if (at === undefined || reading.epoch.isOver) return false
  const isScope = at.among.kind === 'scopes'
  const holder = at.among.kind === 'scopes' ? at.among.frameId : at.among.of
  const looked = lookUpReference(references, isScope ? 'frame' : 'variables', holder)
  if (looked.kind !== 'live') return false
  const args = isScope ? { frameId: looked.upstream } : { variablesReference: looked.upstream }
  ask(session, { command: listOf(at), args, purpose: { kind: 'readAnew', reading } })
  return true
}

/** The request itself, with what its reference stands for by now. */
function askItself(session: Session, asked: Asked): void {
  const prepared = prepare(session, asked)
  if (prepared.kind === 'refused') fail(session, asked, prepared.failure)
  else {
    const { command } = asked.request
    ask(session, { command, args: prepared.args, purpose: { kind: 'client', asked }, epoch: prepared.epoch })
  }
}
