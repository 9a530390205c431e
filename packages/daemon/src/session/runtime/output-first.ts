import { isJsonObject } from '@dapplex/protocol'

/** A process that outlives the program may go on printing. So many turns of the event loop are waited for. */
const MOST_TURNS = 64

/**
 * Keeps the order of a program's output and its end where they come by different ways (mux 22): the end in the adapter's
 * messages, the output through pipes of the daemon's own. When the adapter tells the end, the output is in the pipes, but
 * it may not have been read.
 */
export class OutputFirst {
  #reads = 0
  #held: (() => void)[] | undefined

  /** The same listener; what it hears is waited for. Give it to every pipe with output of the program. */
  counted<Output>(listener: (output: Output) => void): (output: Output) => void {
    return (output) => {
      this.#reads += 1
      listener(output)
    }
  }

  /** A message of the adapter. `pass` is called at once, or after the output, in the order of the messages. */
  take(message: unknown, pass: () => void): void {
    if (this.#held === undefined && isEnd(message)) void this.afterOutput(pass)
    else this.pass(pass)
  }

  /** The same for a message that does not tell the end. */
  pass(pass: () => void): void {
    if (this.#held !== undefined) this.#held.push(pass)
    else pass()
  }

  /** Calls `pass` when all output that has been written by now has been read. Resolves after that call. */
  async afterOutput(pass: () => void): Promise<void> {
    if (this.#held !== undefined)
      return new Promise((resolve) => {
        this.#held?.push(() => {
          pass()
          resolve()
        })
      })
    const held = (this.#held = [pass])
    await this.#untilRead()
    this.#held = undefined
    for (const next of held) next()
  }

  /** A whole turn of the event loop that reads nothing shows that the pipes are empty. */
  async #untilRead(): Promise<void> {
    // The rest of this turn.
    await nextTurn()
    for (let turn = 0; turn < MOST_TURNS; turn += 1) {
      const before = this.#reads
      await nextTurn()
      if (this.#reads === before) return
    }
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

const isEnd = (message: unknown): boolean =>
  isJsonObject(message) &&
  message['type'] === 'event' &&
  (message['event'] === 'exited' || message['event'] === 'terminated')
