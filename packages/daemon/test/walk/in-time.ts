/** The product's own deadline is 30 s (`request_timeout_ms`); a launch or a restart has several. Beyond this nobody answers any more. */
const HANG_MS = 90_000

/** @throws Error that names what hangs */
export async function inTime<T>(what: string, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const hang = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} was not answered within ${HANG_MS} ms`)), HANG_MS)
  })
  try {
    return await Promise.race([answer, hang])
  } finally {
    clearTimeout(timer)
  }
}
