import type { DapRequest, JsonObject } from '@dapplex/protocol'
import { isJsonObject } from '@dapplex/protocol'
import { log, record } from '../../outbox/record.js'
import { request, tellAll } from '../../outbox/to-client.js'
import { hears } from '../../state/clients/client.js'
import type { ChildOutcome } from '../../state/contract/input.js'
import type { Session } from '../../state/session.js'
import { rememberProcess } from './child-exit.js'
import { closeReverse, failReverse, openReverse, passReverse } from './reverse.js'

/** Handles a request of the adapter (mux 13). The multiplexer itself starts child sessions (mux 14). */
export function reverseAsked(session: Session, asked: DapRequest): void {
  if (asked.command !== 'startDebugging' || !session.options.policies.opensChildren) {
    passReverse(session, asked)
    return
  }
  const args: JsonObject = isJsonObject(asked.arguments) ? asked.arguments : {}
  const configuration = isJsonObject(args['configuration']) ? args['configuration'] : {}
  const reverse = openReverse(session, {
    upstreamSeq: asked.seq,
    command: asked.command,
    client: undefined,
    clientSeq: 0,
  })
  openChild(session, { reverse, configuration, request: args['request'] === 'attach' ? 'attach' : 'launch' })
}

/**
 * The event by which some adapters ask for a child (`traits.childEvent`). Often only one attach is possible: the
 * multiplexer attaches, and the clients join. Returns true when it has handled the event.
 */
export function childEvent(session: Session, event: string, body: unknown): boolean {
  if (event !== session.options.traits.childEvent || !session.options.policies.opensChildren) return false
  openChild(session, { reverse: undefined, configuration: isJsonObject(body) ? body : {}, request: 'attach' })
  return true
}

function openChild(
  session: Session,
  spec: { reverse: number | undefined; configuration: JsonObject; request: 'launch' | 'attach' },
): void {
  const { children } = session
  children.count += 1
  children.opening.set(children.count, { reverse: spec.reverse, configuration: spec.configuration, exit: undefined })
  session.effects.push({
    kind: 'openChild',
    child: children.count,
    request: spec.request,
    configuration: spec.configuration,
  })
}

/**
 * A child session is open, or could not be opened: the adapter is answered, and capable clients are asked to attach.
 */
export function childOpened(session: Session, child: number, outcome: ChildOutcome): void {
  const opening = session.children.opening.get(child)
  if (opening === undefined) return
  session.children.opening.delete(child)
  if (outcome.kind === 'failed') {
    log(session, 'warn', `a child session could not be opened: ${outcome.why}`)
    if (opening.reverse === undefined) tellAll(session, childFailure(outcome.why))
    else failReverse(session, opening.reverse, `the child session could not be opened: ${outcome.why}`)
    return
  }
  if (opening.reverse !== undefined) closeReverse(session, opening.reverse, { success: true })
  record(session, { kind: 'child', session: outcome.session })
  rememberProcess(session, opening, outcome.session)
  const configuration = { ...opening.configuration, request: 'attach', dapplexSession: outcome.session }
  for (const client of session.clients.values())
    if (hears(client) && client.conventions.startDebugging)
      request(session, client, { command: 'startDebugging', args: { request: 'attach', configuration } })
}

const childFailure = (why: string) => ({
  event: 'output',
  body: { category: 'important', output: `a child session could not be opened: ${why}\n` },
})
