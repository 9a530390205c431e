import { Buffer } from 'node:buffer'
import { writeFileSync } from 'node:fs'
import { fileFailure, isJsonObject, type DapMessage, type JsonObject } from '@dapplex/protocol'
import { asksForSecret, REDACTED } from '@dapplex/workflow'
import type { Logger } from '../state/logger.js'
import { answeredSeq, type SessionInput } from './session-input.js'
import { appendToFile } from './append-to-file.js'
import { addLine, type JournalHeader } from './journal-line.js'
import { LinePages } from './line-pages.js'
import { maskPage, type JournalSecrets } from './mask-page.js'

/** Bytes of one session's journal. */
const LONGEST = 32 * 1024 * 1024
/** Characters of output in it. Output can be produced again by running the program; the messages cannot. */
const LONGEST_OUTPUT = 2 * 1024 * 1024
/** Inputs are collected for this long: writing a line costs more than the input itself. */
const GATHER_MS = 200
/**
 * So many inputs are made into lines in one go. Each input of its own would be one more task of each turn, which stands between an answer
 * and the next request wherever the other side runs on the same processor.
 */
const TOGETHER = 16
/** An input whose text is longer, or not at hand, is made into its line at the end of its turn, so that its memory is free. */
const LONGEST_KEPT = 16 * 1024
/** When so many bytes are collected, they are written before that. */
const GATHERED = 512 * 1024
/** So many bytes may wait for a disk that takes nothing; then the journal ends, since memory is for the sessions. */
const MOST_WAITING = 16 * 1024 * 1024

export interface JournalOptions {
  readonly path: string
  readonly header: JournalHeader
  readonly secrets: JournalSecrets
  readonly log: Logger
}

/**
 * The inputs of one session, in order, on disk (mux 27): the core can run on them again. It never disturbs the session: a full
 * disk ends the journal, not the session.
 */
export class SessionJournal {
  readonly path: string
  readonly #options: JournalOptions
  readonly #coming: { readonly input: SessionInput; readonly now: number }[] = []
  #isCollecting = false
  readonly #pages = new LinePages((page) => this.#gather(page))
  /** Pages that wait to be written, and how long they are together. */
  #gathered: Buffer[] = []
  #waiting = 0
  #lastNow = 0
  #timer: NodeJS.Timeout | undefined
  /** The writing that is under way: what is collected meanwhile follows. */
  #writing: Promise<void> | undefined
  #phase: 'open' | 'full' | 'failed' = 'open'
  #trouble: string | undefined
  #bytes = 0
  /** Unanswered requests to the adapter that ask for something by a sensitive name. */
  readonly #secretRequests = new Set<number>()
  #output = 0

  constructor(options: JournalOptions) {
    this.#options = options
    this.path = options.path
    try {
      const line = `${JSON.stringify(options.header)}\n`
      writeFileSync(options.path, line, { mode: 0o600, flag: 'wx' })
      this.#bytes = Buffer.byteLength(line)
    } catch (error) {
      this.#failed(error)
    }
  }

  /** Why its end is missing, in words; undefined while it can be written. */
  get trouble(): string | undefined {
    return this.#trouble
  }

  /** Of the file. */
  get bytes(): number {
    return this.#bytes
  }

  /** A request goes to the adapter. If it asks by a sensitive name, its answer is masked too: the answer does not repeat the name. */
  asked(message: DapMessage): void {
    if (message.type === 'request' && 'arguments' in message && asksForSecret(message.arguments))
      this.#secretRequests.add(message.seq)
  }

  /** It is collected after what its turn sends, a short one with others: nobody waits for the journal. */
  take(input: SessionInput, now: number): void {
    this.#coming.push({ input, now })
    if (this.#coming.length >= TOGETHER || !isShort(input)) this.#collectSoon()
    this.#timer ??= setTimeout(() => void this.flush(), GATHER_MS).unref()
  }

  #collectSoon(): void {
    if (this.#isCollecting) return
    this.#isCollecting = true
    process.nextTick(this.#collectAll)
  }

  readonly #collectAll = (): void => {
    this.#isCollecting = false
    this.#guarded(() => {
      for (const { input, now } of this.#coming.splice(0)) this.#collect(input, now)
    })
  }

  #collect(input: SessionInput, now: number): void {
    if (this.#phase !== 'open' || this.#isTooMuchOutput(input)) return
    this.#lastNow = now
    addLine(this.#pages, this.#withoutAsked(input), now)
    if (this.#waiting >= MOST_WAITING)
      return this.#failed(new Error(`${MOST_WAITING} bytes wait: the disk takes nothing`))
    if (this.#waiting >= GATHERED) void this.#write()
  }

  /**
   * Writes the collected inputs. Resolves when they are in the file, or the journal has failed; never rejects. No session waits for
   * the disk.
   */
  flush(): Promise<void> {
    this.#collectAll()
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#guarded(() => this.#pages.flush())
    return this.#write()
  }

  #gather(page: Buffer): void {
    if (this.#phase !== 'open') return
    this.#gathered.push(maskPage(page, this.#options.secrets))
    this.#waiting += page.byteLength
  }

  #write(): Promise<void> {
    if (this.#phase !== 'open') this.#gathered = []
    if (this.#writing === undefined && this.#gathered.length > 0) this.#writing = this.#writeGathered()
    return this.#writing ?? Promise.resolve()
  }

  async #writeGathered(): Promise<void> {
    while (this.#phase === 'open' && this.#gathered.length > 0) {
      const gathered = this.#gathered
      this.#gathered = []
      this.#waiting = 0
      try {
        await this.#append(gathered)
      } catch (error) {
        this.#failed(error)
      }
    }
    this.#writing = undefined
  }

  async #append(pages: readonly Buffer[]): Promise<void> {
    const pieces: Buffer[] = []
    for (const page of pages) {
      const left = LONGEST - this.#bytes
      this.#bytes += page.byteLength
      if (left >= page.byteLength) {
        pieces.push(page)
        continue
      }
      const why = `the journal is limited to ${LONGEST} bytes`
      pieces.push(wholeLines(page, left))
      pieces.push(Buffer.from(`${JSON.stringify({ kind: 'cut', now: this.#lastNow, why })}\n`))
      this.#phase = 'full'
      break
    }
    await appendToFile(this.path, pieces)
  }

  #withoutAsked(input: SessionInput): SessionInput {
    if (this.#secretRequests.size === 0 || input.kind !== 'adapterMessage') return input
    const seq = answeredSeq(input)
    if (seq === undefined || !this.#secretRequests.delete(seq)) return input
    const { kind, message } = input
    return isJsonObject(message) ? { kind, message: withoutValue(message) } : input
  }

  #isTooMuchOutput(input: SessionInput): boolean {
    if (input.kind !== 'adapterMessage' || input.answer !== undefined || !isJsonObject(input.message)) return false
    const { event, body } = input.message
    if (event !== 'output' || !isJsonObject(body)) return false
    this.#output += typeof body['output'] === 'string' ? body['output'].length : 0
    return this.#output > LONGEST_OUTPUT
  }

  #guarded(collect: () => void): void {
    try {
      collect()
    } catch (error) {
      this.#failed(error)
    }
  }

  #failed(error: unknown): void {
    this.#phase = 'failed'
    this.#gathered = []
    this.#trouble = `it could not be written any more: ${fileFailure(error)}`
    this.#options.log.warn({ path: this.path, err: error }, 'the journal of a session can no longer be written')
  }
}

const isShort = (input: SessionInput): boolean =>
  'printed' in input && input.printed !== undefined && input.printed.byteLength <= LONGEST_KEPT

/** The lines that fit in so many bytes. */
const wholeLines = (page: Buffer, bytes: number): Buffer =>
  page.subarray(0, page.subarray(0, Math.max(0, bytes)).lastIndexOf('\n') + 1)

/** A response whose value is hidden; what the core reads of it stays. */
function withoutValue(message: JsonObject): JsonObject {
  const { body } = message
  const hidden = Object.entries(isJsonObject(body) ? body : {}).map(([key, value]) => [
    key,
    (key === 'result' || key === 'value') && typeof value === 'string' ? REDACTED : value,
  ])
  return { ...message, ...(isJsonObject(body) ? { body: Object.fromEntries(hidden) as JsonObject } : {}) }
}
