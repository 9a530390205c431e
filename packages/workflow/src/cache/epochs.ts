/** What moves a session's epoch (workflow 24), by any client. Sending a resume moves it, not only the answer. */
export type EpochMove =
  | 'stopped'
  | 'continued'
  | 'invalidated'
  | 'memory'
  | 'resume-sent'
  | 'written'
  | 'evaluated'
  | 'restarted'
  | 'disconnected'
  /** Object ids that answers may name were released. */
  | 'released'

/** Counts, per session, the changes after which an inspection may answer differently. `moved` is called for each. */
export class Epochs {
  readonly #epochs = new Map<string, number>()

  constructor(private readonly moved: (session: string) => void = () => undefined) {}

  current(session: string): number {
    return this.#epochs.get(session) ?? 0
  }

  move(session: string, _why: EpochMove): void {
    this.#epochs.set(session, this.current(session) + 1)
    this.moved(session)
  }

  /** Forgets a session. Its id is never used again. */
  forget(session: string): void {
    this.#epochs.delete(session)
    this.moved(session)
  }
}
