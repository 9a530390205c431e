import type { Socket } from 'node:net'
import { Door } from './door.js'
import type { Newcomer } from './newcomer.js'
import { processNewcomer } from './process-newcomer.js'
import { Waiting } from './waiting.js'

/** What the sessions of this adapter process share: one is the program's, the others are those of what it has started. */
export class Family {
  readonly waiting = new Waiting()
  readonly #onClient: (socket: Socket) => void
  #door: Door | undefined

  /** @param onClient serves a client that wants to debug a newcomer */
  constructor(onClient: (socket: Socket) => void) {
    this.#onClient = onClient
  }

  /** Where clients connect; undefined as long as nothing is followed. */
  get address(): string | undefined {
    return this.#door?.clients
  }

  /** Lets the processes of the program come here. */
  async openDoor(onProcess: (newcomer: Newcomer) => void): Promise<Door> {
    this.#door ??= await Door.open({
      onClient: this.#onClient,
      onProcess: (socket) =>
        void processNewcomer(socket).then((newcomer) => {
          if (newcomer !== undefined) onProcess(newcomer)
        }),
    })
    return this.#door
  }

  close(): void {
    this.#door?.close()
    this.#door = undefined
  }
}
