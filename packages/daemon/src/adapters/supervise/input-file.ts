import { execFileSync } from 'node:child_process'
import { constants, existsSync, mkdirSync, mkdtempSync, openSync, rmdirSync, unlinkSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demandRoomForProcess } from '../../state/room-for-process.js'

/**
 * A named pipe that a program reads as its standard input, for an adapter that takes a file for it. It stands in a folder that
 * only this user can open. The daemon holds both ends, so that the program neither waits for it nor sees its end too early.
 */
export class InputFile {
  readonly path: string
  readonly #folder: string
  #writer: Socket | undefined

  /** @throws Error where this machine has no named pipes */
  constructor() {
    this.#folder = mkdtempSync(join(tmpdir(), 'dapplex-input-'))
    this.path = join(this.#folder, 'stdin')
    try {
      this.#make()
    } catch (error) {
      this.close()
      throw error
    }
  }

  /** False once its end was written. */
  write(text: string, eof: boolean): Promise<boolean> {
    const writer = this.#writer
    if (writer === undefined) return Promise.resolve(false)
    return new Promise((resolve) => {
      writer.write(text, (error) => {
        if (eof) this.#end()
        resolve(error === null || error === undefined)
      })
    })
  }

  /** The program starts again: its input is open again, also where it was closed. */
  reopen(): void {
    if (existsSync(this.path)) {
      this.#writer ??= open(this.path)
      return
    }
    mkdirSync(this.#folder, { mode: 0o700 })
    this.#make()
  }

  /** Removes the pipe and its folder, which needs no descriptor. Never throws: one of them that stays ends no session. */
  close(): void {
    this.#end()
    try {
      if (existsSync(this.path)) unlinkSync(this.path)
      rmdirSync(this.#folder)
    } catch {
      // Somebody else has removed it, or put something into it.
    }
  }

  #make(): void {
    demandRoomForProcess('mkfifo')
    execFileSync('mkfifo', ['-m', '600', this.path], { stdio: 'ignore' })
    this.#writer = open(this.path)
  }

  #end(): void {
    this.#writer?.destroy()
    this.#writer = undefined
  }
}

function open(path: string): Socket {
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
  const writer = new Socket({ fd, readable: false, writable: true })
  writer.on('error', () => undefined)
  return writer.unref()
}
