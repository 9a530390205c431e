import { Buffer } from 'node:buffer'
import { TransportError } from '../port/transport-error.js'
import { BodyBuffer } from './body-buffer.js'
import { DEFAULT_FRAMING_LIMITS, type FramingLimits } from './limits.js'
import type { Recognize } from '../port/message-port.js'
import { parseBody, type ParsedBody } from './parse-body.js'

/** What the bytes mean: a message, a body that is not JSON, text before the first header, or lost framing (once, as the last). */
export type Frame =
  | ParsedBody
  | { readonly kind: 'stray'; readonly text: string }
  | { readonly kind: 'lost'; readonly error: TransportError }

/** What happens to text before the first header: `lost` as anywhere else, or `skip`, for programs that greet on stdout. */
export type TextBefore = 'lost' | 'skip'

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const ZERO = 0x30
/** The usual form of the header. */
const USUAL_HEADER = Buffer.from('Content-Length: ')
/** Where a header begins in a line that starts with other text: a greeting may have no line end. */
const FIRST_HEADER = /content-(?:length|type)[ \t]*:/i
/** More digits than any length that is allowed. */
const MOST_DIGITS = 10

/**
 * Reads `Content-Length` frames out of a byte stream cut anywhere (mux 23, DAP "Base Protocol").
 *
 * Header names in any case and order, unknown ones ignored. Lines end with CRLF; a bare LF is taken as well, and empty lines
 * before a header block are skipped, because hand-written clients and some adapters send both and neither can be mistaken for
 * anything else. Everything else that is not a header line loses the framing: there is no safe place to go on from.
 *
 * Each byte is looked at once and copied at most a fixed number of times, whatever the chunks are. A body that arrives in one
 * chunk is not copied at all: a chunk belongs to the reader once it is handed in.
 */
export class FramingReader {
  readonly #limits: FramingLimits
  #phase: 'before' | 'header' | 'body' | 'lost'
  /** Pieces of a header line whose end has not come yet. */
  #line: Uint8Array[] = []
  #headerBytes = 0
  #contentLength: number | undefined
  #body: BodyBuffer | undefined
  readonly #recognize: Recognize | undefined

  constructor(limits: FramingLimits = DEFAULT_FRAMING_LIMITS, textBefore: TextBefore = 'lost', recognize?: Recognize) {
    this.#limits = limits
    this.#recognize = recognize
    this.#phase = textBefore === 'skip' ? 'before' : 'header'
  }

  /** Takes the next bytes and returns what is complete, in order. After `lost` it returns nothing. */
  read(chunk: Uint8Array): readonly Frame[] {
    const frames: Frame[] = []
    let at = 0
    while (at < chunk.byteLength && this.#phase !== 'lost') {
      if (this.#phase === 'header' || this.#phase === 'before') at = this.#skipUsualHeader(chunk, at)
      at =
        this.#phase === 'header' || this.#phase === 'before'
          ? this.#readLine(chunk, at, frames)
          : this.#readBody(chunk, at, frames)
    }
    return frames
  }

  /** Call it when the stream has ended. Returns `lost` if a message was incomplete. */
  end(): Frame | undefined {
    if (this.#phase === 'lost' || this.#phase === 'before' || (this.#body === undefined && this.#headerBytes === 0))
      return undefined
    const body = this.#body
    const where = body === undefined ? 'within a header' : `after ${body.length} of ${body.wanted} bytes of a body`
    return this.#lose('STREAM_FAILED', `the stream ended ${where}`)
  }

  /** Takes a header block in its usual form without looking for lines; anything else is left to `#readLine`. */
  #skipUsualHeader(chunk: Uint8Array, from: number): number {
    if (this.#headerBytes > 0) return from
    for (let at = 0; at < USUAL_HEADER.length; at++) if (chunk[from + at] !== USUAL_HEADER[at]) return from
    const digits = from + USUAL_HEADER.length
    let at = digits
    let length = 0
    for (let digit = chunk[at]; digit !== undefined && digit >= ZERO && digit <= ZERO + 9; digit = chunk[++at])
      length = length * 10 + digit - ZERO
    const isWhole = [CARRIAGE_RETURN, LINE_FEED, CARRIAGE_RETURN, LINE_FEED].every(
      (byte, next) => chunk[at + next] === byte,
    )
    const isUsual = isWhole && at - digits <= MOST_DIGITS && length > 0 && length <= this.#limits.bodyBytes
    if (!isUsual || at + 4 - from > this.#limits.headerBytes) return from
    this.#phase = 'body'
    this.#body = new BodyBuffer(length)
    return at + 4
  }

  #readLine(chunk: Uint8Array, from: number, frames: Frame[]): number {
    const lineFeed = chunk.indexOf(LINE_FEED, from)
    const to = lineFeed === -1 ? chunk.byteLength : lineFeed + 1
    this.#headerBytes += to - from
    if (this.#headerBytes > this.#limits.headerBytes) {
      const limit = `${this.#limits.headerBytes} bytes`
      frames.push(this.#lose('HEADER_TOO_LARGE', `a header block of more than ${limit}; is this a DAP stream?`))
      return to
    }
    this.#line.push(chunk.subarray(from, to))
    if (lineFeed === -1) return to
    const lost = this.#takeLine(frames)
    if (lost !== undefined) frames.push(lost)
    return to
  }

  #takeLine(frames: Frame[]): Frame | undefined {
    const whole = lineText(this.#line)
    this.#line = []
    const line = this.#phase === 'before' ? this.#afterStrayText(whole, frames) : whole
    if (line === undefined) return undefined
    if (line === '') return this.#endHeader(frames)
    const colon = line.indexOf(':')
    if (colon < 1) return this.#lose('FRAMING_LOST', `expected a header line, got ${quote(line)}`)
    if (line.slice(0, colon).trim().toLowerCase() !== 'content-length') return undefined
    return this.#takeLength(line.slice(colon + 1).trim())
  }

  /** The header in this line; undefined while none has come. Stray text counts for the header's limit. */
  #afterStrayText(line: string, frames: Frame[]): string | undefined {
    const at = line.search(FIRST_HEADER)
    const text = at === -1 ? line : line.slice(0, at)
    if (text.trim() !== '') frames.push(strayFrame(Buffer.from(text, 'latin1').toString('utf8'), frames))
    if (at === -1) return undefined
    this.#phase = 'header'
    return line.slice(at)
  }

  #takeLength(text: string): Frame | undefined {
    if (!/^\d+$/.test(text))
      return this.#lose('FRAMING_LOST', `Content-Length must be a number of bytes, not ${quote(text)}`)
    const length = Number(text)
    if (this.#contentLength !== undefined && this.#contentLength !== length) {
      return this.#lose(
        'FRAMING_LOST',
        `two lengths for one message: Content-Length ${this.#contentLength} and ${length}`,
      )
    }
    if (length > this.#limits.bodyBytes) {
      const limit = this.#limits.bodyBytes
      return this.#lose('BODY_TOO_LARGE', `a message of ${text} bytes was announced; the limit is ${limit} bytes`)
    }
    this.#contentLength = length
    return undefined
  }

  #endHeader(frames: Frame[]): Frame | undefined {
    if (this.#contentLength === undefined) {
      // Only empty lines so far: they do not start a message.
      if (this.#headerBytes <= 2) {
        this.#headerBytes = 0
        return undefined
      }
      return this.#lose('FRAMING_LOST', 'a header block without Content-Length')
    }
    this.#headerBytes = 0
    if (this.#contentLength > 0) {
      this.#phase = 'body'
      this.#body = new BodyBuffer(this.#contentLength)
      return undefined
    }
    this.#contentLength = undefined
    frames.push(parseBody(new Uint8Array(0)))
    return undefined
  }

  #readBody(chunk: Uint8Array, from: number, frames: Frame[]): number {
    const { body, to } = this.#body?.take(chunk, from) ?? { body: undefined, to: from }
    if (body === undefined) return to
    this.#phase = 'header'
    this.#contentLength = undefined
    this.#body = undefined
    frames.push(parseBody(body, this.#recognize))
    return to
  }

  #lose(code: TransportError['code'], message: string): Frame {
    this.#phase = 'lost'
    this.#line = []
    this.#body = undefined
    return { kind: 'lost', error: new TransportError(code, message) }
  }
}

/** Lines that arrive together are one piece of text: a program may write thousands. */
function strayFrame(text: string, frames: Frame[]): Frame {
  const last = frames.at(-1)
  if (last?.kind !== 'stray') return { kind: 'stray', text }
  frames.pop()
  return { kind: 'stray', text: `${last.text}\n${text}` }
}

function lineText(pieces: readonly Uint8Array[]): string {
  const [first] = pieces
  const bytes = Buffer.from(pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces))
  const end = bytes.at(-2) === CARRIAGE_RETURN ? -2 : -1
  return bytes.subarray(0, end).toString('latin1')
}

/** At most 80 characters of what came: enough to see a stray print or another protocol. */
const quote = (text: string) => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)
