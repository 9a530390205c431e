import {
  rpcError,
  spokenCommand,
  toolError,
  type Actor,
  type AdapterTraits,
  type SessionEvent,
  type SessionView,
} from '@dapplex/protocol'
import {
  documentedFailure,
  type DapAnswer,
  type DapSession,
  type DigestMemory,
  type ObjectIds,
  type Past,
  type RefusedBreakpoint,
  type RequestOptions,
  type Selection,
  type SessionTests,
} from '@dapplex/tools'
import type { Identity } from '../../access/identity.js'
import { deadline } from '../runtime/deadline.js'
import { InternalClient } from '../runtime/internal-client.js'
import { introduce } from '../runtime/introduce.js'
import type { ObjectTable } from '../registry/object-table.js'
import type { SessionRuntime } from '../runtime/session-runtime.js'
import { pastOf } from './past-of.js'
import { waitForEvent, type WaitOptions } from '../runtime/wait-for-event.js'

/** A program that was asked to end is killed after this time. */
const TERMINATE_MS = 5000

/** What ties a caller's view of one session to its other sessions. */
export interface CallerTies {
  readonly objects: ObjectTable
  /** The caller becomes a client of the session. */
  readonly onJoin: () => void
}

/** One session as one caller sees it. The caller becomes a client of the session with its first request. */
export class CallerSession implements DapSession {
  readonly selection: Selection = { threadId: undefined, frameIndex: 0, stopId: 0 }
  readonly objects: ObjectIds
  readonly parentId?: string
  readonly workspace?: string
  readonly tests?: SessionTests
  readonly warning?: string
  readonly #runtime: SessionRuntime
  readonly #caller: Identity
  readonly #onJoin: () => void
  #client: InternalClient | undefined
  #joining: Promise<DapAnswer> | undefined

  constructor(runtime: SessionRuntime, caller: Identity, { objects, onJoin }: CallerTies) {
    this.#runtime = runtime
    this.#caller = caller
    this.#onJoin = onJoin
    if (runtime.parentId !== undefined) this.parentId = runtime.parentId
    if (runtime.workspace !== undefined) this.workspace = runtime.workspace
    if (runtime.tests !== undefined) this.tests = runtime.tests
    if (runtime.warning !== undefined) this.warning = runtime.warning
    this.objects = {
      issue: (entry) => objects.issue({ ...entry, sessionId: runtime.id, issuedAtStopId: runtime.view().stopId }),
    }
  }

  get id(): string {
    return this.#runtime.id
  }

  get adapter(): { readonly id: string; readonly title: string } {
    const { id, title } = this.#runtime.module.definition
    return { id, title }
  }

  get traits(): AdapterTraits {
    return this.#runtime.module.definition.traits
  }

  get program(): string {
    return this.#runtime.program ?? ''
  }

  get cwd(): string {
    return this.#runtime.cwd
  }

  get refused(): readonly RefusedBreakpoint[] {
    return this.#runtime.refused
  }

  get digests(): DigestMemory {
    return this.#runtime.digests
  }

  get startedAt(): number {
    return this.#runtime.startedAt
  }

  view(): SessionView {
    return this.#runtime.view()
  }

  /** Its number among the clients of the session, which it is from now on. */
  connect(): number {
    return this.#openClient().id
  }

  isCaller({ client, name, principal, kind }: Actor): boolean {
    const own = this.#caller
    const id = this.#client?.id
    if (client === id) return true
    // Names are unique among the clients of a session, and all connections of one client have the same (mux 19).
    const shown = this.view().clients.find((one) => one.client === id)?.name ?? own.name
    const isNamed = own.presence !== 'connection'
    return isNamed && name === shown && principal === own.principal && kind === own.kind
  }

  async request(command: string, args: Readonly<Record<string, unknown>>, options: RequestOptions): Promise<DapAnswer> {
    // The caller may be gone: joining again would leave a client behind that nobody speaks for.
    if (options.signal?.aborted === true) throw rpcError('CANCELLED', `${spokenCommand(command)} was cancelled`)
    const time = deadline(options)
    const client = this.#openClient()
    this.#joining ??= join(client, this.#caller.name, options)
    const joined = await time.within(this.#joining, spokenCommand(command))
    if (!joined.success) {
      this.#dropClient(client, joined.message)
      return joined
    }
    const answer = await client.request(command, args, time.rest())
    // The core has removed this client; the next request joins again.
    if (command === 'disconnect') this.#dropClient(client, 'disconnected')
    return answer
  }

  waitFor(matches: (event: SessionEvent) => boolean, options: WaitOptions): Promise<SessionEvent | undefined> {
    return waitForEvent(this.#runtime.events, matches, options)
  }

  subscribe(
    sinceSeq: number,
    listener: (event: SessionEvent) => void,
  ): { readonly gap: number; readonly stop: () => void } {
    const { events, gap } = this.#runtime.events.after(sinceSeq)
    for (const event of events) listener(event)
    return { gap, stop: this.#runtime.events.listen(listener) }
  }

  lastSeq(): number {
    return this.#runtime.events.lastSeq
  }

  output(since: number, scope: 'own' | 'tree' = 'own'): ReturnType<DapSession['output']> {
    const { pieces, ...rest } = this.#runtime.output.from(since)
    return { ...rest, pieces: scope === 'tree' ? pieces : pieces.filter(({ session }) => session === undefined) }
  }

  sendInput(text: string, eof: boolean): Promise<boolean> {
    return this.#runtime.sendInput(text, eof)
  }

  recording(): ReturnType<DapSession['recording']> {
    return this.#runtime.recording()
  }

  async past(): Promise<Past | undefined> {
    const recording = await this.#runtime.past()
    return recording === undefined ? undefined : pastOf(recording, this.traits)
  }

  exported(form: 'recording' | 'html'): Promise<Uint8Array | undefined> {
    return this.#runtime.exported(form)
  }

  /**
   * The caller leaves others in the session. Where no agent stays, it is theirs from now on: what becomes of the program when the last of them
   * goes is decided as for a session of editors (mux 11).
   */
  leave(): void {
    this.closed('left')
    if (this.view().clients.some(({ kind }) => kind === 'agent')) return
    this.#runtime.surfaceClient?.leave('those who use the tools have left')
  }

  /** The caller's connection is gone. */
  closed(why: string): void {
    if (this.#client !== undefined) this.#dropClient(this.#client, why)
  }

  /**
   * Ends the program and its children by the core's rules (mux 11), with `disconnect` if `terminate` alone does not end it; or
   * detaches from it, which needs only this caller's role.
   */
  async end(terminate: boolean, options: RequestOptions): Promise<void> {
    if (this.view().phase === 'ended') return
    const time = deadline(options)
    if (!terminate)
      return time.within(
        this.#runtime.letGo(this.#openClient().id, `${this.#caller.name} detached from the program`),
        'disconnect',
      )
    const isAttached = this.view().request === 'attach'
    let answer = await this.request('terminate', {}, time.rest())
    // An attached program gets no `terminate` (mux 11): a client that may end it, which the core has looked at, disconnects.
    if (isAttached && !answer.success && !isHeld(answer))
      answer = await this.request('disconnect', { terminateDebuggee: true }, time.rest())
    if (!answer.success) throw this.#notEnded(answer)
    const isEnd = (event: SessionEvent) => event.kind === 'ended'
    const wait = { ...time.rest(), timeoutMs: Math.min(time.rest().timeoutMs, TERMINATE_MS), sinceSeq: 0 }
    if ((await this.waitFor(isEnd, wait)) === undefined) {
      if (isAttached) {
        const reason = 'the program was left running: it belongs to others in the session'
        throw toolError('DISCONNECT_FAILED', { session_id: this.id, reason })
      }
      await time.within(this.#runtime.shutDown('the program did not end when asked'), 'terminate')
    }
    await time.within(Promise.all([this.#runtime.gone(), this.#runtime.endChildren()]), 'terminate')
  }

  gone(): Promise<void> {
    return this.#runtime.gone()
  }

  #notEnded(answer: Failed): Error {
    const held = isHeld(answer) ? documentedFailure(this, answer, {}) : undefined
    return held ?? toolError('DISCONNECT_FAILED', { session_id: this.id, reason: answer.message })
  }

  #openClient(): InternalClient {
    if (this.#client?.isClosed === false) return this.#client
    const profile = { ...this.#caller, isLocal: true, keepBreakpoints: false, foreignBreakpoints: false }
    this.#client = new InternalClient(this.#runtime, profile)
    this.#joining = undefined
    this.#onJoin()
    return this.#client
  }

  #dropClient(client: InternalClient, why: string): void {
    client.leave(why)
    if (this.#client !== client) return
    this.#client = undefined
    this.#joining = undefined
  }
}

type Failed = Extract<DapAnswer, { readonly success: false }>

/** Whether another client has control (mux 19). */
const isHeld = ({ error }: Failed): boolean => error?.variables?.['type'] === 'CONTROL_HELD'

/** A late join (mux 7). Without a signal: later calls use the join too, even if this call is cancelled. */
async function join(client: InternalClient, name: string, options: RequestOptions): Promise<DapAnswer> {
  const unsignalled = { timeoutMs: options.timeoutMs }
  const introduced = await introduce(client, name, unsignalled)
  if (!introduced.success) return introduced
  const attached = await client.request('attach', {}, unsignalled)
  if (!attached.success) return attached
  return client.request('configurationDone', {}, unsignalled)
}
