import { Buffer } from 'node:buffer'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** The file of a recording, for those who read it. Its methods throw what the system says. */
export class RecordedFile {
  readonly #path: string
  #held: number | undefined

  /** @param held its descriptor: then the same bytes are read though the file be removed, or another one take its place */
  constructor(path: string, held?: number) {
    this.#path = path
    this.#held = held
  }

  /** Fewer bytes at the end of the file. */
  read(offset: number, length: number): Buffer {
    return this.#use((file) => {
      const bytes = Buffer.alloc(length)
      return bytes.subarray(0, readSync(file, bytes, 0, length, offset))
    })
  }

  all(): Buffer {
    return this.read(0, this.size())
  }

  size(): number {
    return this.#use((file) => fstatSync(file).size)
  }

  /** From now on it is found by its path. */
  close(): void {
    if (this.#held !== undefined) closeSync(this.#held)
    this.#held = undefined
  }

  #use<T>(read: (file: number) => T): T {
    if (this.#held !== undefined) return read(this.#held)
    const file = openSync(this.#path, 'r')
    try {
      return read(file)
    } finally {
      closeSync(file)
    }
  }
}
