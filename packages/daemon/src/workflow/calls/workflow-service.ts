import type { Identity } from '../../access/identity.js'
import type { SessionRegistry } from '../../session/registry/session-registry.js'
import type { Traffic } from '../../session/runtime/traffic.js'
import { CallerPlace } from './caller-place.js'
import { Spawner, type Launch } from '../spawner.js'
import { WorkflowHost, type WorkflowHostOptions } from '../workflow-host.js'

/** The workflow tree: the interface for the rest of the daemon. */
export class WorkflowService {
  readonly #host: WorkflowHost
  readonly #spawner: Spawner

  /** @throws Error when the journal cannot be read or written */
  constructor(options: WorkflowHostOptions) {
    this.#host = new WorkflowHost(options)
    this.#spawner = new Spawner({ host: this.#host, log: options.log })
  }

  /** Puts the sessions that begin from now on into the tree; `launch` starts those of spawned investigations. */
  watch(registry: SessionRegistry, launch: Launch): void {
    this.#host.watch(registry)
    this.#spawner.useLauncher(launch)
  }

  /** Hears the traffic of a session that is about to begin with these arguments. */
  trafficOf(sessionId: string, args: Readonly<Record<string, unknown>>): Traffic {
    return this.#host.trafficOf(sessionId, args)
  }

  /** The tree as one connection sees it. `node`: where it said it stands, a node's id or `root`. Close it with the connection. */
  placeOf(caller: Identity, node?: string): CallerPlace {
    return new CallerPlace({ host: this.#host, spawner: this.#spawner, caller, node })
  }

  /** After the sessions and connections have ended. */
  async close(): Promise<void> {
    this.#spawner.close()
    await this.#host.close()
  }
}
