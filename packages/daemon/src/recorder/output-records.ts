import { Buffer } from 'node:buffer'
import type { SessionEvent } from '@dapplex/protocol'
import type { RecordedOutput, RecordingWriter } from '@dapplex/recording'
import type { JournalSecrets } from '../journal/mask-page.js'
import { masked } from './build-stop.js'

/** Of the output between two stops the beginning and the end are recorded. A program that prints for ever fills no more. */
const BEGINNING = 64 * 1024
const END = 64 * 1024
/** Pieces are written together. */
const GATHERED = 8 * 1024

/** The output of a program on its way into the recording. */
export class OutputRecords {
  readonly #writer: RecordingWriter
  readonly #secrets: JournalSecrets
  #waiting = 0
  /** Bytes since the last stop. */
  #between = 0
  /** The newest output, once the beginning is written; for a short time twice as much. */
  #end: RecordedOutput[] = []
  #endLength = 0
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
    this.#between += length
    const piece = { at, category, text, offset }
    if (this.#between <= BEGINNING) this.#write(piece, length)
    else this.#keep(piece)
  }

  /** The program has stopped or ended, or somebody reads: the newest output is written, and the next counts anew. */
  flush(): void {
    for (const piece of this.#end) this.#writer.add({ kind: 'output', ...this.#masked(piece) })
    this.#end = []
    this.#endLength = 0
    this.#between = 0
  }

  #write(piece: RecordedOutput, length: number): void {
    this.#writer.add({ kind: 'output', ...this.#masked(piece) })
    this.#waiting += length
    if (this.#waiting < GATHERED) return
    this.#waiting = 0
    this.#writer.commit()
  }

  #keep(piece: RecordedOutput): void {
    const text = piece.text.slice(-END)
    const offset = piece.offset + Buffer.byteLength(piece.text) - Buffer.byteLength(text)
    this.#end.push({ ...piece, text, offset })
    this.#endLength += text.length
    if (this.#endLength <= 2 * END) return
    let left = END
    const first = this.#end.findLastIndex((one) => (left -= one.text.length) < 0)
    this.#end = this.#end.slice(first + 1)
    this.#endLength = this.#end.reduce((sum, one) => sum + one.text.length, 0)
  }

  #masked(piece: RecordedOutput): RecordedOutput {
    return { ...piece, text: masked(piece.text, this.#secrets) }
  }
}
