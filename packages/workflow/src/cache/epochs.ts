/** What moves a session's epoch (workflow 24), from any client: the sending of a resume, not only its answer. */
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
  /** Object ids that answers may name were given back. */
  | 'released'

/** Counts, per session, what may have changed what an inspection would answer; `moved` hears of each. */
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

  /** The session is not known any more; its id is never given again. */
  forget(session: string): void {
    this.#epochs.delete(session)
    this.moved(session)
  }
}
