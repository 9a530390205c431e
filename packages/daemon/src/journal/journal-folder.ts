import { chmodSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../state/make-folder.js'
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
    this.#makeRoom()
    // The name sorts by time: session numbers start again with each daemon.
    const time = new Date(header.startedAt).toISOString().replaceAll(/[-:.]/g, '')
    const path = join(this.#path, `${time}-${process.pid}-${header.session}.ndjson`)
    return new SessionJournal({ path, header, secrets: this.#secrets, log: this.#log })
  }

  #makeRoom(): void {
    const names = readdirSync(this.#path).filter((name) => name.endsWith('.ndjson'))
    let bytes = 0
    for (const [index, name] of names.sort().reverse().entries()) {
      const path = join(this.#path, name)
      bytes += statSync(path, { throwIfNoEntry: false })?.size ?? 0
      if (index >= KEPT - 1 || bytes > KEPT_BYTES) rmSync(path, { force: true })
    }
  }
}
