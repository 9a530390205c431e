type Params = Readonly<Record<string, unknown>>

/** The output events that one client did not get, because it reads too slowly (mux 16). It is told how many. */
export class DroppedOutput {
  readonly #dropped = new Map<unknown, { readonly first: unknown; readonly last: Params; readonly count: number }>()

  /** Whether this notification may be dropped. Its `seq` tells the client that one is missing. */
  static mayDrop(method: string, params: Params): boolean {
    return method === 'debug_event' && params['type'] === 'output'
  }

  drop(params: Params): void {
    const session = params['session_id']
    const before = this.#dropped.get(session)
    this.#dropped.set(session, {
      first: before?.first ?? params['seq'],
      last: params,
      count: (before?.count ?? 0) + 1,
    })
  }

  /** One output event for each session, in place of those that were dropped. */
  take(): readonly Params[] {
    const notes = [...this.#dropped.values()].map(({ first, last, count }) => ({
      ...last,
      category: 'console',
      text: `[dapplex: ${count} pieces of output were dropped (seq ${String(first)} to ${String(last['seq'])}): this client reads too slowly]\n`,
    }))
    this.#dropped.clear()
    return notes
  }
}
