import { Buffer } from 'node:buffer'
import type { SessionEvent } from '@dapplex/protocol'
import type { RecordingWriter } from '@dapplex/recording'
import type { JournalSecrets } from '../journal/journal-line.js'
import { masked } from './build-stop.js'

/** Output between two stops that is recorded: the beginning of it. A program that prints for ever fills no more. */
const MOST_BETWEEN = 256 * 1024
/** Pieces are written together. */
const GATHERED = 8 * 1024
/** Of all of a session. */
const MOST = 4 * 1024 * 1024

/** The output of a program on its way into the recording. */
export class OutputRecords {
  readonly #writer: RecordingWriter
  readonly #secrets: JournalSecrets
  #waiting = 0
  #recorded = 0
  #between = 0
  /** Of all output so far, recorded or not. */
  bytes = 0

  constructor(writer: RecordingWriter, secrets: JournalSecrets) {
    this.#writer = writer
    this.#secrets = secrets
  }

  add({ at, category, text }: SessionEvent & { readonly kind: 'output' }): void {
    if (category === 'telemetry') return
    const offset = this.bytes
    const length = Buffer.byteLength(text)
    this.bytes += length
    if (this.#recorded + length > MOST || this.#between + length > MOST_BETWEEN) return
    this.#recorded += length
    this.#between += length
    this.#writer.add({ kind: 'output', at, category, text: masked(text, this.#secrets), offset })
    this.#waiting += length
    if (this.#waiting < GATHERED) return
    this.#waiting = 0
    this.#writer.commit()
  }

  /** A stop was written: output counts anew. */
  stopped(): void {
    this.#between = 0
  }
}
