import { readIfThere, writePrivateFile } from './private-file.js'

/**
 * Gives each session an id that no session of this state folder has had, also over restarts of the daemon: a configuration that
 * names an old session joins nobody else's. The number is on disk before the id is used, unless the disk takes nothing: a session
 * is worth more than its number.
 */
export class SessionIds {
  readonly #path: string
  readonly #cannotWrite: (error: unknown) => void
  #last: number

  /** @throws Error when the file is there and holds no number: counting from 1 again could give an id twice */
  constructor(path: string, cannotWrite: (error: unknown) => void) {
    this.#path = path
    this.#cannotWrite = cannotWrite
    this.#last = read(path)
  }

  next(): string {
    this.#last += 1
    try {
      writePrivateFile(this.#path, `${this.#last}\n`)
    } catch (error) {
      this.#cannotWrite(error)
    }
    return `s${this.#last}`
  }
}

function read(path: string): number {
  const text = readIfThere(path)
  if (text === undefined) return 0
  const last = Number(text.trim())
  if (/^\d+\s*$/.test(text) && Number.isSafeInteger(last)) return last
  throw new Error(`${path} should hold the number of the last session; write it there, or a larger one`)
}
