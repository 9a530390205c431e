import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../state/make-folder.js'
import { makeRoom, sessionFile } from '../state/make-room.js'
import type { Logger } from '../state/logger.js'
import type { JournalHeader, JournalSecrets } from './journal-line.js'
import { SessionJournal } from './session-journal.js'

/** How many journals of earlier sessions are kept, and how many bytes; the newest stay. */
const KEPT = 50
const KEPT_BYTES = 256 * 1024 * 1024

/** The journals of a state folder, one file a session; only this user may read them (0700, 0600). */
export class JournalFolder {
  readonly #path: string
  readonly #secrets: JournalSecrets
  readonly #log: Logger

  constructor(path: string, { secrets, log }: { secrets: JournalSecrets; log: Logger }) {
    this.#path = path
    this.#secrets = secrets
    this.#log = log
  }

  /** Begins the journal of a session. The oldest journals are removed to make room. */
  open(header: JournalHeader): SessionJournal {
    makeFolder(this.#path)
    chmodSync(this.#path, 0o700)
    makeRoom(this.#path, { end: '.ndjson', files: KEPT, bytes: KEPT_BYTES })
    const path = join(this.#path, `${sessionFile(header.startedAt, header.session)}.ndjson`)
    return new SessionJournal({ path, header, secrets: this.#secrets, log: this.#log })
  }
}
