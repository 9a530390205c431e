import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { RecordingWriter, type RecordingHeader } from '@dapplex/recording'
import type { Logger } from '../state/logger.js'
import { makeFolder } from '../state/make-folder.js'
import { makeRoom, sessionFile } from '../state/make-room.js'

/** How many recordings of earlier sessions are kept, and how many bytes; the newest stay. */
const KEPT = 50
const KEPT_BYTES = 256 * 1024 * 1024

/** The recordings of a state folder, one file a session; only this user may read them (0700, 0600). */
export class RecordingFolder {
  readonly #path: string
  readonly #log: Logger

  constructor(path: string, log: Logger) {
    this.#path = path
    this.#log = log
  }

  /** Begins the recording of a session; undefined if it cannot be written, which must not disturb the session. */
  open(header: RecordingHeader): RecordingWriter | undefined {
    try {
      makeFolder(this.#path)
      chmodSync(this.#path, 0o700)
      makeRoom(this.#path, { end: '.recording', files: KEPT, bytes: KEPT_BYTES })
      return new RecordingWriter(join(this.#path, `${sessionFile(header.startedAt, header.session)}.recording`), header)
    } catch (error) {
      this.#log.warn({ path: this.#path, err: error }, 'a session cannot be recorded')
      return undefined
    }
  }
}
