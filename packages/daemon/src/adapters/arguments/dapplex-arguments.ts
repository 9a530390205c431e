import { isJsonObject, toolError, type AdapterModule } from '@dapplex/protocol'
import type { AdapterAddress } from '../supervise/running-adapter.js'

export interface StartArguments {
  readonly command: 'launch' | 'attach'
  readonly args: Readonly<Record<string, unknown>>
}

/**
 * The address of an adapter that already runs: `dapplexHost` and `dapplexPort` of the launch or attach arguments, or the
 * adapter's own attach arguments where the definition says that they are its address. Undefined for an adapter that the
 * daemon starts.
 * @throws ToolError INVALID_PARAMETER when `dapplexPort` is needed and missing
 */
export function takeAddress(module: AdapterModule, { command, args }: StartArguments): AdapterAddress | undefined {
  const { dapplexHost: host, dapplexPort: port } = args
  if (port === undefined && command === 'attach') {
    const named = namedAddress(module, args)
    if (named !== undefined) return named
  }
  if (module.definition.start.kind !== 'connect' && port === undefined) return undefined
  if (isPort(port)) return { host: hostOf(host), port }
  const message = `${module.definition.title} needs the port that the adapter listens on: a number from 1 to 65535`
  throw toolError('INVALID_PARAMETER', { field: 'dapplexPort', parameter: 'dapplexPort', value: port }, message)
}

/**
 * The adapter's address in its own attach arguments, where the definition says that they name it. VS Code's configuration for
 * debugpy writes `connect: {host, port}`, with the port as a number or as text.
 */
export function namedAddress({ definition }: AdapterModule, args: StartArguments['args']): AdapterAddress | undefined {
  const names = definition.attach
  if (names?.address !== 'adapter' || names.port === undefined) return undefined
  const place = names.under === undefined ? args : args[names.under]
  if (!isJsonObject(place)) return undefined
  const port = Number(place[names.port])
  return isPort(port) ? { host: hostOf(names.host === undefined ? undefined : place[names.host]), port } : undefined
}

/**
 * Where a child session is served: by the adapter that has asked for it, at the socket that its configuration names, where the
 * definition says that one does (mux 14).
 */
export function childAddress(module: AdapterModule, configuration: StartArguments['args']): AdapterAddress | undefined {
  const name = module.definition.attach?.childSocket
  const socket = name === undefined ? undefined : configuration[name]
  return typeof socket === 'string' ? { socket } : namedAddress(module, configuration)
}

const isPort = (port: unknown): port is number =>
  typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536

const hostOf = (host: unknown): string => (typeof host === 'string' && host !== '' ? host : '127.0.0.1')

/** The arguments for the adapter: those that only tell the daemon where the adapter is are left out. */
export function withoutDapplexArguments(
  { definition }: AdapterModule,
  args: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const dapplexOnly = new Set(['dapplexHost', 'dapplexPort'])
  for (const place of definition.find) if (place.kind === 'given') dapplexOnly.add(place.argument)
  return Object.fromEntries(Object.entries(args).filter(([name]) => !dapplexOnly.has(name)))
}
