import { isUtf8 } from 'node:buffer'
import { Transform, type TransformCallback } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { DEFAULT_FRAMING_LIMITS } from '@dapplex/transport'

/** netcoredbg sends what the program wrote byte by byte, so a character can be cut between two events (measured, 3.1.3). */
const SEPARATOR = '\r\n\r\n'
const LENGTH = /Content-Length: *(\d+)/i

/** A byte that is no UTF-8 stands as this lone surrogate and its value. .NET programs cannot write one otherwise. */
const FIRST = 0xdc00

/** Blank lines, then text without a colon where a header should stand. */
const NO_HEADER = /^\s*[^\s:][^:\n]*\n/
const { headerBytes: LONGEST_HEADER, bodyBytes: LONGEST_BODY } = DEFAULT_FRAMING_LIMITS

/**
 * Rewrites DAP frames of netcoredbg whose body is no UTF-8: each byte that cannot be decoded becomes an escape such as `\udcc3`,
 * which `OutputText` turns into the byte again. What the reader behind it refuses is passed on at once, with all that follows: it is
 * for that reader to tell what is wrong.
 */
export class EscapedBytes extends Transform {
  /** A frame that is not whole, in the pieces in which it came: to join them at each piece would take longer the longer it is. */
  #pieces: Buffer[] = []
  #length = 0
  /** With fewer bytes it is not whole. */
  #wanted = 0
  #phase: 'frames' | 'refused' = 'frames'

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    if (this.#phase === 'refused') this.push(chunk)
    else {
      this.#hold(chunk)
      if (this.#length >= this.#wanted) this.#passWhole()
    }
    done()
  }

  override _flush(done: TransformCallback): void {
    this.push(this.#takeAll())
    done()
  }

  #hold(bytes: Buffer): void {
    if (bytes.length > 0) this.#pieces.push(bytes)
    this.#length += bytes.length
  }

  #takeAll(): Buffer {
    const [only] = this.#pieces
    const all = only !== undefined && this.#pieces.length === 1 ? only : Buffer.concat(this.#pieces)
    this.#pieces = []
    this.#length = 0
    return all
  }

  #passWhole(): void {
    let bytes = this.#takeAll()
    let next = beginOf(bytes)
    for (; next.kind === 'whole'; next = beginOf(bytes)) {
      this.push(rewritten(bytes.subarray(0, next.to), next))
      bytes = bytes.subarray(next.to)
    }
    if (next.kind === 'refused') {
      this.#phase = 'refused'
      this.push(bytes)
      return
    }
    this.#wanted = next.wanted
    this.#hold(bytes)
  }
}

type Begin =
  | { readonly kind: 'whole'; readonly head: string; readonly from: number; readonly to: number }
  | { readonly kind: 'part'; readonly wanted: number }
  | { readonly kind: 'refused' }

/** What these bytes begin with. Text before a header counts to it. */
function beginOf(bytes: Buffer): Begin {
  const end = bytes.indexOf(SEPARATOR)
  if (end < 0) {
    const isRefused = bytes.length > LONGEST_HEADER || NO_HEADER.test(bytes.toString('latin1'))
    return isRefused ? { kind: 'refused' } : { kind: 'part', wanted: bytes.length + 1 }
  }
  const head = bytes.toString('latin1', 0, end)
  const length = Number(LENGTH.exec(head)?.[1] ?? 0)
  if (length > LONGEST_BODY) return { kind: 'refused' }
  const from = end + SEPARATOR.length
  const to = from + length
  return bytes.length < to ? { kind: 'part', wanted: to } : { kind: 'whole', head, from, to }
}

function rewritten(frame: Buffer, { head, from }: { readonly head: string; readonly from: number }): Buffer {
  const body = frame.subarray(from)
  if (isUtf8(body)) return frame
  const text = Buffer.from(escaped(body))
  return Buffer.concat([Buffer.from(head.replace(LENGTH, `Content-Length: ${text.length}`) + SEPARATOR), text])
}

/** The length of the UTF-8 sequence that begins here; 0 for none. */
function sequenceAt(bytes: Buffer, at: number): number {
  for (const length of [1, 2, 3, 4]) {
    if (at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length))) return length
  }
  return 0
}

function escaped(bytes: Buffer): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length;) {
    const length = sequenceAt(bytes, at)
    parts.push(length > 0 ? bytes.toString('utf8', at, at + length) : `\\u${(FIRST + (bytes[at] ?? 0)).toString(16)}`)
    at += Math.max(1, length)
  }
  return parts.join('')
}

/** The output of a program in one category. Holds the bytes of a character until its last one has come. */
export class OutputText {
  readonly #decoder = new StringDecoder('utf8')

  add(text: string): string {
    return this.#decoder.write(bytesOf(text))
  }

  /** What is left when the program has ended. */
  end(): string {
    return this.#decoder.end()
  }
}

function bytesOf(text: string): Buffer {
  const parts = text.split(/([\udc80-\udcff])/u).map((part) => {
    const isByte = part.length === 1 && part >= '\udc80' && part <= '\udcff'
    return isByte ? Buffer.from([part.charCodeAt(0) - FIRST]) : Buffer.from(part)
  })
  return Buffer.concat(parts)
}
