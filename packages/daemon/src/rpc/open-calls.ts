import { rpcError } from '@dapplex/protocol'
import type { RpcId } from './decode-call.js'

/** After this long a call reports that it is still running, then again each time its duration has doubled. */
const FIRST_PROGRESS_MS = 1000
/** Reports in one go; more of them follow after a pause, so that thousands of waiting calls hold up no other. */
const TOLD_AT_ONCE = 8
const PAUSE_MS = 25
/** A timer of Node cannot wait longer than 2^31 - 1 ms. */
const LONGEST_MS = 86_400_000

/** Progress of an unanswered call: the params of `$/progress`. */
export interface CallProgress {
  readonly id: RpcId
  readonly method: string
  readonly elapsed_ms: number
}

interface OpenCall {
  /** Undefined for a notification: no one waits for an answer. */
  readonly id: RpcId | undefined
  readonly method: string
  readonly abort: AbortController
  readonly since: number
  nextProgressMs: number
}

/** The unanswered calls of one connection. One timer serves all of them. */
export class OpenCalls {
  readonly #open = new Set<OpenCall>()
  readonly #tell: (progress: CallProgress) => void
  #timer: NodeJS.Timeout | undefined
  #looksAt = 0

  /** @param tell is called for a call with an id at 1 s, 2 s, 4 s … */
  constructor(tell: (progress: CallProgress) => void) {
    this.#tell = tell
  }

  get size(): number {
    return this.#open.size
  }

  /** Opens a call. Call `close` when it is answered. */
  open(method: string, id: RpcId | undefined): { readonly signal: AbortSignal; readonly close: () => void } {
    const abort = new AbortController()
    const call: OpenCall = { id, method, abort, since: performance.now(), nextProgressMs: FIRST_PROGRESS_MS }
    this.#open.add(call)
    this.#lookIn(FIRST_PROGRESS_MS)
    return { signal: abort.signal, close: () => this.#close(call) }
  }

  /** Cancels every unanswered call with this id. */
  cancel(id: unknown): void {
    for (const call of [...this.#open])
      if (call.id !== undefined && call.id === id) call.abort.abort(rpcError('CANCELLED', 'The call was cancelled'))
  }

  abortAll(why: string): void {
    const reason = rpcError('CANCELLED', why)
    for (const call of [...this.#open]) call.abort.abort(reason)
  }

  #close(call: OpenCall): void {
    this.#open.delete(call)
    if (this.#open.size > 0) return
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** Tells what is due, and comes back when the next report is: calls that wait for hours wake nobody in between. */
  readonly #look = (): void => {
    this.#timer = undefined
    const now = performance.now()
    let told = 0
    let next = Infinity
    for (const call of this.#open) {
      const { id, method, since } = call
      if (id === undefined) continue
      if (told < TOLD_AT_ONCE && now - since >= call.nextProgressMs) {
        told += 1
        call.nextProgressMs *= 2
        this.#tell({ id, method, elapsed_ms: Math.round(now - since) })
      }
      next = Math.min(next, since + call.nextProgressMs - now)
    }
    if (next < Infinity) this.#lookIn(Math.max(next, PAUSE_MS))
  }

  /** Looks after this long, or before, where that was planned. */
  #lookIn(ms: number): void {
    const at = performance.now() + ms
    if (this.#timer !== undefined && this.#looksAt <= at) return
    clearTimeout(this.#timer)
    this.#looksAt = at
    this.#timer = setTimeout(this.#look, Math.ceil(Math.min(ms, LONGEST_MS))).unref()
  }
}
