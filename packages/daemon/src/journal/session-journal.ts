import { Buffer } from 'node:buffer'
import { writeFileSync } from 'node:fs'
import { isJsonObject, type DapMessage, type JsonObject } from '@dapplex/protocol'
import { asksForSecret, REDACTED } from '@dapplex/workflow'
import type { Logger } from '../state/logger.js'
import type { SessionInput } from './session-input.js'
import { Pieces } from './pieces.js'
import { printLine, waitingLine, type JournalHeader, type JournalSecrets, type WaitingLine } from './journal-line.js'

/** Bytes of one session's journal. */
const LONGEST = 32 * 1024 * 1024
/** Characters of output in it. Output can be produced again by running the program; the messages cannot. */
const LONGEST_OUTPUT = 2 * 1024 * 1024
/** Inputs are collected for this long: writing a line costs more than the input itself. */
const GATHER_MS = 200
/** When more than this is collected, it is written at once. Fewer would open the file too often. */
const GATHERED = 1024

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
  #gathered: WaitingLine[] = []
  #timer: NodeJS.Timeout | undefined
  #phase: 'open' | 'full' | 'failed' = 'open'
  #bytes = 0
  /** Unanswered requests to the adapter that ask for something by a sensitive name. */
  readonly #secretRequests = new Set<number>()
  #output = 0

  constructor(options: JournalOptions) {
    this.#options = options
    this.path = options.path
    this.#guarded(() => {
      const line = `${JSON.stringify(options.header)}\n`
      writeFileSync(options.path, line, { mode: 0o600, flag: 'wx' })
      this.#bytes = Buffer.byteLength(line)
    })
  }

  /** A request goes to the adapter. If it asks by a sensitive name, its answer is masked too: the answer does not repeat the name. */
  asked(message: DapMessage): void {
    if (message.type === 'request' && 'arguments' in message && asksForSecret(message.arguments))
      this.#secretRequests.add(message.seq)
  }

  take(input: SessionInput, now: number): void {
    if (this.#phase !== 'open' || this.#isTooMuchOutput(input)) return
    this.#gathered.push(waitingLine(this.#withoutAsked(input), now))
    if (this.#gathered.length >= GATHERED) return this.flush()
    this.#timer ??= setTimeout(() => this.flush(), GATHER_MS).unref()
  }

  /** Writes the collected inputs. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const gathered = this.#gathered
    this.#gathered = []
    if (this.#phase !== 'open' || gathered.length === 0) return
    this.#guarded(() => this.#append(gathered))
  }

  #append(gathered: readonly WaitingLine[]): void {
    const pieces = new Pieces()
    for (const waiting of gathered) {
      const line = printLine(waiting, this.#options.secrets)
      for (const piece of line) this.#bytes += Buffer.byteLength(piece)
      if (this.#bytes > LONGEST) {
        const why = `the journal is limited to ${LONGEST} bytes`
        pieces.add(`${JSON.stringify({ kind: 'cut', now: waiting.now, why })}\n`)
        this.#phase = 'full'
        break
      }
      for (const piece of line) pieces.add(piece)
    }
    pieces.appendTo(this.path)
  }

  #withoutAsked(input: SessionInput): SessionInput {
    if (this.#secretRequests.size === 0 || input.kind !== 'adapterMessage') return input
    const { message } = input
    if (!isJsonObject(message) || message['type'] !== 'response') return input
    const isSecret = this.#secretRequests.delete(Number(message['request_seq']))
    return isSecret ? { kind: input.kind, message: withoutValue(message) } : input
  }

  #isTooMuchOutput(input: SessionInput): boolean {
    if (input.kind !== 'adapterMessage' || !isJsonObject(input.message)) return false
    const { event, body } = input.message
    if (event !== 'output' || !isJsonObject(body)) return false
    this.#output += typeof body['output'] === 'string' ? body['output'].length : 0
    return this.#output > LONGEST_OUTPUT
  }

  #guarded(write: () => void): void {
    try {
      write()
    } catch (error) {
      this.#phase = 'failed'
      this.#options.log.warn({ path: this.path, err: error }, 'the journal of a session can no longer be written')
    }
  }
}

/** A response whose value is hidden; what the core reads of it stays. */
function withoutValue(message: JsonObject): JsonObject {
  const { body } = message
  const hidden = Object.entries(isJsonObject(body) ? body : {}).map(([key, value]) => [
    key,
    (key === 'result' || key === 'value') && typeof value === 'string' ? REDACTED : value,
  ])
  return { ...message, ...(isJsonObject(body) ? { body: Object.fromEntries(hidden) as JsonObject } : {}) }
}
