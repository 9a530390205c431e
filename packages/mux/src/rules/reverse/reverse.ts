import type { DapMessage, DapRequest, JsonObject } from '@dapplex/protocol'
import { isJsonObject } from '@dapplex/protocol'
import { log } from '../../outbox/record.js'
import { nextUpstreamSeq } from '../../outbox/to-adapter.js'
import { request } from '../../outbox/to-client.js'
import type { Client } from '../../state/clients/client.js'
import { hears } from '../../state/clients/client.js'
import type { Failure } from '../../state/contract/failure.js'
import { failureBody } from '../../state/contract/failure.js'
import type { RunOutcome } from '../../state/contract/input.js'
import { isAdapterGone } from '../../state/lifecycle.js'
import type { OpenReverse } from '../../state/requests/open-reverse.js'
import type { Session } from '../../state/session.js'

/** How long a client may take for a request of the adapter, in milliseconds: a person may have to answer a dialogue. */
const PATIENCE_MS = 60_000
/** Set by an adapter whose `args` are text for a shell, not to be quoted. */
const SHELL = 'argsCanBeInterpretedByShell'
const timerOf = (number: number): string => `reverse:${number}`
/** The number in the name of such a timer. */
export const reverseOfTimer = (timer: string): number | undefined =>
  timer.startsWith('reverse:') ? Number(timer.slice('reverse:'.length)) : undefined

/** Passes a request of the adapter to a client that can do it, else to the runtime, else refuses it (mux 13). */
export function passReverse(session: Session, asked: DapRequest): void {
  const args = isJsonObject(asked.arguments) ? asked.arguments : {}
  const client = chooseClient(session, asked.command, args)
  if (client !== undefined) {
    const clientSeq = request(session, client, { command: asked.command, args: forShell(client, args) })
    openReverse(session, { upstreamSeq: asked.seq, command: asked.command, client: client.id, clientSeq })
    return
  }
  if (asked.command === 'runInTerminal' && session.options.policies.runsCommands) {
    const run = openReverse(session, {
      upstreamSeq: asked.seq,
      command: asked.command,
      client: undefined,
      clientSeq: 0,
    })
    session.effects.push({ kind: 'runCommand', run, args })
    return
  }
  const text = `no client of this session can do '${asked.command}'`
  answerReverse(session, asked, { success: false, ...failureBody({ type: 'NOBODY_CAN', text }) })
}

/**
 * The launcher first, then in the order they joined; a terminal must be on the adapter's own machine. Where the runtime runs
 * commands, the program of a launcher without a terminal does not move into that of an editor that has joined: not at a restart
 * either.
 */
function chooseClient(session: Session, command: string, args: JsonObject): Client | undefined {
  const launcher = session.lifecycle.launch?.client
  const able = [...session.clients.values()].filter((client) => hears(client) && canDo(client, command))
  const isRunHere = command === 'runInTerminal' && session.options.policies.runsCommands
  if (isRunHere && !able.some((client) => client.id === launcher)) return undefined
  const all = args[SHELL] === true ? able.filter((client) => client.conventions.shellArguments) : able
  // Text for a shell goes to a client that does not quote it, else to the runtime, else to a client that quotes it.
  if (all.length === 0 && session.options.policies.runsCommands) return undefined
  return pick(all.length === 0 ? able : all, launcher)
}

function pick(all: readonly Client[], launcher: number | undefined): Client | undefined {
  return all.find((client) => client.id === launcher) ?? all[0]
}

/** A client that has not announced the property must not be sent it (DAP, `RunInTerminalRequestArguments`). */
function forShell(client: Client, args: JsonObject): JsonObject {
  if (!(SHELL in args) || client.conventions.shellArguments) return args
  const { [SHELL]: _shell, ...rest } = args
  return rest
}

function canDo(client: Client, command: string): boolean {
  switch (command) {
    case 'runInTerminal':
      return client.conventions.runInTerminal && client.profile.isLocal
    case 'startDebugging':
      return client.conventions.startDebugging
    default:
      // Requests outside the standard are between an adapter and the editor it was made for.
      return client.isOpener
  }
}

export function openReverse(session: Session, open: OpenReverse): number {
  const { reverses } = session
  reverses.count += 1
  reverses.open.set(reverses.count, open)
  session.effects.push({ kind: 'startTimer', timer: timerOf(reverses.count), ms: PATIENCE_MS })
  return reverses.count
}

/** Handles a client's answer to a request of the adapter. A second answer, or one to no request, is dropped. */
export function reverseAnswered(session: Session, client: Client, message: JsonObject): void {
  for (const [number, open] of session.reverses.open) {
    if (open.client !== client.id || open.clientSeq !== message['request_seq']) continue
    const { seq: _seq, type: _type, request_seq: _request, command: _command, ...members } = message
    closeReverse(session, number, members)
    return
  }
  log(session, 'debug', `${client.profile.name} answered request ${String(message['request_seq'])}, which is not open`)
}

/** Answers a request of the adapter, exactly once. */
export function closeReverse(session: Session, number: number, members: JsonObject): void {
  const open = session.reverses.open.get(number)
  if (open === undefined) return
  session.reverses.open.delete(number)
  session.effects.push({ kind: 'cancelTimer', timer: timerOf(number) })
  answerReverse(session, { seq: open.upstreamSeq, command: open.command }, members)
}

/** Answers the adapter with a failure: the client that was asked has gone, or has not answered in time. */
export function failReverse(session: Session, number: number, why: string): void {
  const failure: Failure = { type: 'NOBODY_CAN', text: why }
  closeReverse(session, number, { success: false, ...failureBody(failure) })
}

export function failReversesOf(session: Session, client: Client): void {
  for (const [number, open] of session.reverses.open)
    if (open.client === client.id) failReverse(session, number, `${client.profile.name} has gone before it answered`)
}

function answerReverse(session: Session, asked: Pick<DapRequest, 'seq' | 'command'>, members: JsonObject): void {
  if (isAdapterGone(session.lifecycle.state)) return
  const message = {
    ...members,
    seq: nextUpstreamSeq(session),
    type: 'response',
    request_seq: asked.seq,
    command: asked.command,
    success: members['success'] === true,
  }
  session.effects.push({ kind: 'sendToAdapter', message: message as unknown as DapMessage })
}

/** The adapter that asked is gone: nobody waits for an answer any more. */
export function forgetReverses(session: Session): void {
  for (const number of session.reverses.open.keys())
    session.effects.push({ kind: 'cancelTimer', timer: timerOf(number) })
  session.reverses.open.clear()
  session.children.opening.clear()
  session.children.processes.clear()
}

/** The runtime has run a command for the adapter, or could not (mux 13). */
export function commandRan(session: Session, run: number, outcome: RunOutcome): void {
  if (outcome.kind === 'failed') {
    const text = `the command could not be run: ${outcome.why}`
    closeReverse(session, run, { success: false, ...failureBody({ type: 'NOBODY_CAN', text }) })
    return
  }
  const { kind: _kind, ...body } = outcome
  closeReverse(session, run, { success: true, body })
}
