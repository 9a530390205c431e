import type { Client, DebugEventMessage } from '@dapplex/client'
import type { ToolResult } from '@dapplex/protocol'
import { Listeners } from './listeners.js'
import type { SessionRow } from './session-rows.js'

export type SpawnRequest = ToolResult<'workflow_tree'>['requests'][number]

/** What all windows of the editor see of the daemon. */
export interface DaemonPicture {
  readonly isConnected: boolean
  readonly sessions: readonly SessionRow[]
  /** Wait for an answer. */
  readonly requests: readonly SpawnRequest[]
}

export interface LinkOptions {
  /** Connects to the running daemon; undefined if none runs. Starts nothing. */
  readonly connectToRunning: () => Promise<Client | undefined>
  /** Connects to the daemon, and starts it if none runs. */
  readonly connectOrStart: () => Promise<Client>
  /** Waits between two looks at the workflow tree, so that a program that is stepped fast costs little. */
  readonly pause: () => Promise<void>
  /** A running daemon could not be connected to, or has refused a call: for the log. */
  readonly onFailure: (error: unknown) => void
}

/** Events after which the list of sessions is another one. */
const CHANGES: ReadonlySet<DebugEventMessage['type']> = new Set([
  'stopped',
  'continued',
  'state',
  'exited',
  'ended',
  'client_joined',
  'client_left',
  'written',
  'control',
  'child',
])
const FOLLOWED = [...CHANGES, 'message', 'breakpoint'] as DebugEventMessage['type'][]
const TREE_WAIT_MS = 600_000

/** `absent`: no connection. `opening`: one is being made. */
type State =
  | { readonly kind: 'absent' }
  | { readonly kind: 'opening'; readonly client: Promise<Client | undefined> }
  | { readonly kind: 'connected'; readonly client: Client }

const NOTHING: DaemonPicture = { isConnected: false, sessions: [], requests: [] }

/** The connection of a window to the daemon: one at a time, made when a daemon runs, and a picture of what is there. */
export class DaemonLink {
  readonly onChange = new Listeners<DaemonPicture>()
  readonly onEvent = new Listeners<DebugEventMessage>()
  readonly #options: LinkOptions
  #state: State = { kind: 'absent' }
  #picture = NOTHING
  #reading = Promise.resolve()
  #next: Promise<void> | undefined
  #isOver = false

  constructor(options: LinkOptions) {
    this.#options = options
  }

  get picture(): DaemonPicture {
    return this.#picture
  }

  /** The connection that is there. */
  get connected(): Client | undefined {
    return this.#state.kind === 'connected' ? this.#state.client : undefined
  }

  /** Connects if a daemon runs. */
  async look(): Promise<void> {
    if (this.#isOver || this.#state.kind === 'connected') return
    if (this.#state.kind === 'opening') await this.#state.client.catch(() => undefined)
    else await this.#open(this.#options.connectToRunning).catch(this.#options.onFailure)
  }

  /**
   * The connection; starts the daemon if none runs.
   * @throws Error that says why there is none
   */
  async client(): Promise<Client> {
    if (this.#state.kind === 'connected') return this.#state.client
    const client = this.#state.kind === 'opening' ? await this.#state.client.catch(() => undefined) : undefined
    if (client !== undefined) return client
    const opened = await this.#open(this.#options.connectOrStart)
    if (opened === undefined) throw new Error('The window is closing')
    return opened
  }

  /** Reads the sessions anew: after it the picture is no older than the call. Calls that come while one reads share the next one. */
  refresh(): Promise<void> {
    this.#next ??= this.#reading.then(() => {
      this.#next = undefined
      this.#reading = this.#read()
      return this.#reading
    })
    return this.#next
  }

  async #read(): Promise<void> {
    if (this.#state.kind !== 'connected') return
    const { client } = this.#state
    const answer = await client.tools.sessions_list().catch(() => undefined)
    if (answer !== undefined && this.#isOf(client)) this.#show({ sessions: answer.sessions })
  }

  dispose(): void {
    this.#isOver = true
    if (this.#state.kind === 'connected') this.#state.client.close()
    this.#state = { kind: 'absent' }
  }

  async #open(how: () => Promise<Client | undefined>): Promise<Client | undefined> {
    const opening = how()
    this.#state = { kind: 'opening', client: opening }
    try {
      const client = await opening
      if (client === undefined || this.#isOver) {
        client?.close()
        this.#state = { kind: 'absent' }
        return undefined
      }
      await this.#connected(client)
      return client
    } catch (error) {
      this.#state = { kind: 'absent' }
      throw error
    }
  }

  async #connected(client: Client): Promise<void> {
    this.#state = { kind: 'connected', client }
    client.on('close', () => this.#lost(client))
    client.on('debug_event', (event) => this.#happened(event))
    // First who has control, which only the events tell; then what happens from now on.
    await client.tools.events_subscribe({ types: ['control'], since_seq: 0 })
    await client.tools.events_subscribe({ types: FOLLOWED })
    this.#show({ isConnected: true })
    await this.refresh()
    void this.#followTree(client)
  }

  #happened(event: DebugEventMessage): void {
    this.onEvent.tell(event)
    if (CHANGES.has(event.type)) void this.refresh()
  }

  #lost(client: Client): void {
    if (!this.#isOf(client)) return
    this.#state = { kind: 'absent' }
    this.#picture = NOTHING
    if (!this.#isOver) this.onChange.tell(this.#picture)
  }

  /** Waits for changes of the workflow tree: requests that wait for an answer, and sessions that nothing else tells of. */
  async #followTree(client: Client): Promise<void> {
    let sinceVersion: number | undefined
    while (this.#isOf(client)) {
      const params = sinceVersion === undefined ? {} : { sinceVersion, timeoutMs: TREE_WAIT_MS }
      const tree = await client.tools.workflow_tree(params).catch(() => undefined)
      if (tree === undefined || !this.#isOf(client)) return
      sinceVersion = tree.version
      this.#show({ requests: tree.requests })
      await this.refresh()
      await this.#options.pause()
    }
  }

  #isOf(client: Client): boolean {
    return this.#state.kind === 'connected' && this.#state.client === client
  }

  #show(news: Partial<DaemonPicture>): void {
    this.#picture = { ...this.#picture, ...news }
    this.onChange.tell(this.#picture)
  }
}
