/** The lines that Node's inspector prints on stderr, and how often each appears when one debugger connects and leaves. */
const BANNERS: readonly { readonly start: string; readonly times: number }[] = [
  { start: 'Debugger listening on ws://', times: 1 },
  // Printed with the first line and with the last.
  { start: 'For help, see: https://nodejs.org/', times: 2 },
  { start: 'Debugger attached.', times: 1 },
  { start: 'Waiting for the debugger to disconnect...', times: 1 },
  { start: 'Debugger ending on ws://', times: 1 },
]

/**
 * Removes the inspector's lines from a program's stderr. Everything else passes at once. An unfinished line is held back only
 * while it may become one of those lines. A line that appears more often than the inspector prints it is the program's own.
 */
export class BannerFilter {
  readonly #left = new Map(BANNERS.map(({ start, times }) => [start, times]))
  #held = ''
  #atLineStart = true

  /** The part of this text that is the program's. */
  pass(text: string): string {
    let rest = this.#held + text
    this.#held = ''
    let passed = ''
    while (rest !== '') {
      const end = rest.indexOf('\n') + 1
      const line = end === 0 ? rest : rest.slice(0, end)
      rest = rest.slice(line.length)
      if (this.#atLineStart && end === 0 && this.#mayBecomeBanner(line)) this.#held = line
      else if (!this.#atLineStart || !this.#takeBanner(line)) passed += line
      if (this.#held === '') this.#atLineStart = end !== 0
    }
    return passed
  }

  /** The text that is still held back at the end of the stream. */
  end(): string {
    const held = this.#held
    this.#held = ''
    return this.#takeBanner(held) ? '' : held
  }

  #mayBecomeBanner(line: string): boolean {
    for (const [start, left] of this.#left) {
      if (left > 0 && (start.startsWith(line) || line.startsWith(start))) return true
    }
    return false
  }

  #takeBanner(line: string): boolean {
    for (const [start, left] of this.#left) {
      if (left === 0 || !line.startsWith(start)) continue
      this.#left.set(start, left - 1)
      return true
    }
    return false
  }
}

/** The address of the inspector in what Node prints when it opens one. */
export const findInspectorUrl = (text: string): string | undefined =>
  /Debugger listening on (ws:\/\/\S+)\s/.exec(text)?.[1]
