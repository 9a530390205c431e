import { nearestName, toolError, ToolError, type ToolResult } from '@dapplex/protocol'
import type { DapSession } from '@dapplex/tools'
import type { SpawnDecision, SpawnRequest } from '@dapplex/workflow'
import type { Identity } from '../access/identity.js'
import { lookAt } from '../state/clock.js'
import { listConfigurations } from '../config/list-configurations.js'
import type { NamedLaunch } from '../session/callers/launch-named.js'
import type { Logger } from '../state/logger.js'
import type { WorkflowHost } from './workflow-host.js'

/** Starts a named launch configuration for a caller. */
export type Launch = (what: NamedLaunch, caller: Identity) => Promise<DapSession>

interface SpawnedProgram {
  readonly request: SpawnRequest
  readonly configuration: string
  readonly nodeId: string
}

type Answer = ToolResult<'request_spawn_workflow'>

/** Carries out decided spawn requests: creates the investigation and starts its program (workflow 29, 31). */
export class Spawner {
  readonly #host: WorkflowHost
  readonly #log: Logger
  #launch: Launch | undefined
  #expiry: NodeJS.Timeout | undefined

  constructor({ host, log }: { readonly host: WorkflowHost; readonly log: Logger }) {
    this.#host = host
    this.#log = log
  }

  useLauncher(launch: Launch): void {
    this.#launch = launch
  }

  close(): void {
    clearTimeout(this.#expiry)
  }

  /** @throws ToolError CONFIGURATION_NOT_FOUND if no configuration has this name */
  async demandConfiguration(configuration: string, workspace: string): Promise<void> {
    const all = await listConfigurations({ from: workspace, env: process.env })
    if (all.some(({ name }) => name === configuration)) return
    const nearest = nearestName(
      configuration,
      all.map(({ name }) => name),
    )
    throw toolError('CONFIGURATION_NOT_FOUND', { configuration, nearest })
  }

  async carryOut({ kind, request }: SpawnDecision): Promise<Answer> {
    const decided = kind === 'start' ? await this.#start(request) : request
    this.#watchExpiry()
    return answerOf(decided)
  }

  async #start(request: SpawnRequest): Promise<SpawnRequest> {
    const { nodes, spawning } = this.#host.workflow
    const { requestId, nodeId: parentId, name, description, configuration } = request
    const { id: nodeId } = nodes.create({ kind: 'investigation', origin: 'spawned', name, description, parentId })
    if (configuration === undefined) return spawning.started(requestId, { nodeId })
    try {
      const session = await this.#run({ request, configuration, nodeId })
      return spawning.started(requestId, { nodeId, sessionId: session.id })
    } catch (error) {
      const why = error instanceof ToolError ? `${error.message} (${error.type})` : String(error)
      this.#log.info({ configuration, err: error }, 'a spawned investigation could not start its program')
      if (nodes.tree.get(nodeId)?.status === 'running') nodes.end(nodeId, { status: 'failed', message: why })
      return spawning.failed(requestId, { why, nodeId })
    }
  }

  #run({ request, configuration, nodeId }: SpawnedProgram): Promise<DapSession> {
    if (this.#launch === undefined) throw new Error('no way to launch a program')
    const { requester, name, workspace = '' } = request
    const place = { nodeId, origin: 'spawned' } as const
    return this.#launch(
      { configuration, workspace, place },
      { principal: requester, name, kind: 'agent', role: 'owner', presence: 'connection' },
    )
  }

  /** Expires requests on time, so that the tree shows it without a call. */
  #watchExpiry(): void {
    clearTimeout(this.#expiry)
    const { spawning } = this.#host.workflow
    const next = Math.min(...spawning.pending().map(({ expiresAt = Infinity }) => expiresAt))
    if (next === Infinity) return
    this.#expiry = lookAt(next, () => {
      spawning.expire()
      this.#watchExpiry()
    })
  }
}

function answerOf({ requestId, name, description, ...request }: SpawnRequest): Answer {
  const { status, spawnedNodeId, sessionId, expiresAt, reason } = request
  const base = { requestId, name, description }
  const place = {
    ...(spawnedNodeId === undefined ? {} : { nodeId: spawnedNodeId }),
    ...(sessionId === undefined ? {} : { sessionId }),
  }
  switch (status) {
    case 'pending':
      return { ...base, status, ...(expiresAt === undefined ? {} : { expiresAt }) }
    case 'starting':
      return { ...base, status: 'pending', reason: 'it is being started' }
    case 'started':
      return { ...base, status, ...place }
    case 'declined':
    case 'cancelled':
    case 'expired':
    case 'failed':
      return { ...base, status: 'rejected', ...place, reason: reason ?? status }
  }
}
