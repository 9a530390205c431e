import type { SessionView } from '@dapplex/protocol'

/** How often something is read again because the program has moved meanwhile. */
const MOST_READS = 8

/** Tells whether the program has moved since `begin`. */
export interface StopWatch {
  begin(): void
  hasMoved(): boolean
}

/** Names a stop, or the run after it. */
export type Epoch = Pick<SessionView, 'phase' | 'stopId'>

export const epochIn = ({ phase, stopId }: Epoch): Epoch => ({ phase, stopId })

export const isSameEpoch = (a: Epoch, b: Epoch): boolean => a.phase === b.phase && a.stopId === b.stopId

export interface OneStop<T> {
  readonly kind: 'read' | 'moving'
  readonly value: T
}

/**
 * Reads something that takes several requests, so that all of it belongs to one stop: if the program has moved meanwhile,
 * everything is read again. An error that comes from the move is not told. `moving`: the program never stood long enough.
 */
export async function ofOneStop<T>(watch: StopWatch, read: () => Promise<T>): Promise<OneStop<T>> {
  for (let left = MOST_READS - 1; ; left -= 1) {
    watch.begin()
    try {
      const value = await read()
      if (!watch.hasMoved()) return { kind: 'read', value }
      if (left === 0) return { kind: 'moving', value }
    } catch (error) {
      if (!watch.hasMoved() || left === 0) throw error
    }
  }
}
