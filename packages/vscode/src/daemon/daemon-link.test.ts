import { RpcClient } from '@dapplex/client'
import { memoryPair, type MessagePort } from '@dapplex/transport'
import { describe, expect, test } from 'vitest'
import { DaemonLink, type DaemonPicture } from './daemon-link.js'

const session = (id: string) => ({ session_id: id, adapter: 'node', state: 'running', clients: [] })
const request = { requestId: 'r1', nodeId: 'n', requester: 'claude', name: 'again', description: 'why?' }

/** A daemon of which only the answers are real: they are what the test says at the moment. */
class Daemon {
  sessions = [session('s1')]
  requests: readonly unknown[] = []
  readonly asked: string[] = []
  #port: MessagePort | undefined
  #version = 1
  /** Calls of `workflow_tree` that wait for a change. */
  #waiting: number[] = []

  connect(): RpcClient {
    const [near, far] = memoryPair()
    this.#port = far
    far.onMessage(({ value }) => this.#take(value as { id: number; method: string; params: object }))
    return new RpcClient(near)
  }

  happens(event: object): void {
    this.#port?.send({ jsonrpc: '2.0', method: 'debug_event', params: event })
  }

  treeChanges(): void {
    this.#version += 1
    for (const id of this.#waiting.splice(0)) this.#answer(id, this.#tree())
  }

  ends(): void {
    this.#port?.close()
  }

  #take({ id, method, params }: { id: number; method: string; params: object }): void {
    this.asked.push(method)
    const isKnown = 'sinceVersion' in params && params.sinceVersion === this.#version
    if (method === 'workflow_tree' && isKnown) this.#waiting.push(id)
    else if (method === 'workflow_tree') this.#answer(id, this.#tree())
    else this.#answer(id, method === 'sessions_list' ? { sessions: this.sessions } : {})
  }

  #tree(): object {
    return { version: this.#version, requests: this.requests }
  }

  #answer(id: number, result: object): void {
    this.#port?.send({ jsonrpc: '2.0', id, result })
  }
}

function linked({ isRunning }: { isRunning: boolean }) {
  const daemon = new Daemon()
  const state = { isRunning }
  const link = new DaemonLink({
    connectToRunning: () => Promise.resolve(state.isRunning ? daemon.connect() : undefined),
    connectOrStart: () => {
      state.isRunning = true
      return Promise.resolve(daemon.connect())
    },
    pause: () => Promise.resolve(),
    onFailure: (error) => {
      throw error
    },
  })
  const until = (isSo: (picture: DaemonPicture) => boolean): Promise<void> =>
    new Promise((resolve) => {
      if (isSo(link.picture)) return resolve()
      const listener = link.onChange.add((picture) => {
        if (!isSo(picture)) return
        listener.dispose()
        resolve()
      })
    })
  return { daemon, link, state, until }
}

const ids = ({ sessions }: DaemonPicture) => sessions.map(({ session_id: id }) => id)

describe('the connection to the daemon', () => {
  test('is not made, and nothing is started, while no daemon runs', async () => {
    const { daemon, link, state } = linked({ isRunning: false })
    await link.look()
    expect(link.picture).toEqual({ isConnected: false, sessions: [], requests: [] })
    expect({ asked: daemon.asked, ...state }).toEqual({ asked: [], isRunning: false })
  })

  test('shows the sessions when a daemon runs, and reads them again when something happens', async () => {
    const { daemon, link, until } = linked({ isRunning: true })
    await link.look()
    expect(ids(link.picture)).toEqual(['s1'])
    daemon.sessions = [session('s1'), session('s2')]
    daemon.happens({ type: 'state', session_id: 's2', state: 'running' })
    await until((picture) => ids(picture).includes('s2'))
    link.dispose()
  })

  test('starts the daemon for a caller who needs it, once for two', async () => {
    const { daemon, link } = linked({ isRunning: false })
    const [one, other] = await Promise.all([link.client(), link.client()])
    expect(one).toBe(other)
    expect(daemon.asked.filter((method) => method === 'sessions_list').length).toBeGreaterThan(0)
    link.dispose()
  })

  test('shows a request that waits for an answer', async () => {
    const { daemon, link, until } = linked({ isRunning: true })
    await link.look()
    daemon.requests = [request]
    daemon.treeChanges()
    await until(({ requests }) => requests.length === 1)
    link.dispose()
  })

  test('that ends leaves nothing in the picture, and the next daemon is found', async () => {
    const { daemon, link, until } = linked({ isRunning: true })
    await link.look()
    daemon.ends()
    await until(({ isConnected }) => !isConnected)
    expect(link.picture.sessions).toEqual([])
    daemon.sessions = [session('s9')]
    await link.look()
    expect(ids(link.picture)).toEqual(['s9'])
    link.dispose()
  })
})
