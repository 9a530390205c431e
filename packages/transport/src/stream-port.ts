import type { Readable, Writable } from 'node:stream'
import { DEFAULT_FRAMING_LIMITS, type FramingLimits } from './framing/limits.js'
import { FramingReader, type Frame } from './framing/reader.js'
import { asciiFrame, encodeFrames, frameOf, type SizedFrame } from './framing/writer.js'
import { Inbox } from './inbox.js'
import { ListenedPort } from './listened-port.js'
import type { CloseReason, Printed, Recognize } from './port/message-port.js'
import { Outbox } from './outbox.js'
import { TransportError } from './port/transport-error.js'

/** How long `close()` waits for what was sent to go out, in ms. */
const CLOSE_MS = 1000
/**
 * So many messages are one write at most: the other side works on them while the rest of the turn is encoded. Measured with 32 requests under
 * way: a fifth more of them in a second than with all messages of a turn in one write.
 */
const MOST_GATHERED = 8

export interface StreamPortOptions {
  readonly limits?: FramingLimits
  /** Names the stream in errors: "the adapter's stdout", "127.0.0.1:4711". */
  readonly name?: string
  /** Called with text before the first header, in whole lines. Without it such text ends the connection. */
  readonly onStrayText?: (text: string) => void
  /** What it recognizes is parsed only when somebody asks for its value. */
  readonly recognize?: Recognize
}

/** Both directions; for a socket the same object twice. */
export interface ByteStreams {
  readonly readable: Readable
  readonly writable: Writable
}

/**
 * `Content-Length` frames over a pair of byte streams. It owns the streams: nobody else may read, write or end them.
 *
 * A failed write does not close the port, because messages that the other side sent before it left can still be read. The
 * end of `readable` closes it.
 */
export class StreamPort extends ListenedPort {
  readonly #streams: ByteStreams
  readonly #reader: FramingReader
  readonly #name: string
  readonly #onStrayText: ((text: string) => void) | undefined
  protected readonly inbox: Inbox
  protected readonly outbox: Outbox
  #isReading = false
  #gathered: SizedFrame[] = []
  #gatheredBytes = 0

  constructor(streams: ByteStreams, options: StreamPortOptions = {}) {
    super()
    this.#streams = streams
    this.#onStrayText = options.onStrayText
    const textBefore = options.onStrayText === undefined ? 'lost' : 'skip'
    this.#reader = new FramingReader(options.limits ?? DEFAULT_FRAMING_LIMITS, textBefore, options.recognize)
    this.#name = options.name ?? 'the stream'
    this.inbox = new Inbox({ pause: () => streams.readable.pause(), resume: () => this.#resume() })
    this.outbox = new Outbox(() => this.bufferedBytes)
    streams.readable.on('end', this.#ended).on('close', this.#ended).on('error', this.#failed)
    // If both are one object, the handler above reports its failure. Otherwise the end of `readable` does.
    streams.writable.on('error', () => undefined)
    if (streams.readable.destroyed || streams.readable.readableEnded) this.#ended()
  }

  get bufferedBytes(): number {
    const { writable } = this.#streams
    return this.inbox.isOpen && !writable.destroyed ? writable.writableLength + this.#gatheredBytes : 0
  }

  sendPrinted(...parts: readonly Printed[]): boolean {
    const { writable } = this.#streams
    if (!this.inbox.isOpen || !writable.writable) return false
    this.#gather(parts)
    this.outbox.sent()
    return true
  }

  /**
   * Messages of one turn are written together: a burst of answers or output is thousands of small messages, and to write one by itself
   * costs as much as all else that is done with it.
   */
  #gather(parts: readonly Printed[]): void {
    const frame = frameOf(parts)
    this.#gathered.push(frame)
    this.#gatheredBytes += frame.bytes
    if (this.#gathered.length === 1) process.nextTick(this.#flush)
    if (this.#gathered.length === MOST_GATHERED) this.#flush()
  }

  readonly #flush = (): void => {
    const frames = this.#gathered
    if (frames.length === 0) return
    this.#gathered = []
    this.#gatheredBytes = 0
    const [only] = frames
    const text = only !== undefined && frames.length === 1 ? asciiFrame(only) : undefined
    const { writable } = this.#streams
    if (text === undefined) writable.write(encodeFrames(frames), this.outbox.wrote)
    else writable.write(text, 'latin1', this.outbox.wrote)
  }

  close(): void {
    const wasOpen = this.inbox.isOpen
    this.inbox.close()
    if (wasOpen) this.#shutDown()
  }

  #resume(): void {
    const { readable } = this.#streams
    if (!this.#isReading) {
      this.#isReading = true
      readable.on('data', this.#read)
    }
    readable.resume()
  }

  readonly #read = (chunk: Uint8Array): void => {
    for (const frame of this.#reader.read(chunk)) this.#take(frame)
  }

  #take(frame: Frame): void {
    if (frame.kind === 'stray') return this.#onStrayText?.(frame.text)
    if (frame.kind !== 'lost') return this.inbox.receive(frame)
    const error = new TransportError(frame.error.code, `${this.#name}: ${frame.error.message}`)
    this.#end({ kind: 'failed', error })
  }

  readonly #ended = (): void => {
    const frame = this.#reader.end()
    if (frame !== undefined) this.#take(frame)
    this.#end({ kind: 'ended' })
  }

  readonly #failed = (cause: Error): void => {
    const error = new TransportError('STREAM_FAILED', `${this.#name} failed: ${cause.message}`, { cause })
    this.#end({ kind: 'failed', error })
  }

  #end(reason: CloseReason): void {
    if (!this.inbox.isOpen) return
    this.inbox.end(reason)
    this.#shutDown()
  }

  /** Sends what is buffered first. Incoming bytes are read and dropped, since closing a socket with unread bytes resets it. */
  #shutDown(): void {
    const { readable, writable } = this.#streams
    this.#flush()
    this.outbox.close()
    readable.off('data', this.#read)
    readable.resume()
    const destroy = () => {
      clearTimeout(timer)
      readable.destroy()
      writable.destroy()
    }
    const timer = setTimeout(destroy, CLOSE_MS)
    timer.unref()
    if (readable.destroyed || readable.readableEnded) writable.end(destroy)
    else {
      readable.once('end', () => writable.end(destroy))
      writable.end()
    }
  }
}
