import type { OutputPiece } from '@dapplex/tools'

/** Bytes of output kept for `output_get`. */
const KEPT_BYTES = 1024 * 1024

interface Kept extends OutputPiece {
  readonly end: number
}

/** The newest output of a program and of what it has started. Offsets count the UTF-8 bytes of all of it. */
export class OutputHistory {
  #pieces: Kept[] = []
  /** Of the oldest piece that is kept; those before it are given up, and taken out many at a time. */
  #first = 0
  #next = 0

  /** @param session the child session that has told it */
  add(category: string, text: string, session?: string): void {
    if (text === '') return
    const offset = this.#next
    this.#next += Buffer.byteLength(text)
    this.#pieces.push({ offset, category, text, end: this.#next, ...(session === undefined ? {} : { session }) })
    // The newest piece is kept whole, whatever its length.
    while (this.#first < this.#pieces.length - 1 && (this.#pieces[this.#first]?.end ?? 0) <= this.#next - KEPT_BYTES)
      this.#first += 1
    if (this.#first * 2 <= this.#pieces.length) return
    this.#pieces = this.#pieces.slice(this.#first)
    this.#first = 0
  }

  /** Bytes of what is kept. */
  get keptBytes(): number {
    return this.#next - (this.#pieces[this.#first]?.offset ?? this.#next)
  }

  /** Output from a byte offset on. `dropped`: how many bytes from there on are no longer kept. */
  from(since: number): { readonly pieces: readonly OutputPiece[]; readonly next: number; readonly dropped: number } {
    const kept = this.#pieces.slice(this.#first)
    const pieces = kept.filter((piece) => piece.end > since).map((piece) => cutAt(piece, since))
    const first = kept[0]?.offset ?? this.#next
    return { pieces, next: this.#next, dropped: Math.max(0, first - Math.max(0, since)) }
  }
}

/** An offset within a character moves to the next whole one. */
function cutAt({ end: _end, ...piece }: Kept, since: number): OutputPiece {
  const { offset, text } = piece
  if (since <= offset) return piece
  const bytes = Buffer.from(text)
  let from = since - offset
  while (from < bytes.byteLength && isContinuation(bytes[from] ?? 0)) from += 1
  return { ...piece, offset: offset + from, text: bytes.toString('utf8', from) }
}

/** UTF-8 (RFC 3629): bytes 10xxxxxx continue a character. */
const isContinuation = (byte: number): boolean => (byte & 0xc0) === 0x80
