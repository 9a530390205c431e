import type { Handlers, Shim } from '../session/shim.js'

interface ThreadFacts {
  readonly id: number
  readonly name: string
  readonly main: boolean
}

export function threadHandlers(shim: Shim): Handlers {
  return {
    threads: async () => {
      if (shim.phase === 'ended') return { threads: [] }
      const threads = await shim.helper.call<ThreadFacts[]>('threads', [])
      const ended = shim.threads.update(
        threads.map(({ id }) => id),
        shim.stops.stopped,
      )
      for (const id of ended) shim.connection.client.threadEnded(id)
      return { threads: threads.map(({ id, name }) => ({ id, name })) }
    },
  }
}
