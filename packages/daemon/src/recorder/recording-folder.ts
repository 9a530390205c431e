import { chmodSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileFailure } from '@dapplex/protocol'
import { limitsFor, RecordingWriter, worthOf, WRITER_LIMITS, type RecordingHeader } from '@dapplex/recording'
import type { Logger } from '../state/logger.js'
import { makeFolder } from '../state/make-folder.js'
import { makeRoom, sessionFile } from '../state/make-room.js'

/** How many recordings of earlier sessions are kept, and how many bytes; the newest stay. */
const KEPT = 50
const KEPT_BYTES = 256 * 1024 * 1024

interface RecordingFolderOptions {
  readonly log: Logger
  /** Whether a session is there by now: its recording stays. */
  readonly isThere: (session: string) => boolean
  /** Of a recording; default: 16 MiB. */
  readonly fileBytes?: number | undefined
}

/** The recordings of a state folder, one file a session; only this user may read them (0700, 0600). */
export class RecordingFolder {
  readonly #path: string
  readonly #log: Logger
  readonly #fileBytes: number
  readonly #isThere: (session: string) => boolean
  /** By path, what stays so: a file that has stops keeps the newest, and nothing comes after the end of its session. */
  readonly #worth = new Map<string, 'stops' | 'no stop, ended'>()
  #writers: readonly RecordingWriter[] = []

  constructor(path: string, { log, isThere, fileBytes = WRITER_LIMITS.fileBytes }: RecordingFolderOptions) {
    this.#path = path
    this.#log = log
    this.#isThere = isThere
    this.#fileBytes = fileBytes
  }

  /** A daemon that was killed while it wrote a recording anew has left the half of it. Whoever writes one is this process, and done. */
  #removeUnfinished(): void {
    for (const name of readdirSync(this.#path))
      if (name.endsWith('.recording.new')) rmSync(join(this.#path, name), { force: true })
  }

  /** A session that has ended without a stop leaves nothing to look back at. One that goes on may stop yet. */
  #isWorthless(path: string): boolean {
    const worth = this.#worth.get(path) ?? worthOf(path)
    if (worth !== 'no stop') this.#worth.set(path, worth)
    return worth === 'no stop, ended' || (worth === 'no stop' && !this.#writers.some((one) => one.path === path))
  }

  /** Begins the recording of a session. Where it cannot be written, which must not disturb the session, it says so in words. */
  open(header: RecordingHeader): RecordingWriter | string {
    try {
      makeFolder(this.#path)
      chmodSync(this.#path, 0o700)
      this.#removeUnfinished()
      this.#writers = this.#writers.filter(({ isClosed }) => !isClosed)
      const isWorthless = (path: string) => this.#isWorthless(path)
      const isThere = this.#isThere
      makeRoom(this.#path, { end: '.recording', files: KEPT, bytes: KEPT_BYTES, isThere, isWorthless })
      const path = join(this.#path, `${sessionFile(header.startedAt, header.session)}.recording`)
      const writer = new RecordingWriter(path, header, limitsFor(this.#fileBytes))
      this.#writers = [...this.#writers, writer]
      return writer
    } catch (error) {
      this.#log.warn({ path: this.#path, err: error }, 'a session cannot be recorded')
      return `${this.#path} cannot be written: ${fileFailure(error)}`
    }
  }
}
