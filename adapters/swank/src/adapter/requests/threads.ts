import type { Handlers, Shim } from '../session/shim.js'

interface ThreadFacts {
  readonly id: number
  readonly name: string
  readonly main: boolean
}

/** The threads that the client knows. Swank has no events for the start and the end of a thread, so lists are compared. */
export function threadHandlers(shim: Shim): Handlers {
  const known = new Set<number>()
  return {
    threads: async () => {
      if (shim.phase === 'ended') return { threads: [] }
      const threads = await shim.helper.call<ThreadFacts[]>('threads', [])
      const now = new Set(threads.map((thread) => thread.id))
      for (const id of now) if (!known.has(id)) shim.emit('thread', { reason: 'started', threadId: id })
      for (const id of known) {
        if (now.has(id)) continue
        shim.emit('thread', { reason: 'exited', threadId: id })
        shim.connection.client.threadEnded(id)
      }
      known.clear()
      for (const id of now) known.add(id)
      return { threads: threads.map(({ id, name }) => ({ id, name })) }
    },
  }
}
