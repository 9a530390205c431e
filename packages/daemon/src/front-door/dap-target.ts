import { toolError, type AdapterModule } from '@dapplex/protocol'
import { takeAddress, type StartArguments } from '../adapters/arguments/dapplex-arguments.js'
import { adapterNamed } from '../adapters/infer/infer-adapter.js'
import type { SharedState } from '../surface/shared-state.js'
import { readMappings } from '../paths/read-mappings.js'
import { sessionNamed } from '../session/registry/session-named.js'
import type { SessionStart } from '../session/registry/session-registry.js'
import type { SessionRuntime } from '../session/runtime/session-runtime.js'

/** What a DAP connection has told the daemon before it has a session (`dapplex_hello`). */
export interface Hello {
  readonly adapter?: string
  readonly session?: string
  readonly name?: string
  /** Its working folder: the workspace, unless the launch names another one. */
  readonly cwd?: string
}

/** The target of a connection: a running session, or an adapter to start. */
export type DapTarget =
  | { readonly kind: 'session'; readonly runtime: SessionRuntime }
  | { readonly kind: 'adapter'; readonly module: AdapterModule }

/**
 * The target if it is known at `initialize` (mux 9); undefined when launch or attach has to name it. An adapter that is
 * named in those arguments, or needs an address from them, cannot start earlier.
 * @throws ToolError SESSION_NOT_FOUND, ADAPTER_NOT_FOUND for a name that `dapplex dap` was given
 */
export function targetAtInitialize(shared: SharedState, hello: Hello, adapterId: unknown): DapTarget | undefined {
  if (hello.session !== undefined) return { kind: 'session', runtime: sessionNamed(shared.registry, hello.session) }
  const { adapters } = shared
  const named = typeof adapterId === 'string' ? adapterNamed(adapters.modules, adapterId) : undefined
  const module = hello.adapter === undefined ? named : adapters.named(hello.adapter)
  return module === undefined || needsArguments(module) ? undefined : { kind: 'adapter', module }
}

/**
 * The target at launch or attach: `dapplexSession`, `dapplexAdapter`, `type`, the hello, or the program.
 * @throws ToolError SESSION_NOT_FOUND, ADAPTER_NOT_FOUND, INVALID_PARAMETER
 */
export async function targetAtStart(
  shared: SharedState,
  hello: Hello & { readonly adapterId: unknown },
  args: Readonly<Record<string, unknown>>,
): Promise<DapTarget> {
  const session = textOf(args['dapplexSession']) ?? hello.session
  if (session !== undefined) return { kind: 'session', runtime: sessionNamed(shared.registry, session) }
  const { adapters } = shared
  const named = textOf(args['dapplexAdapter']) ?? hello.adapter
  if (named !== undefined) return { kind: 'adapter', module: adapters.named(named) }
  for (const type of [args['type'], hello.adapterId]) {
    const module = typeof type === 'string' ? adapterNamed(adapters.modules, type) : undefined
    if (module !== undefined) return { kind: 'adapter', module }
  }
  const program = textOf(args['program'])
  if (program !== undefined) {
    const module = await adapters.forProgram(program, { args, cwd: textOf(args['cwd']) })
    return { kind: 'adapter', module }
  }
  const allowed = adapters.modules.map(({ definition }) => definition.id)
  const message = 'Which adapter? Give dapplexAdapter, a type that dapplex knows, or dapplexSession to join a session'
  throw toolError('INVALID_PARAMETER', { field: 'dapplexAdapter', parameter: 'dapplexAdapter', allowed }, message)
}

/** The start of a session for an editor's launch or attach. Before either has arrived (`args` empty), it counts as a launch. */
export function sessionStart(
  { module, cwd }: { readonly module: AdapterModule; readonly cwd: string | undefined },
  { command, args }: StartArguments,
): SessionStart {
  return {
    module,
    request: command,
    program: textOf(args['program']),
    args,
    cwd: textOf(args['cwd']) ?? cwd,
    address: takeAddress(module, { command, args }),
    pathMappings: readMappings(args),
  }
}

function needsArguments({ definition }: AdapterModule): boolean {
  return definition.start.kind === 'connect' || definition.find.some(({ kind }) => kind === 'given')
}

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
