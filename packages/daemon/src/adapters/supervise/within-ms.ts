/** The value, or undefined when it takes longer. What is given up on goes on by itself. */
export function withinMs<T>(value: Promise<T>, ms: number): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), ms)
    value.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
