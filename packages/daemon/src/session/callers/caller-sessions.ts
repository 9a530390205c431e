import { readlinkSync } from 'node:fs'
import { toolError, type AdapterModule, type LaunchSpec, type TestFramework } from '@dapplex/protocol'
import type {
  AdapterStatus,
  AttachRequest,
  ConfigurationRow,
  DapSession,
  LaunchRequest,
  RequestOptions,
  SessionsPort,
} from '@dapplex/tools'
import type { Identity } from '../../access/identity.js'
import type { AdapterLookup } from '../../adapters/adapter-lookup.js'
import { takeAddress, withoutDapplexArguments } from '../../adapters/arguments/dapplex-arguments.js'
import { withInputFile } from '../../adapters/arguments/with-input-file.js'
import { writeAttach } from '../../adapters/arguments/write-attach.js'
import { demandFile, demandFolder } from '../../adapters/infer/demand-file.js'
import { findProgram } from '../../adapters/infer/find-program.js'
import { writeLaunch } from '../../adapters/arguments/write-launch.js'
import { applyConfiguration, type ConfiguredSpec } from '../../config/apply-configuration.js'
import { describeConfigurations } from '../../config/describe-configurations.js'
import type { WorkspaceBreakpointTable } from '../../workspace/breakpoint-table.js'
import { CallerBreakpoints } from '../../workspace/caller-breakpoints.js'
import { workspaceOf, workspaceOfProgram } from '../../workspace/workspace-of.js'
import { CallerSession } from './caller-session.js'
import type { OwnSessions, OwnSessionTable } from './own-sessions.js'
import type { ObjectTable } from '../registry/object-table.js'
import { deadline, type Deadline } from '../runtime/deadline.js'
import { runStart, type SessionBeginning } from '../registry/run-start.js'
import type { SessionRegistry, SessionStart } from '../registry/session-registry.js'
import type { SessionRuntime } from '../runtime/session-runtime.js'
import { surfaceClient } from '../registry/surface-client.js'

/** What all callers share of the daemon's sessions. */
export interface SharedSessions {
  readonly registry: SessionRegistry
  readonly adapters: AdapterLookup
  readonly workspace: WorkspaceBreakpointTable
  readonly objects: ObjectTable
  readonly own: OwnSessionTable
}

/** The daemon's sessions as one connection of a caller sees them. */
export class CallerSessions implements SessionsPort {
  readonly #shared: SharedSessions
  readonly #caller: Identity
  readonly #own: OwnSessions
  readonly workspace: CallerBreakpoints
  #selected: string | undefined
  readonly #views = new Map<string, CallerSession>()

  constructor(shared: SharedSessions, caller: Identity) {
    this.#shared = shared
    this.#caller = caller
    this.#own = shared.own.of(caller)
    this.workspace = new CallerBreakpoints(shared.workspace, { folder: caller.folder, unplaced: this.#own.unplaced })
  }

  get selected(): string | undefined {
    return this.#selected
  }

  set selected(id: string | undefined) {
    this.#selected = id
    if (id !== undefined) this.#joined(id)
  }

  get folder(): string | undefined {
    return this.#caller.folder
  }

  get testFrameworks(): readonly TestFramework[] {
    return this.#shared.adapters.modules.flatMap(({ tests = [] }) => tests)
  }

  get lastStartFailed(): boolean {
    return this.#own.lastStart === 'failed'
  }

  use(session: DapSession): void {
    if (this.isOwn(session)) this.#own.lastStart = 'succeeded'
  }

  isOwn({ id, parentId }: Pick<DapSession, 'id' | 'parentId'>): boolean {
    if (this.#own.ids.has(id)) return true
    const parent = parentId === undefined ? undefined : this.#shared.registry.find(parentId)
    return parent !== undefined && this.isOwn(this.#viewOf(parent))
  }

  list(): readonly DapSession[] {
    return this.#shared.registry.list().flatMap(({ id }) => this.find(id) ?? [])
  }

  find(sessionId: string): CallerSession | undefined {
    const runtime = this.#shared.registry.find(sessionId)
    return runtime === undefined ? undefined : this.#viewOf(runtime)
  }

  object(id: number): ReturnType<SessionsPort['object']> {
    const found = this.#shared.objects.find(id)
    return found.kind === 'found' ? { ...found, session: this.find(found.entry.sessionId) } : found
  }

  releaseObject(id: number): boolean {
    return this.#shared.objects.release(id)
  }

  dismiss({ id }: Pick<DapSession, 'id'>): void {
    const runtime = this.#shared.registry.find(id)
    if (runtime !== undefined) this.#shared.registry.dismiss(runtime)
  }

  adapters(): Promise<readonly AdapterStatus[]> {
    return this.#shared.adapters.statuses()
  }

  launch(request: LaunchRequest, options: RequestOptions): Promise<DapSession> {
    return this.#started(this.#launch(request, deadline(options)))
  }

  attach(request: AttachRequest, options: RequestOptions): Promise<DapSession> {
    return this.#started(this.#attach(request, deadline(options)))
  }

  /** A start that fails counts too: until this caller starts, joins or uses a session, it means none that is over or another's. */
  async #started(start: Promise<DapSession>): Promise<DapSession> {
    try {
      const session = await start
      this.#joined(session.id)
      return session
    } catch (error) {
      this.#own.lastStart = 'failed'
      throw error
    }
  }

  #joined(id: string): void {
    this.#own.ids.add(id)
    this.#own.lastStart = 'succeeded'
  }

  async #launch(request: LaunchRequest, time: Deadline): Promise<DapSession> {
    const { spec, adapter, pathMappings } = await this.#configured(request)
    const { path: program, kind } = findProgram(spec, process.env)
    // One of a container is not on this machine.
    const isHere = pathMappings === undefined && spec.adapterArgs['dapplexPort'] === undefined
    if (isHere && spec.cwd !== '') demandFolder(spec.cwd)
    const absolute: LaunchSpec = { ...spec, program }
    const context = { args: spec.adapterArgs, cwd: spec.cwd }
    const { adapters } = this.#shared
    const module = adapter === undefined ? await adapters.forProgram(program, context) : adapters.named(adapter)
    demandFile(program, module)
    const written = await (module.hooks?.prepareLaunch?.(absolute) ?? writeLaunch(module.definition, absolute))
    const address = takeAddress(module, { command: 'launch', args: written })
    const { args, inputFile } = withInputFile(module.definition, written)
    const { breakOn, onAbandon, tests } = request
    const more = { ...optional('pathMappings', pathMappings), ...optional('onAbandon', onAbandon), breakOn, tests }
    const folder = tests?.root ?? (kind === 'command' ? spec.cwd : undefined)
    const workspace = folder === undefined ? workspaceOfProgram(program) : workspaceOf(folder)
    this.workspace.place(workspace)
    const place = { cwd: spec.cwd, workspace }
    const start = { module, request: 'launch' as const, program, args, address, inputFile, ...place, ...more }
    const { breakpoints = [] } = request
    return this.#begin(start, { breakpoints, stopAtEntry: spec.stopAtEntry }, time)
  }

  async #attach({ adapter, spec, pathMappings, onAbandon }: AttachRequest, time: Deadline): Promise<DapSession> {
    const module = adapter === undefined ? adapterMissing(this.#shared.adapters) : this.#shared.adapters.named(adapter)
    const { pid, host = '127.0.0.1', port } = spec
    const listens = module.definition.start.kind === 'connect' || module.definition.attach?.address === 'adapter'
    const given = listens && port !== undefined ? { host, port } : undefined
    const more = { ...optional('pathMappings', pathMappings), ...optional('onAbandon', onAbandon) }
    const asked = { ...optional('pid', pid), ...optional('port', port), ...spec.adapterArgs }
    this.#shared.registry.demandAttachable({ module, args: asked, address: given, ...more })
    const args = await (module.hooks?.prepareAttach?.(spec) ?? writeAttach(module.definition, spec))
    const address = given ?? takeAddress(module, { command: 'attach', args })
    const folder = folderOfProcess(pid) ?? this.#caller.folder
    const place = { cwd: undefined, ...optional('workspace', folder === undefined ? undefined : workspaceOf(folder)) }
    const start = { module, request: 'attach' as const, program: undefined, args, address, ...place, ...more }
    return this.#begin(start, { breakpoints: [], stopAtEntry: false }, time)
  }

  async processes(adapter: string | undefined): ReturnType<SessionsPort['processes']> {
    const { adapters } = this.#shared
    const modules = adapter === undefined ? adapters.modules : [adapters.named(adapter)]
    const lists = modules.map(async ({ definition, hooks }) => {
      const found = (await hooks?.listProcesses?.()) ?? []
      return found.map((process) => ({ ...process, adapter: definition.id }))
    })
    return (await Promise.all(lists)).flat()
  }

  async configurations(workspace: string | undefined): Promise<readonly ConfigurationRow[]> {
    return describeConfigurations(workspace)
  }

  onSession(listener: (session: DapSession) => void): () => void {
    return this.#shared.registry.onSession(({ id }) => {
      const session = this.find(id)
      if (session !== undefined) listener(session)
    })
  }

  /** The connection was closed. */
  leaveAll(why: string): void {
    for (const view of this.#views.values()) view.closed(why)
  }

  async #configured(request: LaunchRequest): Promise<ConfiguredSpec> {
    const { adapter, configuration, spec, pathMappings } = request
    const asked = { ...optional('adapter', adapter), ...optional('pathMappings', pathMappings) }
    return configuration === undefined
      ? { spec, ...asked }
      : { ...(await applyConfiguration(configuration, spec)), ...asked }
  }

  async #begin(
    start: SessionStart,
    more: Pick<SessionBeginning, 'breakpoints' | 'stopAtEntry'>,
    time: Deadline,
  ): Promise<DapSession> {
    const { registry } = this.#shared
    const options = time.rest()
    const runtime = await registry.start({ ...start, ...optional('place', options.place) }).catch((error: unknown) => {
      start.inputFile?.close()
      throw error
    })
    const surface = surfaceClient(runtime, this.#caller.principal)
    const args = withoutDapplexArguments(start.module, start.args)
    const view = this.#viewOf(runtime)
    // The client of the tools is the launcher, and so the first one.
    const by = more.breakpoints.length === 0 ? {} : { by: view.connect() }
    try {
      time.demandTime(`the start of ${runtime.module.definition.title}`)
      await runStart({ runtime, surface }, { command: start.request, args, ...by, ...more }, time.rest())
    } catch (error) {
      await registry.discard(runtime, error instanceof Error ? error.message : String(error))
      throw error
    }
    // Only clients of the session count when the last one leaves (mux 29): this caller joins now.
    if (start.onAbandon !== undefined && start.onAbandon !== 'keep')
      await view.request('dapplex_state', {}, time.rest())
    return view
  }

  #viewOf(runtime: SessionRuntime): CallerSession {
    const known = this.#views.get(runtime.id)
    if (known !== undefined) return known
    const view = new CallerSession(runtime, this.#caller, {
      objects: this.#shared.objects,
      onJoin: () => this.#joined(runtime.id),
    })
    this.#views.set(runtime.id, view)
    return view
  }
}

/** The working folder of a process of this machine; undefined where it cannot be read. */
function folderOfProcess(pid: number | undefined): string | undefined {
  if (pid === undefined) return undefined
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

const optional = <K extends string, V>(key: K, value: V | undefined) =>
  (value === undefined ? {} : { [key]: value }) as Partial<Record<K, V>>

/** @throws ToolError INVALID_PARAMETER always: an attach must name its adapter */
function adapterMissing(adapters: AdapterLookup): AdapterModule {
  const ids = adapters.modules.flatMap(({ definition }) => (definition.attach === undefined ? [] : [definition.id]))
  const fields = { field: 'adapter', parameter: 'adapter', allowed: ids }
  throw toolError('INVALID_PARAMETER', fields, `Which adapter attaches? Give adapter, one of ${ids.join(', ')}`)
}
