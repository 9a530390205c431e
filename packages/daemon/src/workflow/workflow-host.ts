import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { isJsonObject } from '@dapplex/protocol'
import { stateOf, type CallPlace } from '@dapplex/tools'
import {
  DEFAULT_RETENTION,
  Epochs,
  InspectionCache,
  isTerminal,
  Memoizer,
  openWorkflow,
  snapshotRecords,
  type DebugPosition,
  type SpawnLimits,
  type Workflow,
  type WorkflowRecord,
} from '@dapplex/workflow'
import type { Logger } from '../state/logger.js'
import type { SessionRegistry } from '../session/registry/session-registry.js'
import type { SessionRuntime } from '../session/runtime/session-runtime.js'
import type { Traffic } from '../session/runtime/traffic.js'
import { deflate } from './deflate.js'
import { JournalFile } from './journal-file.js'
import type { Redactor } from './redactor.js'
import { sha256 } from './sha256.js'
import { SessionNode } from './session-node.js'
import { TreeChanges } from './tree-changes.js'

/** Name of the root: one daemon holds the sessions of one user (workflow 3). */
const WORKSPACE = 'workspace'

export interface WorkflowHostOptions {
  /** Folder of the journal. */
  readonly folder: string
  readonly limits: SpawnLimits
  readonly redactor: Redactor
  readonly log: Logger
}

/** The workflow tree of this daemon: its journal, its cache, and the sessions and connections in it. */
export class WorkflowHost {
  readonly workflow: Workflow
  readonly cache = new InspectionCache()
  readonly epochs = new Epochs((session) => void this.cache.invalidate({ session }))
  readonly memoizer = new Memoizer({ cache: this.cache, epochs: this.epochs, sha256, now: () => Date.now() })
  readonly changes: TreeChanges
  readonly limits: SpawnLimits
  readonly #options: WorkflowHostOptions
  readonly #journal: JournalFile
  readonly #sessions = new Map<string, SessionNode>()
  /** The connections at each investigation. */
  readonly #present = new Map<string, Set<object>>()
  #registry: SessionRegistry | undefined

  /** @throws Error when the journal cannot be read or written */
  constructor(options: WorkflowHostOptions) {
    this.#options = options
    const { folder, limits, redactor, log } = options
    this.limits = limits
    const damaged = (copy: string) =>
      log.warn({ copy }, 'the workflow journal is damaged; it was copied, and what follows the damage is dropped')
    const full = (err: unknown) =>
      log.warn({ err }, 'the workflow journal cannot be written; what it lacks waits until the disk takes it')
    this.#journal = new JournalFile({ path: join(folder, 'workflow.ndjson'), damaged, full })
    this.changes = new TreeChanges(this.#journal.records.length)
    this.workflow = openWorkflow(this.#journal.records, (record) => this.#write(record), {
      now: () => Date.now(),
      newId: () => randomBytes(12).toString('hex'),
      workspace: WORKSPACE,
      redact: (value) => redactor.redact(value),
      limits,
      retention: DEFAULT_RETENTION,
      packing: deflate,
    })
    if (this.#journal.isLongAtStart) this.#compact()
  }

  get rootId(): string {
    return this.workflow.nodes.tree.root.id
  }

  /** Puts the sessions that begin from now on into the tree. */
  watch(registry: SessionRegistry): void {
    this.#registry = registry
    registry.onSession((runtime, place) => this.#began(runtime, place))
  }

  trafficOf(sessionId: string, args: Readonly<Record<string, unknown>>): Traffic {
    this.learnSecrets(args)
    return this.#nodeOf(sessionId)
  }

  /** Learns the secrets in the environment of a program, so that they are not stored from now on. */
  learnSecrets(params: unknown): void {
    if (isJsonObject(params)) this.#options.redactor.learn(params['env'])
  }

  positions = (sessionId: string): DebugPosition | undefined => {
    const view = this.#registry?.find(sessionId)?.view()
    return view === undefined ? undefined : { debugState: stateOf(view), stopEpoch: view.stopId }
  }

  /** The node of a session. */
  sessionNode(sessionId: string): string | undefined {
    return this.#sessions.get(sessionId)?.nodeId
  }

  standsStill(sessionId: string): boolean {
    return this.#sessions.get(sessionId)?.standsStill ?? false
  }

  /** A connection works at an investigation. An idle investigation runs again. */
  arrive(connection: object, nodeId: string): void {
    const { nodes } = this.workflow
    const node = nodes.tree.get(nodeId)
    if (node?.kind !== 'investigation' || isTerminal(node.status)) return
    const here = this.#present.get(nodeId) ?? new Set()
    this.#present.set(nodeId, here.add(connection))
    if (node.status === 'idle') nodes.resume(nodeId)
  }

  /** A connection was closed. An investigation without connections becomes idle and can be entered again. */
  leave(connection: object): void {
    for (const [nodeId, here] of this.#present) {
      if (!here.delete(connection) || here.size > 0) continue
      this.#present.delete(nodeId)
      this.workflow.nodes.rest(nodeId)
    }
  }

  /** Ends the sessions of cancelled investigations and their programs. Resolves when they have ended. */
  async endSessions(sessionIds: readonly string[], why: string): Promise<void> {
    const found = sessionIds.flatMap((id) => this.#registry?.find(id) ?? [])
    await Promise.all(found.map((runtime) => runtime.shutDown(why)))
  }

  /** Resolves when all that must be on disk is there (workflow 39). @throws Error what the system says, where the disk is full */
  synced(): Promise<void> {
    return this.#journal.synced()
  }

  /** After the sessions and connections have ended: the root is completed. */
  async close(): Promise<void> {
    this.workflow.nodes.end(this.rootId, { status: 'completed' })
    await this.#journal.close()
  }

  #write(record: WorkflowRecord): void {
    this.#journal.append(record)
    if (record.type === 'output') return
    this.changes.add()
  }

  /** Replaces a long journal by a snapshot. Only between calls: the snapshot must show a consistent state. */
  compactWhenLong(): void {
    if (this.#journal.isLong) this.#compact()
  }

  #compact(): void {
    const { state } = this.workflow
    const records = snapshotRecords(state, Date.now())
    if (this.#journal.replace(records)) state.seq = records.at(-1)?.seq ?? state.seq
  }

  /** Drops the sessions that the daemon has forgotten. Their nodes stay as long as the tree keeps them. */
  #forgetSessions(): void {
    for (const id of this.#sessions.keys()) {
      if (this.#registry?.find(id) !== undefined) continue
      this.#sessions.delete(id)
      this.epochs.forget(id)
    }
  }

  #began(runtime: SessionRuntime, place: CallPlace | undefined): void {
    const parent = runtime.parentId === undefined ? undefined : this.sessionNode(runtime.parentId)
    this.#forgetSessions()
    const node = this.#nodeOf(runtime.id)
    if (parent !== undefined && !isTerminal(this.workflow.nodes.known(parent).status))
      return node.begin(runtime, { parentId: parent, origin: 'child-session' })
    const parentId = this.liveAt(place?.nodeId ?? this.rootId)
    node.begin(runtime, { parentId, origin: place?.origin ?? 'launched' })
  }

  /** The node itself, or its nearest ancestor that has not ended. */
  liveAt(nodeId: string): string {
    const { tree } = this.workflow.nodes
    const chain = [tree.get(nodeId), ...tree.ancestors(nodeId)]
    return chain.find((node) => node !== undefined && !isTerminal(node.status))?.id ?? this.rootId
  }

  #nodeOf(sessionId: string): SessionNode {
    const known = this.#sessions.get(sessionId)
    if (known !== undefined) return known
    const node = new SessionNode({
      workflow: this.workflow,
      moveEpoch: (why) => this.epochs.move(sessionId, why),
      learnSecrets: (args) => this.learnSecrets(args),
      changed: () => this.changes.add(),
    })
    this.#sessions.set(sessionId, node)
    return node
  }
}
