import { rpcError } from '@dapplex/protocol'
import type { RpcId } from './decode-call.js'

/** A call is told to be under way after this long, and again each time it has taken twice as long. */
const FIRST_PROGRESS_MS = 1000
const LOOK_MS = 100
/** Told in one look; the rest in the next ones, so that thousands of waits hold up nothing. */
const TOLD_AT_ONCE = 32

/** How a call that is not answered yet is getting on: the params of `$/progress`. */
export interface CallProgress {
  readonly id: RpcId
  readonly method: string
  readonly elapsed_ms: number
}

interface OpenCall {
  /** Undefined for a notification: nobody waits for it. */
  readonly id: RpcId | undefined
  readonly method: string
  readonly abort: AbortController
  readonly since: number
  nextProgressMs: number
}

/** The calls of one connection that are not answered yet. One timer serves all of them. */
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

  /** Opens a call; `close` must be called when it has its answer. */
  open(method: string, id: RpcId | undefined): { readonly signal: AbortSignal; readonly close: () => void } {
    const abort = new AbortController()
    const call: OpenCall = { id, method, abort, since: performance.now(), nextProgressMs: FIRST_PROGRESS_MS }
    this.#open.add(call)
    this.#timer ??= setInterval(() => this.#look(), LOOK_MS).unref()
    return { signal: abort.signal, close: () => this.#close(call) }
  }

  /** Takes back every call with this id; one that has its answer is none of them. */
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
