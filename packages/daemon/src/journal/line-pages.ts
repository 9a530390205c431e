import { Buffer } from 'node:buffer'

/** So much is looked through for secrets in one go: a session is held up for a fraction of a millisecond. */
const PAGE_BYTES = 64 * 1024
const [SPACE, LINE_FEED, CARRIAGE_RETURN] = [0x20, 0x0a, 0x0d]

/**
 * Collects the lines of a journal as bytes, in pages. A message that came as bytes is copied: to keep it would keep all that was read from
 * the connection with it, and a thousand small objects until the next write.
 */
export class LinePages {
  readonly #onFull: (page: Buffer) => void
  #page = Buffer.alloc(0)
  #length = 0

  /** @param onFull is given each page that no further line fits in, in order */
  constructor(onFull: (page: Buffer) => void) {
    this.#onFull = onFull
  }

  /** A line of text, without its end. */
  addText(line: string): void {
    this.#makeRoom(Buffer.byteLength(line) + 1)
    this.#write(line)
    this.#write('\n')
  }

  /** A line with JSON as it came, between two texts. Ends of lines in it are white space: within its texts JSON has none. */
  addPrinted(before: string, json: Uint8Array, after: string): void {
    this.#makeRoom(Buffer.byteLength(before) + json.byteLength + Buffer.byteLength(after) + 1)
    this.#write(before)
    const from = this.#length
    this.#page.set(json, from)
    this.#length += json.byteLength
    for (const lineEnd of [LINE_FEED, CARRIAGE_RETURN]) this.#blank(lineEnd, from)
    this.#write(`${after}\n`)
  }

  /** Gives the page at hand too. */
  flush(): void {
    if (this.#length === 0) return
    const page = this.#page.subarray(0, this.#length)
    this.#page = Buffer.alloc(0)
    this.#length = 0
    this.#onFull(page)
  }

  #write(text: string): void {
    this.#length += this.#page.write(text, this.#length)
  }

  #blank(byte: number, from: number): void {
    const written = this.#page.subarray(from, this.#length)
    for (let at = written.indexOf(byte); at !== -1; at = written.indexOf(byte, at + 1)) written[at] = SPACE
  }

  #makeRoom(bytes: number): void {
    if (this.#length + bytes <= this.#page.byteLength) return
    this.flush()
    this.#page = Buffer.allocUnsafeSlow(Math.max(PAGE_BYTES, bytes))
  }
}
