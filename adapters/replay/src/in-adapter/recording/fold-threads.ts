import { isJsonObject, type DapEvent, type JsonObject } from '@dapplex/protocol/dap'

/** Thread by id, as `threads` shows it. */
export type Threads = ReadonlyMap<unknown, JsonObject>

/** What an event says about the threads: a thread that started or stopped exists, one that exited does not. */
export function foldThread(threads: Threads, { event, body }: DapEvent): Threads {
  if (!isJsonObject(body) || typeof body['threadId'] !== 'number') return threads
  const id = body['threadId']
  const isGone = event === 'thread' && body['reason'] === 'exited'
  if (isGone) return new Map([...threads].filter(([known]) => known !== id))
  const isThere = event === 'stopped' || event === 'thread'
  return !isThere || threads.has(id) ? threads : new Map([...threads, [id, { id, name: `Thread ${id}` }]])
}
