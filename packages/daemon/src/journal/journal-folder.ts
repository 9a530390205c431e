import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../state/make-folder.js'
import { makeRoom, sessionFile } from '../state/make-room.js'
import type { Logger } from '../state/logger.js'
import type { JournalHeader } from './journal-line.js'
import type { JournalSecrets } from './mask-page.js'
import { SessionJournal } from './session-journal.js'

/** How many journals of earlier sessions are kept, and how many bytes; the newest stay. */
const KEPT = 50
const KEPT_BYTES = 256 * 1024 * 1024

interface JournalFolderOptions {
  readonly secrets: JournalSecrets
  readonly log: Logger
  /** Whether a session is there by now: its journal stays. */
  readonly isThere: (session: string) => boolean
}

/** The journals of a state folder, one file a session; only this user may read them (0700, 0600). */
export class JournalFolder {
  readonly #path: string
  readonly #secrets: JournalSecrets
  readonly #log: Logger
  readonly #isThere: (session: string) => boolean

  constructor(path: string, { secrets, log, isThere }: JournalFolderOptions) {
    this.#path = path
    this.#isThere = isThere
    this.#secrets = secrets
    this.#log = log
  }

  /** Begins the journal of a session. The oldest journals are removed to make room. */
  open(header: JournalHeader): SessionJournal {
    this.#makeRoom()
    const path = join(this.#path, `${sessionFile(header.startedAt, header.session)}.ndjson`)
    return new SessionJournal({ path, header, secrets: this.#secrets, log: this.#log })
  }

  /** Where it fails, the journal cannot be written either, and says so. */
  #makeRoom(): void {
    try {
      makeFolder(this.#path)
      chmodSync(this.#path, 0o700)
      makeRoom(this.#path, { end: '.ndjson', files: KEPT, bytes: KEPT_BYTES, isThere: this.#isThere })
    } catch (error) {
      this.#log.warn({ path: this.#path, err: error }, 'no room can be made for the journal of a session')
    }
  }
}
