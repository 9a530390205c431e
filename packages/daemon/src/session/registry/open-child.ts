import { localPrincipal } from '../../access/identity.js'
import { childAddress } from '../../adapters/arguments/dapplex-arguments.js'
import type { AdapterAddress } from '../../adapters/supervise/running-adapter.js'
import type { Logger } from '../../state/logger.js'
import type { ChildSpec, OpenedChild } from '../runtime/child-spec.js'
import type { Invitation } from '../runtime/invitation.js'
import { runStart } from './run-start.js'
import type { SessionRegistry } from './session-registry.js'
import type { SessionRuntime } from '../runtime/session-runtime.js'
import { surfaceClient } from './surface-client.js'

/** Live children of one session, and how deep they nest (workflow, "Limits"). */
const CHILDREN = 32
const DEPTH = 16
/**
 * A child waits for the editors that were asked to join, so that their breakpoints are set before its first line; but not
 * longer than this for one that neither comes nor refuses.
 */
const JOIN_MS = 20_000
/** Time for the child's adapter to launch or attach, beside that. */
const START_MS = 30_000

export interface ChildHost {
  readonly registry: SessionRegistry
  readonly log: Logger
}

/**
 * Opens a child session under its parent, on its own adapter connection (mux 14): to the address that the configuration
 * names if the adapter defines one, else to the server of the parent's adapter, else to a new process.
 * @throws Error at a limit, or why the adapter cannot be reached
 */
export async function openChild(host: ChildHost, parent: SessionRuntime, spec: ChildSpec): Promise<OpenedChild> {
  const { registry } = host
  if (registry.liveChildren(parent.id).length + spec.othersOpening >= CHILDREN)
    throw new Error(`session ${parent.id} has ${CHILDREN} live child sessions already`)
  if (registry.depthOf(parent.id) >= DEPTH) throw new Error(`child sessions may be nested ${DEPTH} deep`)
  const { request, configuration } = spec
  const runtime = await registry.start({
    module: parent.module,
    request,
    program: textOf(configuration['program']) ?? parent.program,
    args: configuration,
    cwd: textOf(configuration['cwd']) ?? parent.cwd,
    address: placeOf(registry, parent, configuration),
    parent,
  })
  return { session: runtime.id, begin: (invitation) => void begin(host, { parent, runtime, spec, invitation }) }
}

/**
 * Where a child is served; undefined: by a new process. An adapter that somebody else runs leads only to its own machine: it must
 * not have the daemon connect to another service of this one, or start a process.
 */
function placeOf(
  registry: SessionRegistry,
  parent: SessionRuntime,
  configuration: ChildSpec['configuration'],
): AdapterAddress | undefined {
  const named = childAddress(parent.module, configuration)
  const own = parent.adapter?.address
  if (!registry.isRemote(parent)) return named ?? own
  if (own === undefined) throw new Error(`the adapter of session ${parent.id} has gone`)
  if (named === undefined) return own
  if ('socket' in named || 'socket' in own)
    throw new Error('an adapter that dapplex has not started may name no socket of this machine')
  return { host: own.host, port: named.port }
}

interface Beginning {
  readonly parent: SessionRuntime
  readonly runtime: SessionRuntime
  readonly spec: ChildSpec
  readonly invitation: Invitation
}

async function begin({ log }: ChildHost, { parent, runtime, spec, invitation }: Beginning): Promise<void> {
  const surface = surfaceClient(runtime, launcherOf(parent))
  let joined = 0
  const { request: command, configuration: args } = spec
  const beforeRun = async () => {
    joined = await runtime.configured.until(invitation, JOIN_MS)
    const missing = missingOf(invitation, joined)
    if (missing === undefined) return
    const text = `child session ${runtime.id} runs without the breakpoints of an editor: ${missing}`
    for (const session of [parent, runtime]) session.say(text)
  }
  try {
    await runStart(
      { runtime, surface },
      { command, args, breakpoints: [], stopAtEntry: false, beforeRun },
      {
        timeoutMs: JOIN_MS + START_MS,
      },
    )
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    log.warn({ session: runtime.id, parent: parent.id, why }, 'a child session could not begin')
    await runtime.shutDown(why)
    return
  }
  // An editor alone in the parent is alone in the child too, so that its leaving ends the program (mux 11).
  if (joined > 0 && !isFromTools(parent)) surface.leave('the editor has joined')
}

/** Why editors that were asked have not joined, for people; undefined where all have. */
function missingOf({ expected, absent }: Invitation, joined: number): string | undefined {
  const late = expected - joined
  const why = late > 0 ? [...absent, `${late} did not join within ${JOIN_MS / 1000} s`] : absent
  return why.length === 0 ? undefined : why.join('; ')
}

const isFromTools = (runtime: SessionRuntime): boolean => runtime.view().clients.some(({ kind }) => kind === 'surface')

/** The principal of the child: that of the first client in the parent session. */
const launcherOf = (parent: SessionRuntime): string => parent.view().clients[0]?.principal ?? localPrincipal()

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
