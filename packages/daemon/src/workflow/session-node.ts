import { basename } from 'node:path'
import { booleanIn, isJsonObject, isRequest, type DapMessage, type Phase, type SessionEvent } from '@dapplex/protocol'
import { isTerminal, type EpochMove, type NodeEnd, type Workflow } from '@dapplex/workflow'
import type { SessionRuntime } from '../session/runtime/session-runtime.js'
import type { Traffic } from '../session/runtime/traffic.js'
import { epochMove } from './epoch-moves.js'

/** Where a session hangs in the tree. */
export interface SessionPlace {
  readonly parentId: string
  readonly origin: 'launched' | 'spawned' | 'child-session'
}

export interface SessionNodeOptions {
  readonly workflow: Workflow
  readonly moveEpoch: (why: EpochMove) => void
  /** Is given the arguments of each start: of an adapter that starts with `initialize`, they come later than the session. */
  readonly learnSecrets: (args: unknown) => void
  /** Something that the tree shows of it has changed. */
  readonly changed: () => void
}

/**
 * A session in the tree. Its node follows its life (workflow 5), its stops and its end are outputs (workflow 19), and changes
 * by any client move its epoch (workflow 24).
 */
export class SessionNode implements Traffic {
  readonly #options: SessionNodeOptions
  #runtime: SessionRuntime | undefined
  #nodeId: string | undefined
  /** Whether the latest stop stopped every thread, and none has continued since. */
  #isWhole = false
  #end: 'none' | 'exited' | 'killed' = 'none'
  #hasRun = false

  constructor(options: SessionNodeOptions) {
    this.#options = options
  }

  get nodeId(): string | undefined {
    return this.#nodeId
  }

  /** The whole program is stopped: only then answers may be kept (workflow 23). */
  get standsStill(): boolean {
    const view = this.#runtime?.view()
    return this.#isWhole && view?.phase === 'stopped' && view.threads.every(({ stopped }) => stopped)
  }

  begin(runtime: SessionRuntime, { parentId, origin }: SessionPlace): void {
    this.#runtime = runtime
    const { nodes } = this.#options.workflow
    const name = runtime.program === undefined ? runtime.module.definition.title : basename(runtime.program)
    const node = nodes.create({ kind: 'session', name, origin, parentId, sessionId: runtime.id, status: 'idle' })
    this.#nodeId = node.id
    const { events } = runtime.events.after(0)
    for (const event of events) this.#happened(event)
    runtime.events.listen((event) => this.#happened(event))
  }

  sent(message: DapMessage): void {
    if (isRequest(message) && (message.command === 'launch' || message.command === 'attach'))
      this.#options.learnSecrets(message.arguments)
    const move = epochMove(message, this.#runtime?.module.definition.traits.presentation)
    if (move !== undefined) this.#options.moveEpoch(move)
    if (move === 'disconnected' && this.#end === 'none' && this.#kills(message)) this.#end = 'killed'
  }

  received(message: unknown): void {
    if (isJsonObject(message) && message['type'] === 'event' && message['event'] === 'memory')
      this.#options.moveEpoch('memory')
    if (hasRun(message)) this.#options.moveEpoch('evaluated')
  }

  /** `disconnect` ends a launched program unless it says otherwise (DAP, "Disconnect Request"). */
  #kills(message: DapMessage): boolean {
    if (!isRequest(message)) return false
    if (message.command === 'terminate') return true
    const args: unknown = message.arguments
    const says = isJsonObject(args) ? booleanIn(args, 'terminateDebuggee') : undefined
    return says ?? this.#runtime?.view().request === 'launch'
  }

  #happened(event: SessionEvent): void {
    switch (event.kind) {
      case 'stopped':
        this.#isWhole = event.allThreadsStopped
        this.#options.moveEpoch('stopped')
        this.#file('stop', event)
        return this.#options.changed()
      case 'continued':
        this.#isWhole = false
        this.#options.moveEpoch('continued')
        return this.#options.changed()
      case 'invalidated':
        return this.#options.moveEpoch('invalidated')
      case 'written':
        return this.#options.moveEpoch('written')
      case 'exited':
        if (this.#end === 'none') this.#end = 'exited'
        return
      case 'phase':
        return this.#phaseChanged(event.phase)
      case 'ended':
        return this.#ended(event)
      default:
        return
    }
  }

  #phaseChanged(phase: Phase): void {
    if (phase === 'ended') return
    this.#hasRun ||= phase === 'running' || phase === 'stopped'
    // A restart repeats the first phases; the node stays (workflow 6).
    if (phase === 'starting') this.#end = 'none'
    const { nodes } = this.#options.workflow
    const node = this.#nodeId === undefined ? undefined : nodes.tree.get(this.#nodeId)
    if (node?.status === 'idle' && phase !== 'starting') nodes.resume(node.id)
    this.#options.changed()
  }

  #ended(event: SessionEvent & { readonly kind: 'ended' }): void {
    this.#isWhole = false
    this.#options.moveEpoch('disconnected')
    const { nodes } = this.#options.workflow
    const node = this.#nodeId === undefined ? undefined : nodes.tree.get(this.#nodeId)
    const { exitCode } = this.#runtime?.view() ?? {}
    this.#file('end', event, exitCode === undefined ? {} : { exitCode })
    if (node === undefined || isTerminal(node.status)) return
    nodes.end(node.id, { ...this.#outcome(event.why), ...(exitCode === undefined ? {} : { exitCode }) })
    this.#options.changed()
  }

  /** Completed with any exit code; failed if it never ran or its adapter crashed; cancelled if a client ended it. */
  #outcome(why: string): Pick<NodeEnd, 'status' | 'message'> {
    const message = this.#runtime?.view().endReason ?? why
    if (this.#end === 'exited') return { status: 'completed', message }
    if (!this.#hasRun) return { status: 'failed', message }
    if (this.#end === 'killed') return { status: 'cancelled', message }
    return { status: this.#runtime?.adapterEnd === undefined ? 'completed' : 'failed', message }
  }

  #file(kind: 'stop' | 'end', event: SessionEvent, more: Readonly<Record<string, unknown>> = {}): void {
    if (this.#nodeId === undefined) return
    const { seq: _seq, stopId, at: _at, kind: _kind, ...rest } = event
    this.#options.workflow.outputs.record(this.#nodeId, {
      kind,
      status: 'ok',
      value: { ...rest, ...more },
      stopEpoch: stopId,
    })
  }
}

/** A read that has run code of the program, such as a getter of what an editor lists (`dapplexRan`). */
function hasRun(message: unknown): boolean {
  return isJsonObject(message) && isJsonObject(message['body']) && message['body']['dapplexRan'] === true
}
