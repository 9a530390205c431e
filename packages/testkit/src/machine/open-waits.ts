const open = new Set<() => string>()

/** Something is waited for from now on. `explain` says what, and what has come so far. Returns the way to say that it is over. */
export function openWait(explain: () => string): () => void {
  open.add(explain)
  return () => void open.delete(explain)
}

/** What is waited for now: a test that reaches its time limit says so, because waits have no limit of their own. */
export const openWaits = (): string[] => [...open].map((explain) => explain())
