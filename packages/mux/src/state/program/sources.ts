/** Paths as the adapter has written them, which are those that its symbols know (mux 1). */
export interface Sources {
  readonly told: Set<string>
}

export const createSources = (): Sources => ({ told: new Set() })

/** The most paths that are remembered. */
const MOST_TOLD = 4096

export function rememberTold({ told }: Sources, path: unknown): void {
  if (typeof path === 'string' && told.size < MOST_TOLD) told.add(path)
}
