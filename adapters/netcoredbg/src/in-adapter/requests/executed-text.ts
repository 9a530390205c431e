/** The text of a statement, and what it can have changed. */
export class ExecutedText {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  /** Whether it can have given a variable another value: its name stands there, and not only to reach what is in it. */
  mayAssign(name: string): boolean {
    const word = RegExp(String.raw`(?<![\p{L}\p{N}_])@?${escaped(name)}(?![\p{L}\p{N}_])(?!\s*(\?\s*)?[.[])`, 'u')
    return word.test(this.#text)
  }

  /** Whether it names nothing but these variables, so that it calls nothing and reaches into nothing. */
  namesOnly(names: ReadonlySet<string>): boolean {
    const found = this.#text.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []
    return found.every((word) => names.has(word) || HARMLESS.has(word))
  }
}

const HARMLESS: ReadonlySet<string> = new Set('var int long bool double string char byte true false null'.split(' '))

const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
