import { toolError, type SessionEvent, type SessionView } from '@dapplex/protocol'
import { DigestMemory } from '../port/digest-memory.js'
import type { DapAnswer, DapSession, ObjectIds, Selection } from '../port/dap-session.js'
import type { PastStop } from '../port/past.js'

const NOTHING_MOVES = 'a recorded stop can only be read'

/** A session as it stood at a recorded stop: every tool that reads can read it. What was not recorded is UNSUPPORTED. */
export class PastSession implements DapSession {
  readonly selection: Selection
  /** A recorded value is no object of the program any more. */
  readonly objects: ObjectIds = { issue: () => undefined }
  readonly digests = new DigestMemory()
  readonly refused: DapSession['refused'] = []
  readonly #session: DapSession
  readonly #stop: PastStop

  /** @param selection what the caller has chosen there; by default the top frame of the thread that stopped */
  constructor(session: DapSession, stop: PastStop, selection?: Selection) {
    this.#session = session
    this.#stop = stop
    this.selection = selection ?? { threadId: undefined, frameIndex: 0, stopId: 0 }
  }

  get id(): string {
    return this.#session.id
  }
  get adapter(): DapSession['adapter'] {
    return this.#session.adapter
  }
  get traits(): DapSession['traits'] {
    return this.#session.traits
  }
  get program(): string {
    return this.#session.program ?? ''
  }
  get cwd(): string {
    return this.#session.cwd ?? ''
  }
  get workspace(): string {
    return this.#session.workspace ?? ''
  }
  get startedAt(): number {
    return this.#session.startedAt
  }

  view(): SessionView {
    const { job: _job, ...view } = this.#session.view()
    const { stopId, threadId, reason, description, text, breakpointIds, threads } = this.#stop
    const told = { ...(description === undefined ? {} : { description }), ...(text === undefined ? {} : { text }) }
    const thread = threadId === undefined ? {} : { threadId }
    return {
      ...view,
      phase: 'stopped',
      stopId,
      stop: { stopId, reason, breakpointIds, ...thread, ...told },
      ...(threadId === undefined ? {} : { currentThreadId: threadId }),
      threads: threads.map(({ id, name }) => ({ threadId: id, name, stopped: true, stopId })),
    }
  }

  /** @throws ToolError UNSUPPORTED for what was not recorded: it tells what was */
  request(command: string, args: Readonly<Record<string, unknown>>): Promise<DapAnswer> {
    const answer = this.#stop.answer(command, args)
    // The tools ask for expressions only where a path leads nowhere: they know what to say then.
    if (answer.success || command === 'evaluate') return Promise.resolve(answer)
    const data = { capability: 'record of it', adapter: this.adapter.title, reason: answer.message }
    return Promise.reject(toolError('UNSUPPORTED', data, answer.message))
  }

  isCaller(client: Parameters<DapSession['isCaller']>[0]): boolean {
    return this.#session.isCaller(client)
  }
  waitFor(): Promise<SessionEvent | undefined> {
    return Promise.resolve(undefined)
  }
  subscribe(): ReturnType<DapSession['subscribe']> {
    return { gap: 0, stop: () => undefined }
  }
  lastSeq(): number {
    return 0
  }
  output(): ReturnType<DapSession['output']> {
    return { pieces: [], next: 0, dropped: 0 }
  }
  sendInput(): Promise<boolean> {
    return Promise.resolve(false)
  }
  recording(): Promise<undefined> {
    return Promise.resolve(undefined)
  }
  past(): Promise<undefined> {
    return Promise.resolve(undefined)
  }
  exported(): Promise<undefined> {
    return Promise.resolve(undefined)
  }
  leave(): void {
    this.#session.leave()
  }
  end(): Promise<void> {
    return Promise.reject(new Error(NOTHING_MOVES))
  }
  gone(): Promise<void> {
    return this.#session.gone()
  }
}
