/** The value, or undefined after the time-out. The work itself goes on. */
export function withinMs<T>(value: Promise<T>, ms: number): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), ms)
    value.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
