import { randomUUID } from 'node:crypto'
import { homedir } from 'node:os'
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { toolError, type AdapterModule, type ToolError } from '@dapplex/protocol'
import type { AdapterLookup } from '../../adapters/adapter-lookup.js'
import { checkAttach, thisMachine } from '../../adapters/attach/check-attach.js'
import type { AdapterLocation } from '../../adapters/locate/location.js'
import type { InputFile } from '../../adapters/supervise/input-file.js'
import { startAdapter } from '../../adapters/supervise/start-adapter.js'
import type { AdapterAddress, RunningAdapter } from '../../adapters/supervise/running-adapter.js'
import type { Watchdog } from '../../adapters/supervise/watchdog.js'
import {
  followed,
  type BreakOn,
  type CallPlace,
  type OnAbandon,
  type PathMapping,
  type SessionTests,
} from '@dapplex/tools'
import { portWarning, type Machine } from '../../access/port-warning.js'
import { sessionConfiguration, type SessionConfiguration } from '../../config/session-configuration.js'
import type { Logger } from '../../state/logger.js'
import type { WorkspaceBreakpointTable } from '../../workspace/breakpoint-table.js'
import type { KeptSpec } from '../../workspace/kept-spec.js'
import { implicitSpecs } from '../../workspace/implicit-specs.js'
import { inheritedSpecs } from '../../workspace/inherited-specs.js'
import { workspaceOfStart } from './workspace-of-start.js'
import type { ChildSpec, OpenedChild } from '../runtime/child-spec.js'
import { openFiles, type FileFolders } from './open-files.js'
import { presentedModule } from './presented-module.js'
import { removeTests, SessionEnds } from './session-ends.js'
import { impliedBy } from './implied-by.js'
import { logSession, sayWhenItRuns } from './log-session.js'
import { policiesOf } from './start-policies.js'
import { SessionRuntime } from '../runtime/session-runtime.js'
import type { Traffic } from '../runtime/traffic.js'

/** Live sessions at one time: each has a debugger, and its program. */
const MOST_LIVE = 256
/** Ended sessions that can still be read. The oldest are dropped first. */
const KEPT_ENDED = 20
/** The same for those of what a program has started: a run of tests has many, and must not push out the programs. */
const KEPT_CHILDREN = 64

export interface SessionStart {
  readonly module: AdapterModule
  readonly request: 'launch' | 'attach'
  readonly program: string | undefined
  /** Launch or attach arguments. An adapter found as `given` is named in them. */
  readonly args: Readonly<Record<string, unknown>>
  readonly cwd: string | undefined
  /** Address of an adapter that already runs; then no process is started. */
  readonly address: AdapterAddress | undefined
  /** The session whose adapter asked for this one (mux 14). */
  readonly parent?: SessionRuntime
  readonly pathMappings?: readonly PathMapping[]
  /** Whose kept breakpoints it gets; default: that of the program or of the working folder. A child has its parent's. */
  readonly workspace?: string
  /** Exceptions that stop it by default; a child has its parent's. Undefined: those that its editors choose. */
  readonly breakOn?: BreakOn | undefined
  /** The tests that it runs; a child has its parent's. */
  readonly tests?: SessionTests | undefined
  /** What happens to the program after the last client vanishes. Default: a session of the tools stays. */
  readonly onAbandon?: OnAbandon
  /** What the program reads as its standard input; closed with the session. */
  readonly inputFile?: InputFile | undefined
  /** Where it hangs in the workflow tree; default: under its parent, or the root. */
  readonly place?: CallPlace
}

interface StartedAdapter {
  readonly location: AdapterLocation | undefined
  readonly adapter: RunningAdapter
  /** Starts the same once more. */
  readonly open: () => Promise<RunningAdapter>
}

type SessionListener = (runtime: SessionRuntime, place: CallPlace | undefined) => void

export interface RegistryOptions extends FileFolders {
  readonly adapters: AdapterLookup
  readonly machine: Machine
  readonly watchdog: Watchdog
  readonly workspace: WorkspaceBreakpointTable
  /** An id for a session that no other one has had. */
  readonly nextId: () => string
  /** Listener for the messages of a session that is about to begin with these arguments. */
  readonly traffic: (id: string, args: Readonly<Record<string, unknown>>) => Traffic
  /** Live sessions at one time; default: 256. */
  readonly mostLive?: number | undefined
  readonly log: Logger
  /** Opens a session that the adapter of another one requests (mux 14). Rejects with the reason if it cannot. */
  readonly openChild: (parent: SessionRuntime, spec: ChildSpec) => Promise<OpenedChild>
}

/** All sessions of the daemon, live and ended. */
export class SessionRegistry {
  readonly ends = new SessionEnds()
  readonly #options: RegistryOptions
  readonly #sessions = new Map<string, SessionRuntime>()
  readonly #changed = new Set<() => void>()
  readonly #begun = new Set<SessionListener>()
  /** A child that starts a process of its own runs the same command as its parent. */
  readonly #locations = new WeakMap<SessionRuntime, AdapterLocation>()
  readonly #remote = new WeakSet<SessionRuntime>()
  /** Those that have ended, with the timer that forgets them. */
  readonly #kept = new Map<SessionRuntime, NodeJS.Timeout>()
  readonly #daemonMark = randomUUID()
  #started = 0
  /** Sessions whose adapter is being started. */
  #starting = 0
  #lastClient = 0
  #lastAdapter = 0

  constructor(options: RegistryOptions) {
    this.#options = options
  }

  /** How many sessions have begun. */
  get started(): number {
    return this.#started
  }

  list(): readonly SessionRuntime[] {
    return [...this.#sessions.values()]
  }

  live(): readonly SessionRuntime[] {
    return this.list().filter((session) => session.view().phase !== 'ended')
  }

  find(id: string): SessionRuntime | undefined {
    return this.#sessions.get(id)
  }

  /** Whether somebody else runs the adapter of a session: it is reached at an address, or it has opened the session for such a one. */
  isRemote(runtime: SessionRuntime): boolean {
    return this.#remote.has(runtime)
  }

  liveChildren(id: string): readonly SessionRuntime[] {
    return this.live().filter(({ parentId }) => parentId === id)
  }

  #ancestorsOf(parent: SessionRuntime | undefined): readonly SessionRuntime[] {
    if (parent === undefined) return []
    return [parent, ...this.#ancestorsOf(parent.parentId === undefined ? undefined : this.find(parent.parentId))]
  }

  /** How deep this session is nested. */
  depthOf(id: string): number {
    const parent = this.find(id)?.parentId
    return parent === undefined ? 0 : 1 + this.depthOf(parent)
  }

  /** Calls back when a session has begun or ended. Returns the way to stop. */
  onChange(listener: () => void): () => void {
    // The same function may listen twice.
    const entry = () => listener()
    this.#changed.add(entry)
    return () => void this.#changed.delete(entry)
  }

  /** Calls back with each session that begins. Returns the way to stop. */
  onSession(listener: SessionListener): () => void {
    // The same function may listen twice.
    const entry: SessionListener = (runtime, place) => listener(runtime, place)
    this.#begun.add(entry)
    return () => void this.#begun.delete(entry)
  }

  /**
   * Finds and starts an adapter, and a session on it. The program does not run yet.
   * @throws ToolError ADAPTER_NOT_FOUND, ADAPTER_CRASHED, ATTACH_FAILED, LAUNCH_FAILED where too many sessions are live
   */
  async start(start: SessionStart): Promise<SessionRuntime> {
    if (start.request === 'attach') this.demandAttachable(start)
    this.#demandRoom(start)
    this.#starting += 1
    try {
      return await this.#start(start)
    } finally {
      this.#starting -= 1
    }
  }

  async #start(start: SessionStart): Promise<SessionRuntime> {
    const location = start.address === undefined ? await this.#locate(start) : undefined
    const configuration = await sessionConfiguration(start.cwd, process.env)
    const open = this.#opener(start, location)
    const adapter = await open()
    try {
      return await this.#begin(start, { location, open, adapter }, configuration)
    } catch (error) {
      // Nobody else knows of it yet.
      await adapter.end({ graceMs: 0, spare: false })
      throw error
    }
  }

  async #begin(
    start: SessionStart,
    { location, open, adapter }: StartedAdapter,
    { policies, limits, recorder, keepEndedMs }: SessionConfiguration,
  ): Promise<SessionRuntime> {
    this.#started += 1
    const isRemote = start.parent === undefined ? start.address !== undefined : this.isRemote(start.parent)
    const workspace = workspaceOfStart(start)
    const breakOn = start.breakOn ?? start.parent?.breakOn
    const kept = await this.#firstBreakpoints(workspace, start.parent)
    const about = {
      id: this.#options.nextId(),
      module: presentedModule(start.module, start.program, this.#options.adapters.modules),
      request: start.request,
      program: start.program,
      cwd: start.cwd ?? dirnameOr(start.program, homedir()),
      firstBreakpointId: this.#options.workspace.nextId,
      ...(workspace === undefined ? {} : { workspace }),
      breakpoints: [...kept, ...(await impliedBy(kept, start)), ...implicitSpecs(breakOn)],
      policies: policiesOf(policies, { ...start, isRemote }),
      limits,
    }
    const { trouble, ...files } = openFiles(this.#options, { about, workspace, recorder })
    const runtime: SessionRuntime = new SessionRuntime({
      ...about,
      breakOn,
      tests: start.tests ?? start.parent?.tests,
      ...files,
      traffic: this.#options.traffic(about.id, start.args),
      log: this.#options.log,
      nextClient: () => (this.#lastClient += 1),
      startAdapter: open,
      inputFile: start.inputFile,
      parentId: start.parent?.id,
      openChild: (spec) => this.#options.openChild(runtime, spec),
      childExited: (id, exit) => this.find(id)?.exited(exit),
      refuseAttach: (args) => this.#refuseAttach({ ...start, pathMappings: runtime.pathMappings }, args),
      ancestors: () => this.#ancestorsOf(start.parent),
      children: () => this.liveChildren(runtime.id),
      warning: location === undefined ? undefined : portWarning(start.module.definition, this.#options.machine),
    })
    if (location !== undefined) this.#locations.set(runtime, location)
    if (isRemote) this.#remote.add(runtime)
    this.#sessions.set(runtime.id, runtime)
    runtime.events.listen((event) => {
      logSession(runtime.id, event, this.#options.log)
      if (event.kind === 'ended') this.#ended(runtime, keepEndedMs)
      if (event.kind === 'breakpoint') this.#breakpointChanged(runtime, event.breakpointId, event.reason)
    })
    this.#options.log.info({ session: runtime.id, adapter: start.module.definition.id }, 'session begins')
    runtime.mapPaths(start.pathMappings ?? start.parent?.pathMappings ?? [])
    for (const text of [runtime.warning, trouble]) if (text !== undefined) sayWhenItRuns(runtime, text)
    runtime.useAdapter(adapter)
    for (const listener of this.#begun) listener(runtime, start.place)
    this.#tellChange()
    return runtime
  }

  /**
   * Refuses an attach that cannot succeed, or would stop the daemon.
   * @throws ToolError ATTACH_FAILED, PROCESS_NOT_FOUND, PERMISSION_DENIED, ALREADY_ATTACHED
   */
  demandAttachable(start: Pick<SessionStart, 'module' | 'args' | 'address' | 'pathMappings'>): void {
    const refused = this.#refuseAttach(start, start.args)
    if (refused !== undefined) throw refused
  }

  /** @throws ToolError LAUNCH_FAILED, ATTACH_FAILED where as many sessions are live as may be */
  #demandRoom({ request, module }: SessionStart): void {
    const { mostLive = MOST_LIVE } = this.#options
    if (this.live().length + this.#starting < mostLive) return
    const sessions = mostLive === 1 ? '1 session' : `${mostLive} sessions`
    const reason = `no more than ${sessions} may be live ("limits.sessions" of dapplex.jsonc); end one first`
    const type = request === 'launch' ? 'LAUNCH_FAILED' : 'ATTACH_FAILED'
    throw toolError(type, { adapter: module.definition.id, reason })
  }

  #refuseAttach(
    { module, address, pathMappings = [] }: Pick<SessionStart, 'module' | 'address' | 'pathMappings'>,
    args: Readonly<Record<string, unknown>>,
  ): ToolError | undefined {
    const sessions = this.live().map((one) => ({
      session: one.id,
      adapter: one.adapter?.pid,
      program: one.view().process?.systemProcessId,
    }))
    const machine = thisMachine(this.#options.watchdog.pid)
    return checkAttach({ module, args, address, isElsewhere: pathMappings.length > 0 }, sessions, machine)
  }

  /** The breakpoints of the workspace; for a child also those set through the tools in its parent. */
  async #firstBreakpoints(
    workspace: string | undefined,
    parent: SessionRuntime | undefined,
  ): Promise<readonly KeptSpec[]> {
    const table = this.#options.workspace
    for (const spec of table.specsFor(workspace)) {
      const now = await followed(spec)
      if (now !== undefined) table.follow(spec.id, now)
    }
    const kept = table.specsFor(workspace)
    return parent === undefined ? kept : [...kept, ...inheritedSpecs(parent.view().breakpoints, kept)]
  }

  /** Ends a session whose start failed, and forgets it. */
  async discard(runtime: SessionRuntime, why: string): Promise<void> {
    this.#forget(runtime)
    await runtime.shutDown(why)
    this.#tellChange()
  }

  async shutDown(why: string): Promise<void> {
    const sessions = this.list()
    await this.ends.end(sessions, why).finally(() => sessions.forEach(removeTests))
  }

  #forget(runtime: SessionRuntime): void {
    clearTimeout(this.#kept.get(runtime))
    this.#kept.delete(runtime)
    this.#sessions.delete(runtime.id)
    runtime.closeRecording()
    removeTests(runtime)
  }

  /** A function that starts the adapter of a session, now and at each restart. */
  #opener(start: SessionStart, location: AdapterLocation | undefined): () => Promise<RunningAdapter> {
    const { module, address, parent } = start
    const definition =
      address === undefined ? module.definition : { ...module.definition, start: { kind: 'connect' as const } }
    const cwd = folderOr(start.cwd, homedir())
    return () => {
      this.#lastAdapter += 1
      const owner = `${this.#daemonMark}-${this.#lastAdapter}`
      const { watchdog } = this.#options
      const host = parent?.adapter
      return startAdapter({ definition, location, address, cwd, env: process.env, owner, watchdog, host })
    }
  }

  async #locate(start: SessionStart): Promise<AdapterLocation | undefined> {
    const inherited = start.parent === undefined ? undefined : this.#locations.get(start.parent)
    return inherited ?? this.#options.adapters.locate(start.module, start)
  }

  /** Forgets a session that has ended: nothing more can be read of it here. Its files stay. */
  dismiss(runtime: SessionRuntime): void {
    if (runtime.view().phase !== 'ended' || this.find(runtime.id) !== runtime) return
    this.#forget(runtime)
    this.#tellChange()
  }

  #ended(runtime: SessionRuntime, keptMs: number): void {
    clearTimeout(this.#kept.get(runtime))
    this.#kept.set(runtime, setTimeout(() => this.dismiss(runtime), keptMs).unref())
    const ended = this.list().filter((session) => session.view().phase === 'ended')
    const surplus = [
      ...ended.filter(({ parentId }) => parentId === undefined).slice(0, -KEPT_ENDED),
      ...ended.filter(({ parentId }) => parentId !== undefined).slice(0, -KEPT_CHILDREN),
    ]
    for (const session of surplus) this.#forget(session)
    this.#tellChange()
  }

  /** A workspace breakpoint that a client removes in a running session is removed for later sessions too. */
  #breakpointChanged(runtime: SessionRuntime, id: number, reason: string): void {
    this.#options.workspace.seen(id)
    if (reason === 'removed' && runtime.view().phase !== 'ended') this.#options.workspace.remove(id)
  }

  #tellChange(): void {
    for (const listener of this.#changed) listener()
  }
}

const dirnameOr = (path: string | undefined, fallback: string): string =>
  path === undefined ? fallback : dirname(path)

function folderOr(path: string | undefined, fallback: string): string {
  return path !== undefined && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? path : fallback
}
