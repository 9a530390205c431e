import { isJsonObject, toolError, type AdapterModule } from '@dapplex/protocol'
import type { AdapterAddress } from '../supervise/running-adapter.js'

export interface StartArguments {
  readonly command: 'launch' | 'attach'
  readonly args: Readonly<Record<string, unknown>>
}

/**
 * The address of an adapter that somebody else runs, from the launch or attach arguments `dapplexHost` and `dapplexPort`, or
 * from the adapter's own attach arguments where the definition says that they are its address; undefined for an adapter that
 * is started here.
 * @throws ToolError INVALID_PARAMETER (`dapplexPort`) when it is needed and not there
 */
export function takeAddress(module: AdapterModule, { command, args }: StartArguments): AdapterAddress | undefined {
  const { dapplexHost: host, dapplexPort: port } = args
  if (port === undefined && command === 'attach') {
    const own = namedAddress(module, args)
    if (own !== undefined) return own
  }
  if (module.definition.start.kind !== 'connect' && port === undefined) return undefined
  if (isPort(port)) return { host: hostOf(host), port }
  const message = `${module.definition.title} needs the port that the adapter listens on: a number from 1 to 65535`
  throw toolError('INVALID_PARAMETER', { field: 'dapplexPort', parameter: 'dapplexPort', value: port }, message)
}

/**
 * Where the definition says that an attach names the adapter's own address: as VS Code's own configuration for debugpy writes it, `connect: {host, port}`,
 * the port as a number or as text.
 */
export function namedAddress({ definition }: AdapterModule, args: StartArguments['args']): AdapterAddress | undefined {
  const names = definition.attach
  if (names?.address !== 'adapter' || names.port === undefined) return undefined
  const place = names.under === undefined ? args : args[names.under]
  if (!isJsonObject(place)) return undefined
  const port = Number(place[names.port])
  return isPort(port) ? { host: hostOf(names.host === undefined ? undefined : place[names.host]), port } : undefined
}

const isPort = (port: unknown): port is number =>
  typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536

const hostOf = (host: unknown): string => (typeof host === 'string' && host !== '' ? host : '127.0.0.1')

/** What goes upstream: without the arguments that only told the daemon where the adapter is. */
export function withoutOwnArguments(
  { definition }: AdapterModule,
  args: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const own = new Set(['dapplexHost', 'dapplexPort'])
  for (const place of definition.find) if (place.kind === 'given') own.add(place.argument)
  return Object.fromEntries(Object.entries(args).filter(([name]) => !own.has(name)))
}
