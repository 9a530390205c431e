import { toolError, type AdapterModule } from '@dapplex/protocol'
import type { AdapterAddress } from '../supervise/running-adapter.js'

/**
 * The address of an adapter that somebody else runs, from the launch or attach arguments `dapplexHost` and `dapplexPort`;
 * undefined for an adapter that is started here.
 * @throws ToolError INVALID_PARAMETER (`dapplexPort`) when it is needed and not there
 */
export function takeAddress(
  module: AdapterModule,
  args: Readonly<Record<string, unknown>>,
): AdapterAddress | undefined {
  const { dapplexHost: host, dapplexPort: port } = args
  if (module.definition.start.kind !== 'connect' && port === undefined) return undefined
  if (typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536)
    return { host: typeof host === 'string' ? host : '127.0.0.1', port }
  const message = `${module.definition.title} needs the port that the adapter listens on: a number from 1 to 65535`
  throw toolError('INVALID_PARAMETER', { field: 'dapplexPort', parameter: 'dapplexPort', value: port }, message)
}

/** What goes upstream: without the arguments that only told the daemon where the adapter is. */
export function withoutOwnArguments(
  { definition }: AdapterModule,
  args: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const own = new Set(['dapplexHost', 'dapplexPort'])
  for (const place of definition.find) if (place.kind === 'given') own.add(place.argument)
  return Object.fromEntries(Object.entries(args).filter(([name]) => !own.has(name)))
}
