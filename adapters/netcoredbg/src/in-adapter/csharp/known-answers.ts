/** Questions that are kept; then all are forgotten. A loop asks the same few at each stop. */
const MOST = 1000

/** Answers that depend on nothing but the question. One that failed is asked for again. */
export class KnownAnswers {
  readonly #answers = new Map<string, Promise<unknown>>()

  /** @param ask is called where the answer is not known */
  get<T>(question: readonly unknown[], ask: () => Promise<T>): Promise<T> {
    const key = JSON.stringify(question)
    const known = this.#answers.get(key) as Promise<T> | undefined
    if (known !== undefined) return known
    if (this.#answers.size >= MOST) this.forget()
    const answer = ask()
    this.#answers.set(key, answer)
    answer.catch(() => {
      if (this.#answers.get(key) === answer) this.#answers.delete(key)
    })
    return answer
  }

  forget(): void {
    this.#answers.clear()
  }
}
