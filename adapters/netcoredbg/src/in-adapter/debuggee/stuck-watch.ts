import { statFields } from './proc-stat.js'

/** What the watch asks about the program. */
export interface StuckPort {
  /** Where the thread stands. Undefined while the program runs: netcoredbg cannot read it then. */
  readonly look: (threadId: number) => Promise<string | undefined>
  /** In ms: how much the program has used the processors. Undefined where that is not known. */
  readonly used: () => number | undefined
  readonly onStuck: () => void
}

/** What the client is told then. */
export const STUCK =
  'netcoredbg says that the program runs, but it stands: netcoredbg has counted a stop twice, and nothing can make it go on. The session ends; start the program again.\n'

/** In ms, between two looks. */
const EACH = 1000
const LOOKS = 3
/** In ms of a processor. The looks themselves cost the program a little; to evaluate conditions costs more. */
const QUIET = 30

/**
 * A pause that meets another stop can make netcoredbg count one stop too many (see `QuietPause`). It then says that the program
 * runs, and can read its stack, which it cannot while a program runs. Nothing helps then, so somebody has to notice it.
 */
export class StuckWatch {
  readonly #port: StuckPort
  /** The program was paused, and was not seen running since. */
  #isSuspect = false
  #timer: NodeJS.Timeout | undefined

  constructor(port: StuckPort) {
    this.#port = port
  }

  stopped(reason: string): void {
    this.ended()
    if (reason === 'pause') this.#isSuspect = true
  }

  resumed(threadId: number): void {
    this.ended()
    if (this.#isSuspect && this.#port.used() !== undefined) this.#lookLater(threadId, [])
  }

  ended(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #lookLater(threadId: number, seen: readonly { readonly place: string; readonly used: number }[]): void {
    const timer = setTimeout(() => void this.#look(threadId, { timer, seen }), EACH)
    timer.unref()
    this.#timer = timer
  }

  async #look(
    threadId: number,
    { timer, seen }: { timer: NodeJS.Timeout; seen: readonly { readonly place: string; readonly used: number }[] },
  ): Promise<void> {
    const place = await this.#port.look(threadId)
    // It has stopped or was resumed meanwhile.
    if (timer !== this.#timer) return
    const used = this.#port.used()
    if (place === undefined || used === undefined) {
      this.#isSuspect = false
      return
    }
    const looks = [...seen.filter((one) => one.place === place && used - one.used <= QUIET), { place, used }]
    if (looks.length < LOOKS) return this.#lookLater(threadId, looks)
    this.ended()
    this.#port.onStuck()
  }
}

/** Of a clock tick of the system (proc(5), `stat`; USER_HZ is 100 on every Linux that Node runs on). */
const TICK_MS = 10

/** In ms: how much a process has used the processors (Linux). */
export function processorTime(pid: number): number | undefined {
  const fields = statFields(`/proc/${pid}/stat`)
  if (fields === undefined) return undefined
  const [, , , , , , , , , , , user, system] = fields
  return (Number(user) + Number(system)) * TICK_MS
}
