import { Buffer } from 'node:buffer'
import { closeSync, openSync, writevSync } from 'node:fs'

/** Text and bytes for a file, in order. Large bytes are written from where they are: one text of them all would be a new page of memory for each few lines. */
export class Pieces {
  readonly #bytes: Uint8Array[] = []
  /** Text after the last bytes. */
  #text = ''

  add(piece: string | Uint8Array): void {
    if (typeof piece === 'string') {
      this.#text += piece
      return
    }
    this.#endText()
    this.#bytes.push(piece)
  }

  /** Writes all at the end of a file that only this user may read. @throws Error when not everything could be written */
  appendTo(path: string): void {
    this.#endText()
    const wanted = this.#bytes.reduce((sum, { byteLength }) => sum + byteLength, 0)
    const file = openSync(path, 'a', 0o600)
    try {
      const written = writevSync(file, this.#bytes)
      if (written < wanted) throw new Error(`only ${written} of ${wanted} bytes could be written`)
    } finally {
      closeSync(file)
    }
  }

  #endText(): void {
    if (this.#text !== '') this.#bytes.push(Buffer.from(this.#text))
    this.#text = ''
  }
}
