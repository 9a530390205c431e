import { entryText, type AnyMessage, type Entry, type Mark } from './entry.js'
import { matchOrder, type Order } from './order.js'
import { openWait } from '../machine/open-waits.js'

export interface WaitOptions {
  /** Only messages after this mark count. By default all messages count. */
  readonly after?: Mark
  /** In ms. By default the timeline's own time-out, and without one the time limit of the test. */
  readonly timeoutMs?: number
}

export interface TimelineOptions {
  /** The name of the client, for error messages. */
  readonly name?: string
  /** In ms. By default there is none: a busy machine makes every message late, and the time limit of the test ends what hangs. */
  readonly timeoutMs?: number
}

interface Wait {
  /** True when the awaited message has arrived. */
  readonly isOver: () => boolean
  readonly fail: (why: string) => void
}

/** All messages of one client, in the order in which it saw them. Tests wait on it for messages that are still to come. */
export class Timeline {
  readonly entries: Entry[] = []
  readonly name: string
  readonly timeoutMs: number | undefined
  readonly #waits = new Set<Wait>()
  readonly #listeners = new Set<(entry: Entry) => void>()
  readonly #startMs = performance.now()
  #ended: string | undefined

  constructor(options: TimelineOptions = {}) {
    this.name = options.name ?? 'client'
    this.timeoutMs = options.timeoutMs
  }

  /** The current position. */
  mark(): Mark {
    return this.entries.length
  }

  add(dir: Entry['dir'], message: AnyMessage): Entry {
    const entry: Entry = { index: this.entries.length, atMs: performance.now() - this.#startMs, dir, message }
    this.entries.push(entry)
    for (const listener of this.#listeners) listener(entry)
    for (const wait of [...this.#waits]) if (wait.isOver()) this.#waits.delete(wait)
    return entry
  }

  /** Calls the listener with each message from now on. Returns a function that removes it. */
  onEntry(listener: (entry: Entry) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** No more messages will come: all pending waits fail with the reason. */
  end(why: string): void {
    this.#ended = why
    for (const wait of this.#waits) wait.fail(why)
    this.#waits.clear()
  }

  /** The matching messages after a mark. */
  received(fits: (message: AnyMessage) => boolean, after: Mark = 0): AnyMessage[] {
    return this.entries
      .filter((one) => one.index >= after && one.dir === 'in' && fits(one.message))
      .map((one) => one.message)
  }

  /**
   * Waits until `find` finds something. Calls it at once and after each message.
   * @param what names it in the error: "event stopped"
   * @throws Error when its time is up or the timeline ends first, with the last messages
   */
  waitFor<T>(what: string, find: () => T | undefined, options: WaitOptions = {}): Promise<T> {
    const found = find()
    if (found !== undefined) return Promise.resolve(found)
    const timeoutMs = options.timeoutMs ?? this.timeoutMs
    return new Promise((resolve, reject) => {
      const forget = openWait(() => this.#explain(what, 'it has not come', options.after))
      const finish = () => {
        clearTimeout(timer)
        forget()
      }
      const fail = (why: string) => {
        finish()
        reject(new Error(this.#explain(what, why, options.after)))
      }
      const isOver = () => {
        const result = find()
        if (result === undefined) return false
        finish()
        resolve(result)
        return true
      }
      const wait: Wait = { isOver, fail }
      const late = () => {
        this.#waits.delete(wait)
        fail(`not within ${timeoutMs} ms`)
      }
      const timer = timeoutMs === undefined ? undefined : setTimeout(late, timeoutMs)
      if (this.#ended === undefined) this.#waits.add(wait)
      else fail(this.#ended)
    })
  }

  /** Waits for an order of messages (see `order.ts`). Resolves with the mark after its last message. */
  waitForOrder(order: Order, options: WaitOptions = {}): Promise<Mark> {
    const find = () => matchOrder(order, this.entries, options.after ?? 0)
    return this.waitFor(order.text, find, options)
  }

  /** The last messages, one a line, for error messages. */
  tail(lines = 15): string {
    const last = this.entries.slice(-lines).map(entryText)
    const left = this.entries.length - last.length
    if (last.length === 0) return '  (no message at all)'
    return [...(left > 0 ? [`  … ${left} earlier`] : []), ...last].join('\n')
  }

  #explain(what: string, why: string, after: Mark | undefined): string {
    const since = after === undefined ? '' : ` after mark ${after}`
    return `${this.name}: waited for ${what}${since}: ${why}. The last of ${this.entries.length} messages:\n${this.tail()}`
  }
}
