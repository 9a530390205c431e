interface Acting<T> {
  readonly act: (one: T) => void
  readonly failed: (error: unknown) => void
}

/** Does something with each of a list. One that fails, such as a message that is nested too deep to be printed, stops no other. */
export function eachAlone<T>(list: readonly T[], { act, failed }: Acting<T>): void {
  for (let next = 0; next < list.length;)
    try {
      while (next < list.length) act(list[next++] as T)
    } catch (error) {
      failed(error)
    }
}
