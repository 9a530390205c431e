import { rpcError } from '@dapplex/protocol'
import type { RpcId } from './decode-call.js'

/** After this long a call reports that it is still running, then again each time its duration has doubled. */
const FIRST_PROGRESS_MS = 1000
const LOOK_MS = 100
/** Reports per check; the rest follows in the next checks, so that thousands of waiting calls block nothing. */
const TOLD_AT_ONCE = 32

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
    this.#timer ??= setInterval(() => this.#look(), LOOK_MS).unref()
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
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #look(): void {
    const now = performance.now()
    let told = 0
    for (const call of this.#open) {
      const elapsed = now - call.since
      if (call.id === undefined || elapsed < call.nextProgressMs) continue
      if (told === TOLD_AT_ONCE) return
      told += 1
      call.nextProgressMs *= 2
      this.#tell({ id: call.id, method: call.method, elapsed_ms: Math.round(elapsed) })
    }
  }
}
