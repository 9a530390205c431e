/** Listeners of one kind of news. */
export class Listeners<T> {
  readonly #all = new Set<(news: T) => void>()

  /** Returns what takes the listener away. */
  add(listener: (news: T) => void): { dispose(): void } {
    this.#all.add(listener)
    return { dispose: () => void this.#all.delete(listener) }
  }

  tell(news: T): void {
    for (const listener of [...this.#all]) listener(news)
  }
}
