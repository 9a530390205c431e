import {
  toolError,
  type AdapterTraits,
  type Role,
  type SessionView,
  type ToolDefinition,
  type ToolError,
} from '@dapplex/protocol'
import type { DapAnswer, DapSession, RequestOptions, SessionsPort } from '../port/dap-session.js'
import type { ToolContext } from '../port/tool-context.js'
import type { WorkflowCall } from '../port/workflow-port.js'
import { namingBlocker } from './blocked-by.js'
import { documentedFailure, failureText } from './dap-failure.js'
import { epochIn, isSameEpoch, type Epoch, type StopWatch } from './of-one-stop.js'
import { resolveSession } from './resolve-session.js'

export type Body = Readonly<Record<string, unknown>>

const RANK: Readonly<Record<Role, number>> = { observer: 0, operator: 1, owner: 2 }

/** Where a call comes from: its connection, and its place in the workflow tree. */
export interface CallOrigin {
  readonly context: ToolContext
  readonly workflow: WorkflowCall
}

/** One call of a tool: who calls, how long it may take, and the session it is about. */
export class Call implements StopWatch {
  readonly tool: ToolDefinition
  readonly context: ToolContext
  /** Its place in the workflow tree. */
  readonly workflow: WorkflowCall
  readonly timeoutMs: number
  #deadline: number
  #session: DapSession | undefined
  #stopId: number | undefined
  /** Where the program stood when this call began to read. */
  #begun: Epoch | undefined

  constructor(tool: ToolDefinition, { context, workflow }: CallOrigin, timeoutMs: number) {
    this.tool = tool
    this.context = context
    this.workflow = workflow
    this.timeoutMs = timeoutMs
    this.#deadline = context.now() + timeoutMs
  }

  get sessions(): SessionsPort {
    return this.context.sessions
  }

  /** The session that the result belongs to (`_meta`). */
  get usedSession(): DapSession | undefined {
    return this.#session
  }

  /**
   * The session of this call, by id or by the rule of the tool.
   * @throws ToolError NO_SESSION, SESSION_NOT_FOUND, SESSION_AMBIGUOUS
   */
  on(sessionId: string | undefined): SessionCall {
    return this.using(resolveSession(this.sessions, sessionId, this.tool.session))
  }

  /** Uses a session that was found by an object or breakpoint id. */
  using(session: DapSession): SessionCall {
    this.#session = session
    this.sessions.use(session)
    this.#begun ??= epochIn(session.view())
    return new SessionCall(this, session)
  }

  /** The remaining time, for one request. */
  rest(): RequestOptions {
    const timeoutMs = Math.max(1, this.#deadline - this.context.now())
    return { timeoutMs, signal: this.context.signal, place: this.workflow.place }
  }

  /** Ensures some time from now on: reading after a long wait must not fail because the wait used up the time. */
  extend(ms: number): void {
    this.#deadline = Math.max(this.#deadline, this.context.now() + ms)
  }

  /** Names the stop that the answer belongs to (`_meta.stop_id`). Without it, that is the latest stop at the end. */
  answersFor(stopId: number): void {
    this.#stopId = stopId
  }

  /** The stop that the answer belongs to; undefined without a session. */
  get stopId(): number | undefined {
    return this.#stopId ?? this.#session?.view().stopId
  }

  /** The stop at which this call began to read. */
  get begunAt(): number {
    return this.#begun?.stopId ?? 0
  }

  /** From now on, `hasMoved` is about the session as it is when the call first uses it. */
  begin(): void {
    this.#begun = undefined
    this.#stopId = undefined
  }

  hasMoved(): boolean {
    if (this.#session === undefined || this.#begun === undefined) return false
    return !isSameEpoch(this.#begun, this.#session.view())
  }

  /** @throws ToolError FORBIDDEN where the caller's role is below `needed` */
  demandRole(needed: Role, what = this.tool.name): void {
    demandRole(this.context.caller, needed, what)
  }
}

/** @throws ToolError FORBIDDEN where the caller's role is below `needed` */
export function demandRole({ role }: { readonly role: Role }, needed: Role, what: string): void {
  if (RANK[role] < RANK[needed]) throw toolError('FORBIDDEN', { what, needed, role })
}

interface Limits {
  /** How long each request to the session may take, in milliseconds. */
  readonly eachMs?: number
  /** How many characters of a value are shown. */
  readonly textLength?: number
}

/** Requests whose answers show values. */
const SHOWS_TEXT: ReadonlySet<string> = new Set(['evaluate', 'variables'])

/** Contexts in which the tools evaluate what only reads. */
const READ_CONTEXTS: ReadonlySet<unknown> = new Set(['watch', 'hover'])

/** A call on its session. */
export class SessionCall {
  readonly call: Call
  readonly session: DapSession
  readonly #limits: Limits

  constructor(call: Call, session: DapSession, limits: Limits = {}) {
    this.call = call
    this.session = session
    this.#limits = limits
  }

  /**
   * The same call, for requests of which each may take this long at most, and all together the rest of the call. So an adapter that
   * hangs is noticed, and one that is only slow, as on a busy machine, is not taken for it.
   */
  eachWithin(ms: number): SessionCall {
    return new SessionCall(this.call, this.session, { ...this.#limits, eachMs: ms })
  }

  /** The same call, for values of which so many characters are shown. */
  showing(textLength: number): SessionCall {
    return new SessionCall(this.call, this.session, { ...this.#limits, textLength })
  }

  get view(): SessionView {
    return this.session.view()
  }

  get traits(): AdapterTraits {
    return this.session.traits
  }

  /** Sends one DAP request. A failure is returned; a documented failure is thrown. */
  async send(command: string, args: Body): Promise<DapAnswer> {
    const { evaluating } = this.view
    const answer = await this.session
      .request(command, this.#withPlainFormat(command, this.#withTextLength(command, args)), this.#rest())
      .catch((error: unknown) => {
        throw namingBlocker(error, evaluating, this.view)
      })
    if (answer.success) return answer
    const documented = documentedFailure(this.session, answer, args)
    if (documented !== undefined) throw documented
    return answer
  }

  /** Sends one DAP request and returns its body. `refuse` makes the error of a failure from the adapter's words. */
  async ask(command: string, args: Body, refuse: (reason: string) => ToolError): Promise<Body> {
    const answer = await this.send(command, args)
    if (answer.success) return answer.body
    throw refuse(failureText(answer))
  }

  /** Whether the adapter announced this capability, or serves the request without announcing it (`traits.serves`). */
  can(capability: string, command?: string): boolean {
    const announced = (this.view.capabilities as Body)[capability] === true
    return announced || (command !== undefined && this.serves(command))
  }

  serves(command: string): boolean {
    return this.traits.serves.includes(command)
  }

  /** Where the adapter takes it, it is told how long a text may be: otherwise it cuts where it likes. */
  #withTextLength(command: string, args: Body): Body {
    const { textArgument } = this.traits.presentation
    const { textLength } = this.#limits
    if (textArgument === undefined || textLength === undefined || !SHOWS_TEXT.has(command)) return args
    return { ...args, [textArgument]: textLength }
  }

  /** What only reads asks the adapter to run no code of the program (`evaluation.plainReads`). */
  #withPlainFormat(command: string, args: Body): Body {
    const { plainReads } = this.traits.evaluation
    const isRead = command === 'variables' || (command === 'evaluate' && READ_CONTEXTS.has(args['context']))
    return plainReads === undefined || !isRead ? args : { ...args, format: plainReads.format }
  }

  #rest(): RequestOptions {
    const rest = this.call.rest()
    const { eachMs = Infinity } = this.#limits
    return { ...rest, timeoutMs: Math.min(rest.timeoutMs, eachMs) }
  }
}
