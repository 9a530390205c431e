import type { Role, ToolDefinition } from '@dapplex/protocol'
import { toolError } from '@dapplex/protocol'
import type { DapSession, RequestOptions, SessionsPort } from '../port/dap-session.js'
import type { ToolContext } from '../port/tool-context.js'
import type { WorkflowCall } from '../port/workflow-port.js'
import type { CallLimits } from './call-limits.js'
import { epochIn, isSameEpoch, type Epoch, type StopWatch } from './of-one-stop.js'
import { resolveSession } from './resolve-session.js'
import { SessionCall } from './session-call.js'

const RANK: Readonly<Record<Role, number>> = { observer: 0, operator: 1, owner: 2 }

/** Where a call comes from: its connection, and its place in the workflow tree. */
export interface CallOrigin {
  readonly context: ToolContext
  readonly workflow: WorkflowCall
}

/** One call of a tool: who calls, how long it may take, and the session it is about. */
export class Call implements CallLimits, StopWatch {
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
    this.#begun ??= epochIn(session.view())
    return new SessionCall(this, session)
  }

  rest(): RequestOptions {
    const timeoutMs = Math.max(1, this.#deadline - this.context.now())
    return { timeoutMs, signal: this.context.signal, place: this.workflow.place }
  }

  extend(ms: number): void {
    this.#deadline = Math.max(this.#deadline, this.context.now() + ms)
  }

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

  demandRole(needed: Role, what = this.tool.name): void {
    const { role } = this.context.caller
    if (RANK[role] < RANK[needed]) throw toolError('FORBIDDEN', { what, needed, role })
  }
}
