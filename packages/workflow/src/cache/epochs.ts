/** What moves a session's epoch (workflow, "Cache"), from any client: the sending of a resume, not only its answer. */
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

/** Counts, per session, what may have changed what an inspection would answer. */
export class Epochs {
  readonly #epochs = new Map<string, number>()

  current(session: string): number {
    return this.#epochs.get(session) ?? 0
  }

  move(session: string, _why: EpochMove): void {
    this.#epochs.set(session, this.current(session) + 1)
  }
}
