import type { AdapterModule } from '@dapplex/protocol'
import { stateFolder } from '@dapplex/transport/state-folder'
import { thisMachine, type Machine } from './access/port-warning.js'
import { Admissions } from './access/admissions.js'
import { Gate } from './access/gate.js'
import { Secrets } from './access/secrets.js'
import { readOrMakeToken } from './access/token.js'
import { AdapterLookup } from './adapters/adapter-lookup.js'
import { adapterModules } from './adapters/modules.js'
import { Watchdog } from './adapters/supervise/watchdog.js'
import { loadConfig, userConfigPath } from './config/load-config.js'
import { DapConnection } from './front-door/dap-connection.js'
import { FrontDoor } from './front-door/front-door.js'
import { HttpEndpoint } from './front-door/http-endpoint.js'
import { runEndSteps } from './end-steps.js'
import { IdleWatch } from './idle-watch.js'
import { JournalFolder } from './journal/journal-folder.js'
import { RecordingFolder } from './recorder/recording-folder.js'
import { STOP_MS } from './recorder/session-recorder.js'
import { openLog } from './state/logger.js'
import { CallCounts } from './metrics/call-counts.js'
import { daemonStatus } from './metrics/daemon-status.js'
import { MetricsPage } from './metrics/metrics-page.js'
import { ObjectTable } from './session/registry/object-table.js'
import { OwnSessionTable } from './session/callers/own-sessions.js'
import { openChild } from './session/registry/open-child.js'
import { SessionRegistry } from './session/registry/session-registry.js'
import { removeDaemonState, writeDaemonState, type DaemonState } from './state/daemon-state.js'
import { takeInstanceLock } from './state/instance-lock.js'
import { tokenRefusals } from './front-door/token-refusals.js'
import { OfferedFilters } from './state/offered-filters.js'
import { processStart } from './state/process-identity.js'
import { keepSpareDescriptor } from './state/spare-descriptor.js'
import { SessionIds } from './state/session-ids.js'
import { makeStateFolders, statePaths } from './state/state-folder.js'
import { launchNamed } from './session/callers/launch-named.js'
import { Redactor } from './workflow/redactor.js'
import { spawnLimits } from './workflow/spawn-limits.js'
import { WorkflowService } from './workflow/calls/workflow-service.js'
import { breakpointFile } from './workspace/breakpoint-file.js'
import { WorkspaceBreakpointTable } from './workspace/breakpoint-table.js'

/** Time until the protocol of a connection is known. */
const FIRST_BYTES_MS = 10_000
/** Time until a DAP client on TCP has shown its token. */
const TOKEN_MS = 30_000
const CONNECTIONS = 256
const MESSAGE_BYTES = 64 * 1024 * 1024
/** An MCP client over HTTP without an open stream has no connection: it is forgotten after this time without a request. */
const MCP_IDLE_MS = 15 * 60_000
/** Clients open a broken stream again within seconds. */
const MCP_LOST_MS = 30_000
/** How long clients may take to read the last messages when the daemon ends. */
const FAREWELL_MS = 1000
/** Sessions end at the same time. An adapter that does not react is killed within five seconds. */
const SESSIONS_MS = 8000
const FILES_MS = 1000
/** Between SIGTERM and SIGKILL of the watchdog is one second. */
const WATCHDOG_MS = 3000

export interface DaemonOptions {
  /** Reported in `daemon.json` and to clients. */
  readonly version: string
  /** State folder; default: `stateFolder(process.env)`. */
  readonly home?: string
  /** TCP port on 127.0.0.1; 0 (default): any free port. */
  readonly port?: number
  /** Ends after this long without sessions and clients, in ms; default: never. */
  readonly idleExitMs?: number
  /** debug, info (default), warn, error, silent. */
  readonly logLevel?: string
  /** Time for the first bytes of a connection, in ms; default 10 s. */
  readonly firstBytesMs?: number
  /** Time for the token of a DAP client on TCP, in ms; default 30 s. */
  readonly tokenMs?: number
  /** How long an MCP client over HTTP may send nothing, in ms; default 15 minutes. */
  readonly mcpIdleMs?: number
  /** An MCP client over HTTP whose connection broke is forgotten if it does not come back for this long, in ms. */
  readonly mcpLostMs?: number
  /** How long an adapter may work for the recorder at one stop, in ms; default 200. */
  readonly recorderStopMs?: number
  /** What counts for the ports of adapters; default: what this machine is. */
  readonly machine?: Machine
  /** The adapters; default: all that come with dapplex. */
  readonly modules?: readonly AdapterModule[]
}

export interface RunningDaemon {
  readonly state: DaemonState
  /** The token that clients on TCP must send. */
  readonly token: string
  /** Ends the sessions and their programs (attached ones are detached), tells the clients, removes its files. Idempotent. */
  stop(why: string): Promise<void>
  /** Resolves once the daemon has stopped, also when it ended by itself. */
  readonly ended: Promise<void>
}

/** Another daemon already uses this state folder. */
export class DaemonRunning extends Error {
  override readonly name = 'DaemonRunning'
}

/**
 * Starts the daemon in this process. The caller handles signals.
 * @throws DaemonRunning, ConfigError, or why the port or the state folder cannot be used; it then leaves nothing behind
 */
export async function startDaemon(options: DaemonOptions): Promise<RunningDaemon> {
  keepSpareDescriptor()
  const paths = statePaths(options.home ?? stateFolder(process.env))
  makeStateFolders(paths)
  const lock = takeInstanceLock(paths.lock)
  if (lock.kind === 'held')
    throw new DaemonRunning(
      `a dapplex daemon is already running (pid ${lock.by.pid}) with ${paths.home}; use it, or stop it first`,
    )
  try {
    removeDaemonState(paths.state)
    return await openDaemon(options, { paths, release: lock.release })
  } catch (error) {
    lock.release()
    throw error
  }
}

type Place = { readonly paths: ReturnType<typeof statePaths>; readonly release: () => void }

async function openDaemon(options: DaemonOptions, { paths, release }: Place): Promise<RunningDaemon> {
  const settings = await loadConfig(userConfigPath(process.env))
  const { limits, journal, mask_secrets: maskFrom, workflow: spawning } = settings
  const token = readOrMakeToken(paths.token)
  const redactor = new Redactor(process.env, [token])
  const redact = (value: unknown) => redactor.redact(value).value
  const log = openLog(paths.log, options.logLevel ?? 'info', redact)
  const workflow = new WorkflowService({ folder: paths.journal, limits: spawnLimits(spawning), redactor, log })
  const adapters = new AdapterLookup(options.modules ?? adapterModules, process.env)
  const workspace = new WorkspaceBreakpointTable(breakpointFile(paths.breakpoints, log))
  const ids = new SessionIds(paths.lastSession, (err) =>
    log.warn({ path: paths.lastSession, err }, 'the number of the last session cannot be written'),
  )
  const filters = new OfferedFilters(paths.filters)
  const watchdog = new Watchdog()
  const stored = { mayHide: (json: string) => redactor.mayHide(json), redact }
  const isThere = (session: string) => registry.find(session) !== undefined
  const journals = new JournalFolder(paths.sessions, { secrets: stored, log, isThere })
  const recordings = {
    folder: new RecordingFolder(paths.recordings, { log, isThere, fileBytes: limits?.recording_bytes }),
    secrets: stored,
    stopMs: options.recorderStopMs ?? STOP_MS,
  }
  const registry: SessionRegistry = new SessionRegistry({
    ...(journal === 'off' ? {} : { journals, recordings }),
    adapters,
    machine: options.machine ?? thisMachine(),
    watchdog,
    workspace,
    nextId: () => ids.next(),
    mostLive: limits?.sessions,
    traffic: (id, args) => workflow.trafficOf(id, args),
    log,
    openChild: (parent, spec) => openChild({ registry, log }, parent, spec),
  })
  const objects = new ObjectTable()
  registry.onSession(({ id, events }) => events.listen(({ kind }) => kind === 'ended' && objects.endSession(id)))
  const calls = new CallCounts()
  const secrets = new Secrets(maskFrom ?? 'observers', redact)
  const shared = {
    registry,
    adapters,
    workspace,
    objects,
    own: new OwnSessionTable(),
    workflow,
    secrets,
    calls,
  }
  workflow.watch(registry, (what, caller) => launchNamed(shared, what, caller))
  const { version } = options
  const messageBytes = limits?.message_bytes ?? MESSAGE_BYTES
  const health = () => ({ status: 'ok', version, sessions: registry.live().length })
  const gate = new Gate({ localToken: token, principalFile: paths.principals, log })
  const connections = () => door.connections
  const metrics = new MetricsPage({ version, registry, calls, connections, refusedTokens: () => gate.refused })
  const http = new HttpEndpoint({
    shared,
    version,
    log,
    messageBytes,
    health,
    status: () => ({ ...daemonStatus({ version, registry, connections }) }),
    metrics: () => metrics.render(),
    stalledMs: settings.sessions?.stalled_client_ms,
    mcpIdleMs: options.mcpIdleMs ?? MCP_IDLE_MS,
    mcpLostMs: options.mcpLostMs ?? MCP_LOST_MS,
  })
  const admissions = new Admissions({ principalFile: paths.principals, check: () => gate.check() })
  const door: FrontDoor = new FrontDoor({
    port: options.port ?? settings.port ?? 0,
    socketPath: paths.socket,
    gate,
    admissions,
    connections: limits?.connections ?? CONNECTIONS,
    firstBytesMs: options.firstBytesMs ?? FIRST_BYTES_MS,
    tokenMs: options.tokenMs ?? TOKEN_MS,
    messageBytes,
    log,
    onDap: (port, ingress) =>
      new DapConnection(port, { shared, ingress, filters, refusals: tokenRefusals(paths.token), version, log }),
    onHttp: (socket, ingress) => http.accept(socket, ingress),
  })
  const port = await door.open().catch((error: unknown) => {
    door.shut()
    throw error
  })
  const started = processStart(process.pid) ?? ''
  const state: DaemonState = { pid: process.pid, started, port, socket: paths.socket, version }
  writeDaemonState(paths.state, state)
  log.info({ port, socket: paths.socket, version }, 'daemon begins')

  const end = async (why: string): Promise<void> => {
    log.info({ why }, 'daemon ends')
    idle?.stop()
    removeDaemonState(paths.state)
    door.shut()
    const steps = [
      { what: 'sessions', ms: SESSIONS_MS, run: () => registry.shutDown(why), left: () => registry.ends.left() },
      { what: 'HTTP', ms: FAREWELL_MS, run: () => http.close(why) },
      { what: 'connections', ms: 2 * FAREWELL_MS, run: () => door.closeAll(FAREWELL_MS) },
      { what: 'workflow', ms: FILES_MS, run: () => workflow.close() },
      // It ends the adapters of the sessions that were left behind.
      { what: 'watchdog', ms: WATCHDOG_MS, run: () => watchdog.close() },
      { what: 'lock', ms: FILES_MS, run: release },
    ]
    await runEndSteps(steps, log)
    log.info('daemon has ended')
    log.flush()
  }
  const ending = once(end)
  const idle = watchIdle(options.idleExitMs, { registry, door, expired: () => void ending.run('idle') })
  return { state, token, stop: (why) => ending.run(why), ended: ending.done }
}

interface Watched {
  readonly registry: SessionRegistry
  readonly door: FrontDoor
  readonly expired: () => void
}

function watchIdle(ms: number | undefined, { registry, door, expired }: Watched): IdleWatch | undefined {
  if (ms === undefined) return undefined
  const watch = new IdleWatch(ms, () => registry.live().length === 0 && door.connections === 0, expired)
  registry.onChange(() => watch.look())
  door.onChange(() => watch.look())
  watch.look()
  return watch
}

/** Runs something at most once; `done` resolves when that has ended. */
function once(action: (why: string) => Promise<void>): {
  readonly run: (why: string) => Promise<void>
  readonly done: Promise<void>
} {
  let running: Promise<void> | undefined
  let finish: () => void = () => undefined
  const done = new Promise<void>((resolve) => (finish = resolve))
  const run = (why: string) => (running ??= action(why).finally(finish))
  return { run, done }
}
