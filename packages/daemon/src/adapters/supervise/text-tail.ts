/** The last part of a text that arrives in pieces, cut at a line where one ends within the part. */
export class TextTail {
  readonly #limit: number
  #text = ''

  /** @param limit characters kept */
  constructor(limit: number) {
    this.#limit = limit
  }

  add(piece: string): void {
    const all = this.#text + piece
    this.#text = all.length > this.#limit * 2 ? this.#cut(all) : all
  }

  toString(): string {
    return this.#text.length > this.#limit ? this.#cut(this.#text) : this.#text
  }

  #cut(all: string): string {
    const last = all.slice(-this.#limit)
    const line = last.indexOf('\n')
    return line === -1 || line === last.length - 1 ? last : last.slice(line + 1)
  }
}
