import { Buffer } from 'node:buffer'
import type { JsonObject, ScannedAnswer } from '@dapplex/protocol'
import type { FromAdapter } from '../journal/session-input.js'

/** So many, and so many bytes of them, are kept unread at most: they are memory. */
const MOST = 64
const MOST_BYTES = 4 * 1024 * 1024
/** A longer answer is not kept to be compared with the next one. */
const LONGEST_COMPARED = 64 * 1024

/** An answer that was not read yet, with the request that it belongs to. */
export interface Reading {
  readonly request: JsonObject
  readonly came: FromAdapter
  readonly thread: (id: unknown) => number
}

/**
 * Answers of the adapter that went to a client without being parsed. Who steps on at once, or reads the same again and again, never
 * waits for the recorder to parse them: what was read at a stop is parsed once, when there is time.
 */
export class UnreadAnswers {
  #waiting: Reading[] = []
  #bytes = 0
  /** The latest answer to each request. */
  readonly #latest = new Map<string, ScannedAnswer>()

  /** False where the same request was answered with the same body before: it tells nothing new. */
  add(reading: Reading): boolean {
    const { answer } = reading.came
    if (answer === undefined) return false
    const key = `${answer.command} ${JSON.stringify(reading.request['arguments'])}`
    const known = this.#latest.get(key)
    if (known !== undefined && bodyOf(known).equals(bodyOf(answer))) return false
    if (this.#latest.size >= MOST) this.#latest.clear()
    this.#latest.delete(key)
    if (answer.to - answer.from <= LONGEST_COMPARED) this.#latest.set(key, answer)
    this.#waiting.push(reading)
    this.#bytes += answer.to - answer.from
    return true
  }

  get isFull(): boolean {
    return this.#waiting.length >= MOST || this.#bytes >= MOST_BYTES
  }

  /** Takes them out, oldest first. */
  take(): readonly Reading[] {
    this.#bytes = 0
    return this.#waiting.length === 0 ? [] : this.#waiting.splice(0)
  }

  /** The same body may tell something new from now on. */
  forget(): void {
    this.#latest.clear()
  }
}

const bodyOf = ({ bytes, from, to }: ScannedAnswer): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from)
