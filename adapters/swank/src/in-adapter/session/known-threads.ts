/**
 * The threads that the client knows. Swank has no events for the start and the end of a thread: a new one shows in a list or
 * by its first stop.
 */
export class KnownThreads {
  private readonly known = new Set<number>()
  constructor(private readonly emit: (event: string, body: unknown) => void) {}

  /** A stop shows that the thread exists. Clients take a thread that starts after its stop for a running one. */
  seen(thread: number): void {
    if (this.known.has(thread)) return
    this.known.add(thread)
    this.emit('thread', { reason: 'started', threadId: thread })
  }

  /** The threads that exist now; `stopped` ones may have come after the list was made. Answers those that have ended. */
  update(listed: readonly number[], stopped: readonly number[]): number[] {
    const alive = new Set([...listed, ...stopped])
    for (const thread of listed) if (!stopped.includes(thread)) this.seen(thread)
    const ended = [...this.known].filter((thread) => !alive.has(thread))
    for (const thread of ended) this.ended(thread)
    return ended
  }

  ended(thread: number): void {
    if (this.known.delete(thread)) this.emit('thread', { reason: 'exited', threadId: thread })
  }
}
