import type { JsonObject } from '@dapplex/protocol'
import { isBarePath, isJsonObject, listIn, textIn } from '@dapplex/protocol'
import { ask } from '../../outbox/to-adapter.js'
import type { Asked, Client } from '../../state/clients/client.js'
import type { Failure } from '../../state/contract/failure.js'
import type { Epoch } from '../../state/ids/reference-table.js'
import { isReachable } from '../../state/lifecycle.js'
import type { Session } from '../../state/session.js'
import type { Write } from '../../state/requests/write.js'
import { isLost } from './is-lost.js'

/** How many rows are searched for the variable that is written. */
const MOST_ROWS = 1000

/** A write as it goes to the adapter. */
interface Outgoing {
  readonly args: JsonObject | undefined
  readonly epoch: Epoch
}

/**
 * Reads the value before a write, where the adapter's success is not sure (`evaluation.writesAreSure`) and reading runs no code. False where the request goes on as it is.
 */
export function startWrite(session: Session, asked: Asked, { args, epoch }: Outgoing): boolean {
  const probe = args === undefined ? undefined : probeFor(session, asked.request.command, args)
  if (args === undefined || probe === undefined) return false
  ask(session, { ...probe, purpose: { kind: 'writeBefore', write: { asked, args, epoch, probe, before: undefined } } })
  return true
}

function probeFor({ options: { traits } }: Session, command: string, args: JsonObject): Write['probe'] | undefined {
  if (traits.evaluation.writesAreSure) return undefined
  const { variablesReference, expression, frameId, format } = args
  const shared = format === undefined ? {} : { format }
  if (command === 'setVariable')
    return { command: 'variables', args: { variablesReference, start: 0, count: MOST_ROWS, ...shared } }
  if (command !== 'setExpression' || typeof expression !== 'string') return undefined
  if (!isBarePath(expression, traits.presentation.names)) return undefined
  const frame = frameId === undefined ? {} : { frameId }
  // A path may lead through a getter: an adapter that can tell refuses to run it in a hover.
  const context = traits.evaluation.hoverIsSafe ? 'hover' : 'watch'
  return { command: 'evaluate', args: { expression, context, ...frame, ...shared } }
}

/** The value before is known, or cannot be: now the write goes out. */
export function sendWrite(session: Session, write: Write, message: JsonObject): void {
  write.before = valueIn(write, message)
  const { asked, args, epoch } = write
  ask(session, { command: asked.request.command, args, purpose: { kind: 'client', asked, write }, epoch })
}

/** Whether a request of this client has not gone out yet, because another one had to go before it (mux 22). */
export function isHeldUp({ pending }: Session, client: Client): boolean {
  for (const { purpose } of pending.entries.values()) {
    if (purpose.kind === 'writeBefore' && purpose.write.asked.client === client) return true
    if (purpose.kind === 'readAnew' && purpose.reading.asked.client === client) return true
  }
  return false
}

/** Reads the value after a write that the adapter calls a success. False where its answer goes to the client at once. */
export function checkWrite(session: Session, write: Write, message: JsonObject): boolean {
  const { before, epoch, probe, asked } = write
  if (before === undefined || epoch.isOver || asked.state !== 'open' || !isReachable(session.lifecycle.state))
    return false
  if (!isLost({ before, now: before, ...textsOf(write, message) })) return false
  ask(session, { ...probe, purpose: { kind: 'writeAfter', write, message } })
  return true
}

/** Why a write has failed although the adapter calls it a success; undefined if it did not fail. */
export function lostWrite(
  session: Session,
  { write, message }: { readonly write: Write; readonly message: JsonObject },
  reread: JsonObject,
): Failure | undefined {
  const now = write.epoch.isOver ? undefined : valueIn(write, reread)
  const texts = textsOf(write, message)
  if (now === undefined || !isLost({ before: write.before, now, ...texts })) return undefined
  const { name, expression } = write.args
  const what = typeof name === 'string' ? name : String(expression)
  const { adapterTitle } = session.options
  const text = `${adapterTitle} says that ${what} is ${texts.told} now, but it is still ${now}: the write had no effect`
  return { type: 'EVAL_FAILED', text, data: { kind: 'refused', expression: what, reason: text } }
}

function textsOf({ args }: Write, { body }: JsonObject): { readonly wanted: string; readonly told: string } {
  const told = isJsonObject(body) ? textIn(body, 'value') : undefined
  return { wanted: textIn(args, 'value') ?? '', told: told ?? '' }
}

/** The value that the answer to the probe tells. A lazy one has not been read. */
function valueIn({ probe, args }: Write, { success, body }: JsonObject): string | undefined {
  if (success !== true || !isJsonObject(body)) return undefined
  if (probe.command === 'evaluate') return textIn(body, 'result')
  const row = listIn(body, 'variables').find((one) => textIn(one, 'name') === args['name'])
  const hint = row?.['presentationHint']
  return row === undefined || (isJsonObject(hint) && hint['lazy'] === true) ? undefined : textIn(row, 'value')
}
