import { isJsonObject, type DapEvent, type DapRequest, type DapResponse, type JsonObject } from '@dapplex/protocol/dap'
import { recordedBreakpoints } from './fold-breakpoints.js'
import { foldThread, type Threads } from './fold-threads.js'
import type { Entries, Entry } from './read-entries.js'
import type { Exchange, RecordedAnswer, RecordedStop, Recording } from './recording.js'

const RESUMES = new Set([
  'continue',
  'next',
  'stepIn',
  'stepOut',
  'stepBack',
  'reverseContinue',
  'goto',
  'restartFrame',
])
const STARTS = new Set(['launch', 'attach', 'configurationDone'])

/** Brings the messages of a recording into the order in which they are served: by stop. Errors: none. */
export function foldRecording({ header, entries }: Entries): Recording {
  const answers = answersBySeq(entries)
  const stops = new StopFold()
  const exchanges: Exchange[] = []
  let capabilities: JsonObject = {}
  for (const { direction, message } of entries) {
    if (message.type === 'event' && direction === 'in') {
      const event = message as DapEvent
      stops.takeEvent(event)
      if (event.event === 'capabilities') capabilities = { ...capabilities, ...objectIn(event.body, 'capabilities') }
    }
    if (message.type !== 'request' || direction !== 'out') continue
    const exchange = exchangeOf(message as DapRequest, answers)
    if (exchange === undefined) continue
    exchanges.push(exchange)
    stops.takeExchange(exchange)
    if (exchange.command === 'initialize') capabilities = { ...capabilities, ...exchange.answer.body }
  }
  return {
    header,
    capabilities,
    refusal: exchanges.find(({ command, answer }) => STARTS.has(command) && !answer.success),
    ...stops.finish(),
    exchanges,
    breakpoints: recordedBreakpoints(entries, exchanges),
  }
}

/** A stop while its exchanges are still coming in. */
interface OpenStop {
  readonly before: readonly DapEvent[]
  readonly stopped: DapEvent[]
  readonly exchanges: Exchange[]
  threads: Threads
}

class StopFold {
  readonly #stops: OpenStop[] = []
  /** The stop that the program is at; undefined while it runs. */
  #current: OpenStop | undefined
  #events: DapEvent[] = []
  #threads: Threads = new Map()

  takeEvent(event: DapEvent): void {
    this.#threads = foldThread(this.#threads, event)
    if (this.#current !== undefined) this.#current.threads = this.#threads
    if (event.event === 'continued') this.#current = undefined
    if (event.event !== 'stopped') this.#events.push(event)
    else if (this.#current !== undefined && !hasStopped(this.#current, event)) this.#current.stopped.push(event)
    else this.#open(event)
  }

  takeExchange(exchange: Exchange): void {
    const { command, answer } = exchange
    if (command === 'threads' && answer.success) this.#threads = threadsIn(answer.body)
    if (this.#current === undefined) return
    this.#current.threads = this.#threads
    this.#current.exchanges.push(exchange)
    if (RESUMES.has(command) && answer.success) this.#current = undefined
  }

  finish(): { readonly stops: readonly RecordedStop[]; readonly ending: readonly DapEvent[] } {
    const stops = this.#stops.map((stop) => ({ ...stop, threads: [...stop.threads.values()] }))
    return { stops, ending: this.#events }
  }

  #open(event: DapEvent): void {
    this.#current = { before: this.#events, stopped: [event], exchanges: [], threads: this.#threads }
    this.#events = []
    this.#stops.push(this.#current)
  }
}

/** A thread that stops twice has moved in between, although nothing said so (a repl command can do that). */
const hasStopped = (stop: OpenStop, event: DapEvent): boolean =>
  stop.stopped.some((before) => threadOf(before) === threadOf(event))

const threadOf = (event: DapEvent): unknown => (isJsonObject(event.body) ? event.body['threadId'] : undefined)

function threadsIn(body: JsonObject | undefined): Threads {
  const threads = Array.isArray(body?.['threads']) ? body['threads'].filter(isJsonObject) : []
  return new Map(threads.map((thread) => [thread['id'], thread]))
}

/** The types of the standard call a body `any`. */
type ReadResponse = Omit<DapResponse, 'body'> & { readonly body?: unknown }

function answersBySeq(entries: readonly Entry[]): ReadonlyMap<number, RecordedAnswer> {
  const answers = new Map<number, RecordedAnswer>()
  for (const { direction, message } of entries) {
    if (direction !== 'in' || message.type !== 'response') continue
    const { request_seq, success, message: words, body } = message as ReadResponse
    const said = typeof words === 'string' ? { message: words } : {}
    answers.set(request_seq, { success, ...said, ...(isJsonObject(body) ? { body } : {}) })
  }
  return answers
}

function exchangeOf(request: DapRequest, answers: ReadonlyMap<number, RecordedAnswer>): Exchange | undefined {
  const answer = answers.get(request.seq)
  if (answer === undefined) return undefined
  const args: unknown = request.arguments
  return { command: request.command, args: isJsonObject(args) ? args : {}, answer }
}

function objectIn(body: unknown, name: string): JsonObject {
  const value = isJsonObject(body) ? body[name] : undefined
  return isJsonObject(value) ? value : {}
}
