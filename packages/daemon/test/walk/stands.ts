import type { DapClient, Entry } from '@dapplex/testkit'
import { isJsonObject } from '@dapplex/protocol'
import type { StopFacts } from './ledger.js'
import type { Trace } from './trace.js'

const MOVES: ReadonlySet<string> = new Set(['continue', 'next', 'stepIn', 'stepOut'])

/** One stop as an editor saw it. */
export interface SeenStop {
  /** A pause may name none. */
  readonly threadId: number | undefined
  readonly reason: string
  /** What the editor read while it lasted. */
  facts: StopFacts
  /** Its top frame is in the program's own code: as far as the editor has read. */
  isInside: boolean
}

/**
 * Where an editor believes that the program stands, from the messages that it got (mux 6): a stop and the resume after it
 * alternate, a resume is told once, and a breakpoint that it hears of is its own (mux 2, 4).
 */
export class Stands {
  /** Every stop that was told, the newest last. Further stops of one suspension do not count (mux 7). */
  readonly stops: SeenStop[] = []
  isStopped = false
  hasEnded = false
  readonly #client: DapClient
  readonly #trace: Trace
  readonly #ownIds = new Set<number>()
  /** Its own move was answered, and the adapter's `continued` may still follow. */
  #mayEcho = false
  readonly #threads = new Set<number | undefined>()

  readonly #restarts: () => number

  /** @param session `restarts` counts how often somebody asked for a restart: after one, a second end is no fault. */
  constructor(client: DapClient, session: { readonly trace: Trace; readonly restarts: number }) {
    this.#client = client
    this.#trace = session.trace
    this.#restarts = () => session.restarts
    for (const entry of client.timeline.entries) this.#take(entry)
    client.timeline.onEntry((entry) => this.#take(entry))
  }

  get stop(): SeenStop | undefined {
    return this.isStopped ? this.stops.at(-1) : undefined
  }

  #take({ dir, message }: Entry): void {
    if (dir === 'out') return
    if (message.type === 'response' && 'request_seq' in message) {
      const { success, command } = message
      if (success && MOVES.has(command)) this.#ownMove()
      if (success && command === 'setBreakpoints') this.#learnIds(message.body)
      return
    }
    if (message.type === 'event' && 'event' in message) this.#hear(message.event, message.body)
  }

  #hear(event: string, given: unknown): void {
    const body = isJsonObject(given) ? given : {}
    switch (event) {
      case 'stopped':
        this.#stopped(body)
        return
      case 'continued':
        this.#continued(body)
        return
      case 'terminated':
        if (this.hasEnded && this.#restarts() === 0) this.#problem('terminated was told twice')
        this.hasEnded = true
        this.#goesOn()
        return
      case 'output':
        // Shown in the script's summary: a debugger that is stuck says so and ends the session.
        if (body['category'] === 'important') this.#trace.refused(`told: ${String(body['output']).slice(0, 80).trim()}`)
        return
      case 'breakpoint':
        if (isJsonObject(body['breakpoint'])) this.#demandOwn(body['breakpoint']['id'], `the event breakpoint`)
    }
  }

  #stopped(body: Readonly<Record<string, unknown>>): void {
    const threadId = typeof body['threadId'] === 'number' ? body['threadId'] : undefined
    const isPauseOfOne = body['reason'] === 'pause' && body['allThreadsStopped'] === false
    const isFurther = isPauseOfOne && body['preserveFocusHint'] === true
    if (this.hasEnded && this.#restarts() === 0) this.#problem('stopped after terminated')
    if (Array.isArray(body['hitBreakpointIds']))
      for (const id of body['hitBreakpointIds']) this.#demandOwn(id, 'hitBreakpointIds of stopped')
    if (this.isStopped && isFurther) {
      this.#threads.add(threadId)
      return
    }
    // A thread that is interrupted where it stands already stops once more, one level deeper (Lisp).
    const isTwice = !isPauseOfOne && (this.#threads.has(threadId) || body['allThreadsStopped'] === true)
    if (this.isStopped && isTwice)
      this.#problem(`stopped (${String(body['reason'])}) while it was stopped already, without a continued between`)
    this.isStopped = true
    this.#mayEcho = false
    this.#threads.add(threadId)
    this.stops.push({ threadId, reason: String(body['reason']), facts: {}, isInside: false })
  }

  #continued(body: Readonly<Record<string, unknown>>): void {
    if (this.isStopped) {
      this.#goesOn()
      return
    }
    if (!this.#mayEcho && this.stops.length > 0)
      this.#problem(`continued (thread ${String(body['threadId'])}) while it was running already`)
    this.#mayEcho = false
  }

  #ownMove(): void {
    this.#goesOn()
    this.#mayEcho = true
  }

  #goesOn(): void {
    this.isStopped = false
    this.#mayEcho = false
    this.#threads.clear()
  }

  #learnIds(body: unknown): void {
    if (!isJsonObject(body) || !Array.isArray(body['breakpoints'])) return
    for (const one of body['breakpoints'])
      if (isJsonObject(one) && typeof one['id'] === 'number') this.#ownIds.add(one['id'])
  }

  #demandOwn(id: unknown, where: string): void {
    if (typeof id === 'number' && !this.#ownIds.has(id))
      this.#problem(`${where} names breakpoint ${id}, which was never given to this client`)
  }

  #problem(what: string): void {
    this.#trace.problem(this.#client.timeline.name, what)
  }
}
