import type { OutputPiece } from '@dapplex/tools'

/** Bytes of output kept for `output_get`. */
const KEPT_BYTES = 1024 * 1024

interface Kept extends OutputPiece {
  readonly end: number
}

/** The newest output of a program; offsets count UTF-8 bytes of all of it. */
export class OutputHistory {
  #pieces: Kept[] = []
  #next = 0

  add(category: string, text: string): void {
    if (text === '') return
    const offset = this.#next
    this.#next += Buffer.byteLength(text)
    this.#pieces.push({ offset, category, text, end: this.#next })
    const oldest = this.#next - KEPT_BYTES
    const firstKept = this.#pieces.findIndex((piece) => piece.end > oldest)
    // The newest piece is kept whole, however long it is.
    if (firstKept > 0 && this.#pieces.length > 1) this.#pieces.splice(0, Math.min(firstKept, this.#pieces.length - 1))
  }

  /** Output from a byte offset on, cut at it. `dropped`: bytes from there on that are not kept any more. */
  from(since: number): { readonly pieces: readonly OutputPiece[]; readonly next: number; readonly dropped: number } {
    const pieces = this.#pieces.filter((piece) => piece.end > since).map((piece) => cutAt(piece, since))
    const first = this.#pieces[0]?.offset ?? this.#next
    return { pieces, next: this.#next, dropped: Math.max(0, first - Math.max(0, since)) }
  }
}

/** An offset within a character moves to the next whole one. */
function cutAt({ offset, category, text }: Kept, since: number): OutputPiece {
  if (since <= offset) return { offset, category, text }
  const bytes = Buffer.from(text)
  let from = since - offset
  while (from < bytes.byteLength && isContinuation(bytes[from] ?? 0)) from += 1
  return { offset: offset + from, category, text: bytes.toString('utf8', from) }
}

/** UTF-8 (RFC 3629): bytes 10xxxxxx go on with a character. */
const isContinuation = (byte: number): boolean => (byte & 0xc0) === 0x80
