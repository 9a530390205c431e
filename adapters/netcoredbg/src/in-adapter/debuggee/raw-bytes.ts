import { isUtf8 } from 'node:buffer'
import { Transform, type TransformCallback } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

/** netcoredbg sends what the program wrote byte by byte, so a character can be cut between two events (measured, 3.1.3). */
const SEPARATOR = '\r\n\r\n'
const LENGTH = /Content-Length: *(\d+)/i

/** A byte that is no UTF-8 stands as this lone surrogate and its value. .NET programs cannot write one otherwise. */
const FIRST = 0xdc00

/**
 * Rewrites DAP frames of netcoredbg whose body is no UTF-8: each byte that cannot be decoded becomes an escape such as `\udcc3`,
 * which `OutputText` turns into the byte again.
 */
export class EscapedBytes extends Transform {
  #held: Buffer = Buffer.alloc(0)

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk])
    for (let frame = this.#next(); frame !== undefined; frame = this.#next()) this.push(frame)
    done()
  }

  override _flush(done: TransformCallback): void {
    if (this.#held.length > 0) this.push(this.#held)
    done()
  }

  /** The next whole frame. Text before a header is passed on: the reader knows what to do with it. */
  #next(): Buffer | undefined {
    const end = this.#held.indexOf(SEPARATOR)
    if (end < 0) return undefined
    const head = this.#held.toString('latin1', 0, end)
    const from = end + SEPARATOR.length
    const length = Number(LENGTH.exec(head)?.[1] ?? 0)
    if (this.#held.length < from + length) return undefined
    const body = this.#held.subarray(from, from + length)
    const whole = this.#held.subarray(0, from + length)
    this.#held = this.#held.subarray(from + length)
    if (isUtf8(body)) return whole
    const text = Buffer.from(escaped(body))
    return Buffer.concat([Buffer.from(head.replace(LENGTH, `Content-Length: ${text.length}`) + SEPARATOR), text])
  }
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
