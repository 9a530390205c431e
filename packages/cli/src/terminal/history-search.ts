import type { REPLServer } from 'node:repl'

/** A key as Node's readline tells it with `keypress`. */
interface Key {
  readonly name?: string
  readonly ctrl?: boolean
  readonly meta?: boolean
}

/** A character of the private use area, which no line of the history has: a line that fits would be shown for a moment. */
const UNUSED = '\uE000'

/**
 * The search in the history (Ctrl-R, Ctrl-S) of Node's loop, which draws it below the prompt and does not tell of it. Text that is
 * printed above draws the prompt anew and with that erases the search, so it must be drawn again.
 */
export class HistorySearch {
  #isOpen = false

  constructor(private readonly repl: REPLServer) {
    repl.input.prependListener('keypress', (text: string | undefined, key: Key) => {
      this.#isOpen = staysOpen(this.#isOpen, text, key)
    })
  }

  /** Draws an open search again. Node draws it with each key: one is added to the searched text and taken away. */
  redraw(): void {
    if (!this.#isOpen) return
    this.repl.write(UNUSED)
    this.repl.write(null, { name: 'backspace' })
  }
}

/** As in Node's `reverse-i-search`: text and backspace change what is searched, every other key ends the search. */
function staysOpen(isOpen: boolean, text: string | undefined, { name = '', ctrl = false, meta = false }: Key): boolean {
  if (ctrl && (name === 'r' || name === 's')) return true
  if (!isOpen) return false
  if (name === 'backspace' || (ctrl && name === 'h')) return true
  return !ctrl && !meta && name !== 'return' && name !== 'enter' && name !== 'escape' && /^\P{Cc}+$/u.test(text ?? '')
}
