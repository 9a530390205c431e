import { Buffer } from 'node:buffer'
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
  rmSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { isDurable, printRecord, readJournal, type WorkflowRecord } from '@dapplex/workflow'
import { WaitingBytes } from './waiting-bytes.js'

/** A journal of this size is replaced by a snapshot of the tree. At a start, which has to read it, the limit is smaller. */
const LONG_BYTES = 64 * 1024 * 1024
const LONG_AT_START_BYTES = 4 * 1024 * 1024

export interface JournalOptions {
  readonly path: string
  /** The file is damaged in a way that a crash alone does not explain. A copy was made first. */
  readonly damaged: (copy: string) => void
  /** The disk takes nothing more. Told once, until it takes something again. */
  readonly full: (error: unknown) => void
  readonly longBytes?: number
}

/**
 * The journal on disk: NDJSON, for this user alone (workflow 38). Every record is written at once; durable ones are synced in groups.
 * What a full disk does not take waits, and follows when there is room: a record that was cut goes on where it was cut, so that
 * what is written behind it can be read.
 */
export class JournalFile {
  readonly #path: string
  readonly #longBytes: number
  readonly #full: (error: unknown) => void
  readonly #waiting = new WaitingBytes()
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

  constructor({ path, damaged, full, longBytes = LONG_BYTES }: JournalOptions) {
    this.#path = path
    this.#full = full
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
    return (this.#bytes > this.#longBytes || this.#waiting.isLost) && this.#syncing === undefined
  }

  get isLongAtStart(): boolean {
    return this.#bytes > Math.min(this.#longBytes, LONG_AT_START_BYTES)
  }

  append(record: WorkflowRecord): void {
    if (this.#phase === 'closed') return
    this.#waiting.add(Buffer.from(printRecord(record)))
    this.#written = record.seq
    if (isDurable(record)) this.#durable = record.seq
    this.#writeWaiting()
  }

  /**
   * Resolves when every record appended so far is written, and every durable one is on disk.
   * @throws Error what the system says, where the disk takes nothing
   */
  async synced(): Promise<void> {
    this.#writeWaiting()
    if (this.#waiting.trouble !== undefined) throw this.#waiting.trouble
    const wanted = this.#durable
    while (this.#onDisk < wanted && this.#phase === 'open') await (this.#syncing ??= this.#sync())
  }

  /**
   * Replaces everything written by these records. Not during a sync (`isLong`). Where the disk does not take them, the file stays
   * as it is.
   * @returns whether it was replaced
   */
  replace(records: readonly WorkflowRecord[]): boolean {
    const next = `${this.#path}.next`
    const bytes = Buffer.from(records.map(printRecord).join(''))
    const fd = writeAside(next, bytes)
    if (typeof fd !== 'number') {
      rmSync(next, { force: true })
      this.#full(fd)
      return false
    }
    renameSync(next, this.#path)
    syncFolder(this.#path)
    closeSync(this.#fd)
    this.#fd = fd
    this.#bytes = bytes.length
    this.#waiting.forget()
    this.#written = this.#onDisk = this.#durable = records.at(-1)?.seq ?? this.#written
    return true
  }

  /** @throws Error where something could not be written */
  async close(): Promise<void> {
    try {
      await this.synced()
    } finally {
      if (this.#phase === 'open') closeSync(this.#fd)
      this.#phase = 'closed'
    }
  }

  #writeWaiting(): void {
    const before = this.#waiting.trouble
    this.#bytes += this.#waiting.writeTo(this.#fd)
    const { trouble } = this.#waiting
    if (before === undefined && trouble !== undefined) this.#full(trouble)
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

/** The new file with these bytes, open; or why the disk does not take them. */
function writeAside(path: string, bytes: Buffer): number | Error {
  let fd: number | undefined
  try {
    fd = openSync(path, 'w', 0o600)
    const waiting = new WaitingBytes()
    waiting.add(bytes)
    waiting.writeTo(fd)
    if (waiting.trouble !== undefined) throw waiting.trouble
    fsyncSync(fd)
    return fd
  } catch (error) {
    if (fd !== undefined) closeSync(fd)
    return error instanceof Error ? error : new Error(String(error))
  }
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
