import type { RecordedOutput } from '../format/records.js'
import { markup, type Html } from './html.js'

/** What the program has written, by its place among all of its output. */
export class OutputLog {
  readonly pieces: readonly RecordedOutput[]

  constructor(pieces: Iterable<RecordedOutput>) {
    this.pieces = [...pieces].sort((a, b) => a.offset - b.offset)
  }

  /** Pieces that begin in this range of bytes. */
  between(start: number, end: number): readonly RecordedOutput[] {
    return this.pieces.slice(this.#firstFrom(start), this.#firstFrom(end))
  }

  /** The number of the first piece that begins there or later. */
  #firstFrom(offset: number): number {
    let low = 0
    let high = this.pieces.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.pieces[middle]?.offset ?? 0) < offset) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Output as it stood in a terminal, its last characters; undefined if there is none. */
export function outputLines(pieces: readonly RecordedOutput[], most: number): Html | undefined {
  let room = most
  const shown: Html[] = []
  for (const { text, category } of pieces.toReversed()) {
    if (room <= 0) break
    const part = withoutColours(text).slice(-room)
    room -= part.length
    shown.unshift(category === 'stderr' ? markup`<span class="err">${part}</span>` : markup`${part}`)
  }
  if (shown.length === 0) return undefined
  const isCut = room <= 0
  return markup`<pre class="o">${isCut ? markup`<i>…</i>` : undefined}${shown}</pre>`
}

/** Without the sequences that colour a terminal (SGR). */
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[\\d;:]*m`, 'g')
export const withoutColours = (text: string): string => text.replaceAll(COLOURS, '')
