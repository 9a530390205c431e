import { isJsonObject } from '@dapplex/protocol'
import type { RpcClient } from '../support/rpc-client.js'
import { call, rowsIn } from './agent-calls.js'
import { inTime } from './in-time.js'
import type { WalkSession } from './world.js'

/** Longest wait of one call. The next call goes on where it ended. */
const WAIT_MS = 1000

interface Watched {
  readonly session: WalkSession
  /** The stops that the waits told. */
  readonly told: number[]
  waiting: Promise<void> | undefined
  isLeaving: boolean
}

/**
 * An agent that does nothing but wait for the next stop: `wait_for_stop {since_stop_id}` again and again. The waits must tell
 * every stop that the events tell, once and in order (mux 17).
 */
export class Watcher {
  readonly #client: RpcClient
  readonly #sessions = new Map<string, Watched>()

  private constructor(client: RpcClient) {
    this.#client = client
  }

  static async start(client: RpcClient): Promise<Watcher> {
    await client.call('events_subscribe', { types: ['stopped', 'client_left', 'ended'] })
    return new Watcher(client)
  }

  /** Begins to wait for the stops of a session; does nothing where it waits already. After a restart it begins again. */
  follow(session: WalkSession): void {
    const watched = this.#sessions.get(session.id) ?? { session, told: [], waiting: undefined, isLeaving: false }
    this.#sessions.set(session.id, watched)
    if (watched.waiting !== undefined || watched.isLeaving) return
    watched.waiting = this.#wait(watched)
      .catch((error: unknown) => session.trace.problem('watcher', String(error)))
      .finally(() => (watched.waiting = undefined))
  }

  /** Whether a session is over, by the daemon's list. */
  async hasEnded(session: WalkSession): Promise<boolean> {
    const { sessions } = await this.#client.call('sessions_list')
    return rowsIn({ sessions }, 'sessions').some(
      ({ session_id, state }) => session_id === session.id && state === 'exited',
    )
  }

  /** Ends the waits of a session, after they have told what there is to tell. */
  async finish(session: WalkSession): Promise<void> {
    const watched = this.#sessions.get(session.id)
    if (watched === undefined) return
    watched.isLeaving = true
    await watched.waiting
    // What a restart has ended, or a wait that has just begun, is caught up with.
    await this.#wait(watched)
  }

  /** Of every session that there was. */
  async finishAll(): Promise<void> {
    const open = [...this.#sessions.values()].filter(({ isLeaving }) => !isLeaving)
    await Promise.all(open.map(({ session }) => this.finish(session)))
  }

  async leave(session: WalkSession): Promise<void> {
    await call({ name: 'watcher', client: this.#client }, session, { tool: 'debug_disconnect', params: {} })
  }

  /** What has left until now does not count for `sawLeave`. */
  forgetLeft(): void {
    const { received } = this.#client
    for (let at = received.length - 1; at >= 0; at -= 1)
      if (isAbout(received[at], 'client_left')) received.splice(at, 1)
  }

  /** Until a session has ended, which it was asked to. */
  async sawEnd({ id }: WalkSession): Promise<void> {
    const isIt = ({ params }: { params?: { type?: string; session_id?: string } }) =>
      params?.type === 'ended' && params.session_id === id
    await inTime(`the end of ${id}`, this.#client.next(isIt))
  }

  /** Until the daemon has noticed that a client is gone. */
  async sawLeave(session: WalkSession, name: string): Promise<void> {
    const isIt = ({ params }: { params?: { type?: string; session_id?: string; client?: { name?: string } } }) =>
      params?.type === 'client_left' && params.session_id === session.id && params.client?.name === name
    await inTime(`client_left of ${name}`, this.#client.next(isIt))
  }

  /** Compares what the waits told with what happened, for every session that there was. */
  check(): void {
    for (const { session, told } of this.#sessions.values()) {
      const happened = [
        ...new Set(this.#events(session.id).flatMap(({ type, stop_id }) => (type === 'stopped' ? [stop_id] : []))),
      ]
      if (told.join() !== happened.join())
        session.trace.problem('watcher', `waits told the stops ${told.join()}, but the events ${happened.join()}`)
    }
  }

  async #wait(watched: Watched): Promise<void> {
    const { session, told } = watched
    const caller = { name: 'watcher', client: this.#client }
    for (;;) {
      const params = { since_stop_id: told.at(-1) ?? 0, timeout_ms: watched.isLeaving ? 1 : WAIT_MS }
      const result = await call(caller, session, { tool: 'wait_for_stop', params })
      if (result?.['stopped'] === true && typeof result['stop_id'] === 'number') told.push(result['stop_id'])
      else if (result?.['reason'] !== 'timeout' || watched.isLeaving) return
    }
  }

  #events(sessionId: string): { type: string; stop_id: number }[] {
    return this.#client.received.flatMap((message) => {
      if (!isJsonObject(message) || message['method'] !== 'debug_event' || !isJsonObject(message['params'])) return []
      const { session_id, type, stop_id } = message['params']
      return session_id === sessionId ? [{ type: String(type), stop_id: Number(stop_id) }] : []
    })
  }
}

const isAbout = (message: unknown, type: string): boolean =>
  isJsonObject(message) && isJsonObject(message['params']) && message['params']['type'] === type
