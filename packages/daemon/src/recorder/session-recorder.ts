import { isResume } from '@dapplex/mux'
import {
  fileFailure,
  isJsonObject,
  textIn,
  type AdapterTraits,
  type JsonObject,
  type SessionEvent,
} from '@dapplex/protocol'
import type { Recording, RecordingWriter } from '@dapplex/recording'
import type { JournalSecrets } from '../journal/mask-page.js'
import { answeredSeq, type FromAdapter } from '../journal/session-input.js'
import type { Logger } from '../state/logger.js'
import { buildStop, masked } from './build-stop.js'
import { keyOf, nextLook, ownFrameOf, patternsOf, type Look } from './next-look.js'
import { OpenStop, whoOf } from './open-stop.js'
import { OutputRecords } from './output-records.js'

/** Reading begins when nobody has asked the adapter for so long: a client that steps on at once loses no time. */
const QUIET_MS = 50
/** After a stop that was left sooner it is as long as this: who steps so fast steps on, be the machine as busy as it may. */
const HURRIED_MS = 150
/** The adapter works no longer than this for the recorder at one stop, by default. */
export const STOP_MS = 200

export interface RecorderOptions {
  readonly writer: RecordingWriter
  readonly secrets: JournalSecrets
  readonly log: Logger
  readonly traits: AdapterTraits
  readonly folders: readonly string[]
  /** How long the adapter may work for the recorder at one stop. */
  readonly stopMs: number
  /** Tells all clients of the session. */
  readonly say: (text: string) => void
  /** Asks the core to read something for the recorder. */
  readonly look: (look: Look) => void
  /** What the adapter has announced. */
  readonly capabilities: () => JsonObject
  /** The clients' id of a thread of the adapter. */
  readonly thread: (id: unknown) => number
}

/** Who reads the recording waits for the stop at hand, but no longer than so many times that. */
const SETTLED = 5

/** A request that the adapter has not answered. `own`: since when the recorder waits for it. */
interface OpenRequest {
  readonly message: JsonObject
  readonly stop: OpenStop | undefined
  readonly own: { readonly look: Look; readonly since: number } | undefined
}

/**
 * The flight recorder of one session (docs/recordings.md). It learns from every answer that passes, asks for the rest when nobody
 * else asks, and writes each stop when it is over. It never disturbs the session: what it cannot write is not recorded.
 */
export class SessionRecorder {
  readonly #options: RecorderOptions
  readonly #output: OutputRecords
  readonly #patterns: ReturnType<typeof patternsOf>
  readonly #open = new Map<unknown, OpenRequest>()
  #stop: OpenStop | undefined
  #stoppedAt = 0
  #quietMs = QUIET_MS
  /** When the last message came, by the clock of this process. */
  #quietFrom = 0
  #spent = 0
  #looking: Look | undefined
  /** Stops that are over and wait to be written. */
  readonly #left: { readonly stop: OpenStop; readonly cut: 'time' | 'moved' }[] = []
  #timer: NodeJS.Timeout | undefined
  #phase: 'open' | 'failed' | 'closed' = 'open'
  readonly #settled = new Set<() => void>()

  constructor(options: RecorderOptions) {
    this.#options = options
    this.#patterns = patternsOf(options.traits)
    this.#output = new OutputRecords(options.writer, options.secrets)
  }

  /** What is recorded so far, and the stop at hand once it was read. Once it could not be written, what was written before that. */
  async recording(): Promise<Recording> {
    if (this.#stop !== undefined && this.#next(this.#stop) !== undefined) await this.#untilSettled()
    if (this.#phase === 'open') this.#guarded(() => this.#output.flush())
    this.#writeLeft()
    if (this.#stop !== undefined) this.#writeStop(this.#stop, undefined)
    else if (this.#phase === 'open') this.#guarded(() => this.#options.writer.commit())
    return this.#options.writer.recording
  }

  /** A message goes to the adapter. */
  sent(message: unknown): void {
    if (this.#phase !== 'open' || !isJsonObject(message) || message['type'] !== 'request') return
    const own = this.#looking === undefined ? undefined : { look: this.#looking, since: performance.now() }
    this.#open.set(message['seq'], { message, stop: this.#stop, own })
    if (own !== undefined) return
    if (this.#stop !== undefined && isResume(textIn(message, 'command') ?? '')) this.#writeBehind(this.#stop)
    this.#waitForQuiet()
  }

  /** A message of the adapter is about to be told. Of what was told before nothing is lost then, whatever happens to this process. */
  coming(): void {
    if (this.#left.length > 0) this.#writeLeft()
  }

  /** A message has come from the adapter, and was told. */
  heard(came: FromAdapter): void {
    const seq = this.#phase === 'open' ? answeredSeq(came) : undefined
    const request = seq === undefined ? undefined : this.#open.get(seq)
    if (request === undefined) return
    this.#open.delete(seq)
    const { own, stop } = request
    if (own !== undefined) this.#spent += performance.now() - own.since
    if (stop !== undefined && stop === this.#stop) {
      const isLearned = stop.hear(request.message, came, this.#options.thread)
      // Of a stack the adapter has given what it has.
      const isOver = !isLearned || own?.look.command === 'stackTrace'
      if (own !== undefined && isOver) stop.refused.add(keyOf(own.look))
    }
    if (own === undefined) this.#waitForQuiet()
    // A client whose message has come meanwhile goes first.
    else setImmediate(() => this.#lookOn())
  }

  happened(event: SessionEvent): void {
    if (this.#phase !== 'open') return
    this.#guarded(() => this.#take(event))
  }

  close(): void {
    if (this.#phase === 'closed') return
    this.#guarded(() => this.#output.flush())
    this.#leaveStop()
    clearTimeout(this.#timer)
    this.#writeLeft()
    this.#guarded(() => this.#options.writer.close())
    this.#phase = 'closed'
  }

  #take(event: SessionEvent): void {
    const { writer } = this.#options
    switch (event.kind) {
      case 'output':
        this.#output.add(event)
        return
      case 'stopped':
        // Further threads of one suspension.
        if (event.stopId === this.#stop?.facts.stopId) return
        this.#leaveStop()
        // It moved by itself: nobody has sent the move.
        this.#writeLeft()
        this.#output.flush()
        this.#stop = new OpenStop(factsOf(event))
        this.#stoppedAt = performance.now()
        this.#spent = 0
        this.#waitForQuiet()
        return
      case 'continued':
        // Where threads stop one by one, another one may go on.
        if (event.allThreadsContinued || event.threadId === this.#stop?.facts.threadId) this.#leaveStop()
        return
      case 'written':
      case 'invalidated':
        this.#stop?.forgetValues()
        this.#waitForQuiet()
        break
      case 'exited':
      case 'ended':
        this.#output.flush()
        this.#leaveStop()
        break
      default:
        break
    }
    const { at, stopId, kind, by, seq: _seq, ...about } = event
    const who = whoOf(by)
    const told = masked(about, this.#options.secrets)
    writer.add({
      kind: 'event',
      at,
      stopId,
      event: kind,
      about: { ...told },
      ...(who === undefined ? {} : { by: who }),
    })
    if (kind !== 'ended') return
    this.#writeLeft()
    writer.commit()
  }

  /** The stop is over, or a new one begins: what is known of it is written once the move is on its way. */
  #leaveStop(): void {
    const stop = this.#stop
    this.#stop = undefined
    if (stop === undefined) return
    this.#setQuiet(performance.now() - this.#stoppedAt < HURRIED_MS ? HURRIED_MS : QUIET_MS)
    this.#writeBehind(stop)
    this.#settle()
  }

  #setQuiet(ms: number): void {
    if (ms === this.#quietMs) return
    this.#quietMs = ms
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** Writes what is known of a stop once the move is on its way: the adapter works on it meanwhile. */
  #writeBehind(stop: OpenStop): void {
    this.#left.push({ stop, cut: this.#spent >= this.#options.stopMs ? 'time' : 'moved' })
    setImmediate(() => this.#writeLeft())
  }

  #writeLeft(): void {
    for (const { stop, cut } of this.#left.splice(0))
      if (stop.hasNews) this.#writeStop(stop, nextLook(stop, this.#plan()) === undefined ? undefined : cut, 'stored')
  }

  /** What is to be read next at a stop, while there is time for it. */
  #next(stop: OpenStop): Look | undefined {
    return this.#spent < this.#options.stopMs && this.#phase === 'open' ? nextLook(stop, this.#plan()) : undefined
  }

  #untilSettled(): Promise<void> {
    return new Promise((resolve) => {
      const settle = () => {
        clearTimeout(timer)
        this.#settled.delete(settle)
        resolve()
      }
      const timer = setTimeout(settle, SETTLED * this.#options.stopMs)
      this.#settled.add(settle)
    })
  }

  #settle(): void {
    for (const settle of [...this.#settled]) settle()
  }

  /** Setting a timer anew costs more than all else that is done here for a message: it looks for itself whether it came too early. */
  #waitForQuiet(): void {
    if (this.#stop === undefined) return
    this.#quietFrom = performance.now()
    this.#timer ??= setTimeout(this.#quietOver, this.#quietMs).unref()
  }

  readonly #quietOver = (): void => {
    const early = this.#quietFrom + this.#quietMs - performance.now()
    this.#timer = early >= 1 ? setTimeout(this.#quietOver, Math.ceil(early)).unref() : undefined
    if (this.#timer === undefined) this.#lookOn()
  }

  /** Asks for the next thing, unless somebody waits for the adapter. */
  #lookOn(): void {
    const stop = this.#stop
    if (stop === undefined || this.#phase !== 'open' || this.#isAsked(stop)) return
    const look = this.#next(stop)
    if (look === undefined) {
      this.#writeStop(stop, this.#spent < this.#options.stopMs ? undefined : 'time')
      this.#settle()
      return
    }
    this.#looking = look
    this.#options.look(look)
    this.#looking = undefined
    if (this.#isAsked(stop)) return
    // The core has not sent it.
    stop.refused.add(keyOf(look))
    this.#waitForQuiet()
  }

  /** Whether somebody waits for an answer of the adapter. Some adapters never answer requests from before the stop, or a cancel. */
  #isAsked(stop: OpenStop): boolean {
    for (const request of this.#open.values())
      if (request.stop === stop && request.message['command'] !== 'cancel') return true
    return false
  }

  #plan() {
    const { traits, folders, capabilities } = this.#options
    return {
      ...this.#patterns,
      traits,
      folders,
      tellsExceptions: capabilities()['supportsExceptionInfoRequest'] === true,
    }
  }

  #writeStop(stop: OpenStop, cut: 'time' | 'moved' | undefined, packing: 'packed' | 'stored' = 'packed'): void {
    if ((!stop.hasNews && stop.writtenCut === cut) || this.#phase !== 'open') return
    stop.hasNews = false
    stop.writtenCut = cut
    const { writer, secrets } = this.#options
    this.#guarded(() => {
      stop.catchUp()
      const ownFrame = ownFrameOf(stop, this.#plan())
      const record = buildStop(stop, { writer, secrets, output: this.#output.bytes, ownFrame, cut })
      writer.add({ kind: 'stop', ...record })
      writer.commit(packing)
    })
  }

  #guarded(write: () => void): void {
    try {
      write()
    } catch (error) {
      if (this.#phase !== 'open') return
      this.#phase = 'failed'
      this.#stop = undefined
      this.#open.clear()
      this.#settle()
      const { log, say, writer } = this.#options
      writer.recording.endsEarly(`it could not be written any more: ${fileFailure(error)}`)
      log.warn({ path: writer.path, err: error }, 'the recording of a session can no longer be written')
      say(
        `dapplex no longer records this session: ${writer.path} cannot be written: ${fileFailure(error)}. What was recorded before can still be read.`,
      )
    }
  }
}

function factsOf({ stopId, at, by, ...event }: SessionEvent & { readonly kind: 'stopped' }) {
  const { threadId, reason, description, text, breakpointIds, allThreadsStopped } = event
  return { stopId, at, threadId, reason, description, text, breakpointIds, allThreadsStopped, by: whoOf(by) }
}
