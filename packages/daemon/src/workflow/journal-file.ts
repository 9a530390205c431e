import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fdatasync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { isDurable, printRecord, readJournal, type WorkflowRecord } from '@dapplex/workflow'

/** A journal of this size is replaced by a snapshot of the tree. At a start, which has to read it, the limit is smaller. */
const LONG_BYTES = 64 * 1024 * 1024
const LONG_AT_START_BYTES = 4 * 1024 * 1024

export interface JournalOptions {
  readonly path: string
  /** The file is damaged in a way that a crash alone does not explain. A copy was made first. */
  readonly damaged: (copy: string) => void
  readonly longBytes?: number
}

/** The journal on disk: NDJSON, for this user alone (workflow 38). Every record is written at once; durable ones are synced in groups. */
export class JournalFile {
  readonly #path: string
  readonly #longBytes: number
  #fd: number
  #bytes: number
  #written = 0
  /** Seq of the latest record that must be on disk before a caller is answered. */
  #durable = 0
  #onDisk = 0
  #syncing: Promise<void> | undefined
  #phase: 'open' | 'closed' = 'open'
  /** The records it held when it was opened, up to the first line that is not a record. */
  readonly records: readonly WorkflowRecord[]

  constructor({ path, damaged, longBytes = LONG_BYTES }: JournalOptions) {
    this.#path = path
    this.#longBytes = longBytes
    const { records, bytes } = readFile(path, damaged)
    this.records = records
    this.#bytes = bytes
    this.#fd = openSync(path, 'a', 0o600)
    chmodSync(path, 0o600)
    ftruncateSync(this.#fd, bytes)
    syncFolder(path)
  }

  get isLong(): boolean {
    return this.#bytes > this.#longBytes && this.#syncing === undefined
  }

  get isLongAtStart(): boolean {
    return this.#bytes > Math.min(this.#longBytes, LONG_AT_START_BYTES)
  }

  append(record: WorkflowRecord): void {
    if (this.#phase === 'closed') return
    this.#bytes += writeSync(this.#fd, printRecord(record))
    this.#written = record.seq
    if (isDurable(record)) this.#durable = record.seq
  }

  /** Resolves when every durable record appended so far is on disk. */
  async synced(): Promise<void> {
    const wanted = this.#durable
    while (this.#onDisk < wanted && this.#phase === 'open') await (this.#syncing ??= this.#sync())
  }

  /** Replaces everything written by these records. Not during a sync (`isLong`). */
  replace(records: readonly WorkflowRecord[]): void {
    const next = `${this.#path}.next`
    const fd = openSync(next, 'w', 0o600)
    const text = records.map(printRecord).join('')
    this.#bytes = writeSync(fd, text)
    fsyncSync(fd)
    renameSync(next, this.#path)
    syncFolder(this.#path)
    closeSync(this.#fd)
    this.#fd = fd
    this.#written = this.#onDisk = this.#durable = records.at(-1)?.seq ?? this.#written
  }

  async close(): Promise<void> {
    await this.synced()
    if (this.#phase === 'closed') return
    this.#phase = 'closed'
    closeSync(this.#fd)
  }

  async #sync(): Promise<void> {
    const upTo = this.#written
    try {
      await new Promise<void>((resolve, reject) =>
        fdatasync(this.#fd, (error) => (error === null ? resolve() : reject(error))),
      )
      this.#onDisk = upTo
    } finally {
      this.#syncing = undefined
    }
  }
}

function readFile(
  path: string,
  damaged: JournalOptions['damaged'],
): { records: readonly WorkflowRecord[]; bytes: number } {
  if (!existsSync(path)) return { records: [], bytes: 0 }
  const text = readFileSync(path, 'utf8')
  const { records, torn } = readJournal(text)
  const end = text.length - torn
  // A crash damages only the last line. Whole lines after the damage mean that another process has written here.
  if (text.indexOf('\n', end) !== -1) {
    const copy = `${path}.damaged`
    copyFileSync(path, copy)
    damaged(copy)
  }
  return { records, bytes: Buffer.byteLength(text.slice(0, end)) }
}

/** A new or renamed file survives a crash only if its folder is on disk too. */
function syncFolder(path: string): void {
  const fd = openSync(dirname(path), 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
