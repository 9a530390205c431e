import {
  adapterTraits,
  requestNamed,
  toolError,
  type Actor,
  type AdapterTraits,
  type SessionEvent,
  type SessionEventBody,
  type SessionView,
} from '@dapplex/protocol'
import type { z } from 'zod'
import { DigestMemory } from '../../src/index.js'
import type { DapAnswer, DapSession, ObjectIds, OutputPiece, RequestOptions } from '../../src/index.js'

export type Args = Readonly<Record<string, unknown>>

/** What the adapter answers to one command: a body, a failure, or nothing at all (`'silence'`, which ends with TIMEOUT). */
export type Reply = object | Refusal | 'silence'
export class Refusal {
  constructor(
    readonly message: string,
    readonly error?: Extract<DapAnswer, { success: false }>['error'],
  ) {}
}

export type Script = Readonly<Record<string, Reply | ((args: Args) => Reply)>>

export interface SessionSetup {
  readonly id?: string
  readonly traits?: z.input<typeof adapterTraits>
  readonly view?: Partial<SessionView>
  readonly script?: Script
  readonly program?: string
  readonly cwd?: string
  readonly startedAt?: number
  /** The session that has started it. */
  readonly parentId?: string
}

export const agent: Actor = { client: 2, name: 'agent-1', principal: 'me', kind: 'agent' }
export const editor: Actor = { client: 1, name: 'code', principal: 'me', kind: 'editor' }

/** Stopped at a breakpoint on thread 1, two threads, a capable adapter. */
const stopped: SessionView = {
  phase: 'stopped',
  request: 'launch',
  stopId: 3,
  stop: { stopId: 3, threadId: 1, reason: 'breakpoint', breakpointIds: [7] },
  currentThreadId: 1,
  threads: [
    { threadId: 1, name: 'main', stopped: true, reason: 'breakpoint' },
    { threadId: 2, name: 'worker', stopped: true },
  ],
  capabilities: {
    supportsSetVariable: true,
    supportsDelayedStackTraceLoading: true,
    supportsExceptionInfoRequest: true,
  },
  breakpoints: [],
  clients: [],
  modules: [],
  loadedSources: [],
}

/** A session whose adapter is a table: request → answer. What was asked is kept in `asked`. */
export class ScriptedSession implements DapSession {
  readonly id: string
  readonly adapter = { id: 'table', title: 'Table' }
  readonly traits: AdapterTraits
  readonly program: string
  readonly cwd: string
  readonly startedAt: number
  parentId?: string
  readonly selection = { threadId: undefined, frameIndex: 0, stopId: 0 }
  readonly objects: ObjectIds
  readonly asked: { readonly command: string; readonly args: Args }[] = []
  readonly refused = []
  readonly digests = new DigestMemory()
  readonly events: SessionEvent[] = []
  readonly ended: boolean[] = []
  hasLeft = false
  /** When its adapter has gone. */
  adapterGone: Promise<void> = Promise.resolve()
  /** The test sends requests as a caller wrote them. */
  isRaw = false
  pieces: OutputPiece[] = []
  input: string[] | undefined
  script: Script
  #view: SessionView
  readonly #listeners = new Set<(event: SessionEvent) => void>()

  constructor(setup: SessionSetup, objects: ObjectIds) {
    this.id = setup.id ?? 's1'
    this.traits = adapterTraits.parse(setup.traits ?? {})
    this.program = setup.program ?? '/app/main.js'
    this.cwd = setup.cwd ?? '/app'
    this.startedAt = setup.startedAt ?? 0
    this.script = setup.script ?? {}
    this.objects = objects
    if (setup.parentId !== undefined) this.parentId = setup.parentId
    this.#view = { ...stopped, ...setup.view }
  }

  view(): SessionView {
    return this.#view
  }

  isCaller({ name, principal }: Actor): boolean {
    return name === agent.name && principal === agent.principal
  }

  change(view: Partial<SessionView>): void {
    this.#view = { ...this.#view, ...view }
  }

  /** Something happens: the view first, then the event, as in the core. */
  happen(body: SessionEventBody, view: Partial<SessionView> = {}): void {
    this.change(view)
    const event: SessionEvent = { seq: this.events.length + 1, stopId: this.#view.stopId, at: 0, ...body }
    this.events.push(event)
    for (const listener of [...this.#listeners]) listener(event)
  }

  /** The program runs on. */
  resume(): void {
    const threads = this.#view.threads.map((thread) => ({ ...thread, stopped: false }))
    this.happen({ kind: 'continued', allThreadsContinued: true }, { phase: 'running', threads })
  }

  /** The program stops again, on thread 1. */
  stop(reason = 'step', breakpointIds: number[] = []): void {
    const stopId = this.#view.stopId + 1
    const threads = this.#view.threads.map((thread) => ({ ...thread, stopped: true }))
    const stop = { threadId: 1, reason, breakpointIds }
    this.happen(
      { kind: 'stopped', ...stop, allThreadsStopped: true },
      { phase: 'stopped', stopId, threads, stop: { ...stop, stopId } },
    )
  }

  request(command: string, args: Args, options: RequestOptions): Promise<DapAnswer> {
    this.asked.push({ command, args })
    // What the tools send fits the catalogue; only dap_request sends what the caller wrote.
    if (!this.isRaw) requestNamed(command)?.params.parse(args)
    const entry = this.script[command]
    const askedAt = Date.now()
    const reply = typeof entry === 'function' ? entry(args) : entry
    // An entry may move a clock that a test holds: the adapter is as slow as that.
    if (reply === 'silence' || Date.now() - askedAt > options.timeoutMs)
      return Promise.reject(toolError('TIMEOUT', { what: command, timeout_ms: options.timeoutMs }))
    if (reply instanceof Refusal) {
      const { message, error } = reply
      return Promise.resolve({ success: false, message, ...(error === undefined ? {} : { error }) })
    }
    if (reply === undefined)
      return Promise.resolve({ success: false, message: `no answer for ${command} in the table` })
    return Promise.resolve({ success: true, body: reply as Args })
  }

  waitFor(
    matches: (event: SessionEvent) => boolean,
    options: RequestOptions & { readonly sinceSeq?: number },
  ): Promise<SessionEvent | undefined> {
    const known = this.events.slice(options.sinceSeq ?? this.events.length).find(matches)
    if (known !== undefined) return Promise.resolve(known)
    return new Promise((resolve) => {
      const end = (event: SessionEvent | undefined) => {
        clearTimeout(timer)
        this.#listeners.delete(listener)
        resolve(event)
      }
      const listener = (event: SessionEvent) => (matches(event) ? end(event) : undefined)
      const timer = setTimeout(() => end(undefined), options.timeoutMs)
      this.#listeners.add(listener)
    })
  }

  subscribe(sinceSeq: number, listener: (event: SessionEvent) => void) {
    for (const event of this.events.slice(sinceSeq)) listener(event)
    this.#listeners.add(listener)
    return { gap: 0, stop: () => void this.#listeners.delete(listener) }
  }

  lastSeq(): number {
    return this.events.length
  }

  output(since: number) {
    const last = this.pieces.at(-1)
    const next = last === undefined ? 0 : last.offset + Buffer.byteLength(last.text)
    return { pieces: this.pieces.filter(({ offset }) => offset >= since), next, dropped: 0 }
  }

  sendInput(text: string, _eof: boolean): Promise<boolean> {
    this.input?.push(text)
    return Promise.resolve(this.input !== undefined)
  }

  gone(): Promise<void> {
    return this.adapterGone
  }

  recorded: Awaited<ReturnType<DapSession['recording']>>
  recording(): ReturnType<DapSession['recording']> {
    return Promise.resolve(this.recorded)
  }

  past(): Promise<undefined> {
    return Promise.resolve(undefined)
  }
  inOnePiece: Uint8Array | undefined
  exported(): ReturnType<DapSession['exported']> {
    return Promise.resolve(this.inOnePiece)
  }
  leave(): void {
    this.hasLeft = true
  }

  end(terminate: boolean): Promise<void> {
    this.ended.push(terminate)
    this.happen({ kind: 'ended', why: 'asked' }, { phase: 'ended' })
    return Promise.resolve()
  }
}
