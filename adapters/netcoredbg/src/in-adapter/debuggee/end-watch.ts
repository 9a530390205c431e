import { statFields } from './proc-stat.js'

/** What the watch asks about the program. */
export interface EndPort {
  readonly isRunning: (pid: number) => boolean
  readonly onMissed: () => void
}

/** What the client is told then. */
export const MISSED =
  'The program has ended, but netcoredbg has not noticed it, so its exit code is unknown. The session ends.\n'

/** In ms, between two looks. */
const EACH = 1000
/** netcoredbg tells the end in a tenth of a second. So many looks find the program gone before it is said to have missed it. */
const LOOKS = 3

/**
 * On a busy machine netcoredbg 3.1.3 may miss the end of its program: the process has gone, and
 * netcoredbg neither tells it nor answers anything more (measured: a crash that is continued, one time in four at load 30). The
 * system tells the end of a process to its parent alone, so this looks.
 */
export class EndWatch {
  readonly #port: EndPort
  #timer: NodeJS.Timeout | undefined
  #hasMissed = false

  constructor(port: EndPort) {
    this.#port = port
  }

  get hasMissed(): boolean {
    return this.#hasMissed
  }

  /**
   * A process that cannot be seen running from here is not watched, but one that was launched is: it has ended already.
   */
  began(pid: number, start: 'launch' | 'attach' | undefined): void {
    this.ended()
    const mayHaveEnded = start === 'launch' && process.platform === 'linux'
    if (!mayHaveEnded && !this.#port.isRunning(pid)) return
    let gone = 0
    const look = () => {
      gone = this.#port.isRunning(pid) ? 0 : gone + 1
      if (gone < LOOKS) return
      this.ended()
      this.#hasMissed = true
      this.#port.onMissed()
    }
    this.#timer = setInterval(look, EACH).unref()
  }

  ended(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

/** Whether a process is seen running, which it is on Linux alone: one that has ended stays in the table until its parent has asked for its exit code. */
export function isRunning(pid: number): boolean {
  const [state] = statFields(`/proc/${pid}/stat`) ?? []
  return state !== undefined && state !== 'Z' && state !== 'X'
}
