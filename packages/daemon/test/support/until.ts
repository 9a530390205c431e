import { setTimeout as delay } from 'node:timers/promises'

/** Looks again and again at something outside this process, until it gives a value; what it throws counts as not yet. */
export async function until<T>(what: string, look: () => T | undefined, ms = 15_000): Promise<T> {
  const end = performance.now() + ms
  for (;;) {
    const found = tryLook(look)
    if (found !== undefined) return found
    if (performance.now() > end) throw new Error(`${what}: not within ${ms} ms`)
    await delay(10)
  }
}

function tryLook<T>(look: () => T | undefined): T | undefined {
  try {
    return look()
  } catch {
    return undefined
  }
}
