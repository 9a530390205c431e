import { noStyles, type OpenStyles } from '../output/colours.js'
import { escapeOutput } from '../output/escape-text.js'

/** How long the beginning of a line waits for its rest. A program that asks `name? ` ends no line. */
const WAIT_MS = 100
/** No more of a line waits. */
const LONGEST = 16_384

/** A piece of output as an event brings it. */
interface Piece {
  readonly category: string
  readonly text: string
}

/**
 * The program's output, line by line: an event brings a piece, which may end in the middle of a line. The beginning of a line
 * waits for its rest until it comes, something else is shown, or nothing comes for a moment.
 */
export class LiveOutput {
  readonly #show: (text: string) => void
  /** The line that has begun, by category. */
  readonly #begun = new Map<string, string>()
  /** The colours that are on, by category: the next line goes on with them, and nothing else does. */
  readonly #open = new Map<string, OpenStyles>()
  #timer: NodeJS.Timeout | undefined

  constructor(show: (text: string) => void) {
    this.#show = show
  }

  add({ category, text }: Piece): void {
    clearTimeout(this.#timer)
    const all = (this.#begun.get(category) ?? '') + text
    const end = all.length > LONGEST ? all.length : all.lastIndexOf('\n') + 1
    this.#begun.set(category, all.slice(end))
    if (end > 0) this.#print(category, all.slice(0, end))
    this.#timer = setTimeout(() => this.flush(), WAIT_MS)
  }

  /** Shows what has begun: something else comes now. */
  flush(): void {
    clearTimeout(this.#timer)
    for (const [category, text] of this.#begun) if (text !== '') this.#print(category, text)
    this.#begun.clear()
  }

  #print(category: string, text: string): void {
    const open = this.#open.get(category) ?? noStyles()
    this.#open.set(category, open)
    this.#show(escapeOutput(text.replace(/\r?\n$/, ''), open))
  }
}
