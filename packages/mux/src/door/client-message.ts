import type { DapRequest, JsonObject } from '@dapplex/protocol'
import { decodeMessage } from '@dapplex/protocol'
import { log } from '../outbox/record.js'
import { fail, respond } from '../outbox/to-client.js'
import { disconnectUngreeted } from '../rules/lifecycle/end/disconnect.js'
import { lifecycleTable } from '../rules/lifecycle/request-table.js'
import { greet } from '../rules/lifecycle/start/greet.js'
import { isWaitingJoiner } from '../rules/lifecycle/start/join.js'
import { watchWait } from '../rules/progress/deadlines.js'
import { reverseAnswered } from '../rules/reverse/reverse.js'
import { isHeldUp } from '../rules/writes/read-back.js'
import type { Asked, Client } from '../state/clients/client.js'
import { openAsked } from '../state/clients/client.js'
import { failureBody } from '../state/contract/failure.js'
import { awaitsConfiguration } from '../state/lifecycle.js'
import { SESSION_OWNER } from '../state/program/breakpoints.js'
import type { CommandGroup } from '../state/requests/standard.js'
import { groupOf, isResume } from '../state/requests/standard.js'
import type { Session } from '../state/session.js'
import { dispatch } from './dispatch.js'

/** Requests of one client without an answer: a client that only sends must not fill the memory. */
const MOST_OPEN = 10_000
/** What takes back requests, or ends them. */
const endsWaiting: ReadonlySet<string> = new Set(['cancel', 'disconnect', 'terminate'])

type Answered = { readonly filters: readonly string[] } | undefined

/** Handles a message of a client. A malformed message gets an error and affects only its sender (mux 20). */
export function clientMessage(session: Session, client: Client, input: { message: unknown; answered: Answered }): void {
  const decoded = decodeMessage(input.message)
  switch (decoded.kind) {
    case 'request':
      clientRequest(session, client, { request: decoded.message, answered: input.answered })
      return
    case 'response':
      reverseAnswered(session, client, decoded.message as unknown as JsonObject)
      return
    case 'event':
      log(session, 'warn', `${client.profile.name} sent an event; only adapters may send events, so it was dropped`)
      return
    case 'malformed':
      refuseMalformed(session, client, decoded)
  }
}

/** The latest stop that this client was told. A client that is still joining knows of none. */
const stopKnownTo = (session: Session, client: Client): number =>
  client.stage === 'live' || client.isOpener ? session.threads.stopId : -1

function refuseMalformed(
  session: Session,
  client: Client,
  decoded: { why: string; seq: number; command: string },
): void {
  const request = { seq: decoded.seq, type: 'request', command: decoded.command } as DapRequest
  const text = `the message is not valid DAP: ${decoded.why}`
  const asked = openAsked(client, request, stopKnownTo(session, client))
  respond(session, asked, { success: false, ...failureBody({ type: 'INVALID_REQUEST', text }) })
}

function clientRequest(session: Session, client: Client, at: { request: DapRequest; answered: Answered }): void {
  const { request } = at
  const asked = openAsked(client, request, stopKnownTo(session, client))
  if (client.open.size >= MOST_OPEN && !endsWaiting.has(request.command)) {
    const text = `${client.open.size} requests of this client have no answer yet, and no more may have; wait for answers`
    respond(session, asked, {
      success: false,
      ...failureBody({ type: 'RATE_LIMITED', text, data: { limit: String(MOST_OPEN) } }),
    })
    return
  }
  client.open.add(asked)
  if (request.command === 'initialize') {
    greet(session, asked, at.answered)
    return
  }
  if (client.stage === 'left' && request.command === 'disconnect') {
    respond(session, asked, { success: true })
    return
  }
  if (client.stage === 'connected' && request.command === 'disconnect') {
    disconnectUngreeted(session, asked)
    return
  }
  if (client.stage === 'connected' || client.stage === 'left') {
    const text =
      client.stage === 'left'
        ? `'${request.command}' came after disconnect; connect again`
        : `'${request.command}' came before initialize; send initialize first`
    fail(session, asked, { type: 'NOT_READY', text })
    return
  }
  admit(session, asked)
}

/** Requests that do not queue behind deferred ones: those that start, end or inspect the session itself. */
const passesQueue: ReadonlySet<CommandGroup> = new Set(['start', 'disconnect', 'terminate', 'cancel', 'multiplexer'])

/** Performs a request now, or defers it. A client's requests keep their order (mux 22). */
function admit(session: Session, asked: Asked): void {
  const { deferred } = asked.client
  const group = groupIn(session, asked)
  if (mustWait(session, asked, group) || (isBehind(session, group, deferred) && !passesQueue.has(group))) {
    deferred.push(asked)
    watchWait(session, asked)
  } else dispatch(session, asked, group)
}

/**
 * Whether requests that came earlier are in the way. Moves are not in the way of configurationDone: they wait for it.
 */
function isBehind(session: Session, group: CommandGroup, earlier: readonly Asked[]): boolean {
  if (group !== 'configurationDone') return earlier.length > 0
  return earlier.some((one) => !waitsForConfiguration.has(groupIn(session, one)))
}

const waitsForConfiguration: ReadonlySet<CommandGroup> = new Set(['move', 'pause'])

function mustWait(session: Session, asked: Asked, group: CommandGroup): boolean {
  if (lifecycleTable[group][session.lifecycle.state.kind] === 'defer') return true
  // While a stop is being examined the program stands, although clients take it for running: a resume has to wait.
  if (group === 'move' && session.examinations.current !== undefined) return true
  if (!passesQueue.has(group) && isHeldUp(session, asked.client)) return true
  if (group === 'configurationDone' && areSessionBreakpointsUnderWay(session)) return true
  if ((group === 'configurationDone' || group === 'threads') && isWaitingJoiner(asked.client) && awaitsMove(asked))
    return true
  return (group === 'configurationDone' || group === 'move') && awaitsBreakpoints(asked)
}

const groupIn = (session: Session, asked: Asked): CommandGroup =>
  groupOf(asked.request.command, session.options.traits.serves)

/**
 * Whether the breakpoints that the session began with are still on their way: they must hold from the first line on.
 */
function areSessionBreakpointsUnderWay({ breakpoints, lifecycle }: Session): boolean {
  if (!awaitsConfiguration(lifecycle.state)) return false
  for (const { flight, owners } of breakpoints.lists.values())
    if (flight !== undefined && owners.has(SESSION_OWNER)) return true
  return false
}

/**
 * Rule: mux 7. What lets a joiner in waits for the answer to its own resume: a stop that it is told of in between would stand for
 * it, although the program has gone on from there.
 */
function awaitsMove(asked: Asked): boolean {
  const { open, deferred } = asked.client
  for (const earlier of open) {
    if (earlier === asked) return false
    if (isResume(earlier.request.command) && !deferred.includes(earlier)) return true
  }
  return false
}

/** Rule: mux 22. configurationDone and resumes wait for their client's earlier breakpoint requests. */
function awaitsBreakpoints(asked: Asked): boolean {
  for (const earlier of asked.client.open) {
    if (earlier === asked) return false
    if (groupOf(earlier.request.command) === 'breakpoints') return true
  }
  return false
}

/**
 * Performs the deferred requests that have become possible, in each client's order. Called at the end of each input.
 */
export function admitDeferred(session: Session): void {
  for (const client of session.clients.values()) {
    for (let next = nextDeferred(session, client); next !== undefined; next = nextDeferred(session, client)) {
      client.deferred.splice(client.deferred.indexOf(next), 1)
      dispatch(session, next, groupIn(session, next))
    }
  }
}

/** The deferred request whose turn it is, if it is possible now. */
function nextDeferred(session: Session, { deferred }: Client): Asked | undefined {
  const [head] = deferred
  if (head === undefined || !mustWait(session, head, groupIn(session, head))) return head
  return deferred.find((asked, at) => {
    const group = groupIn(session, asked)
    if (group !== 'configurationDone' || mustWait(session, asked, group)) return false
    return !isBehind(session, group, deferred.slice(0, at))
  })
}
