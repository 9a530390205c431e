import { toolError, type AdapterDefinition, type AttachSpec } from '@dapplex/protocol'

/**
 * Writes an attach request in the adapter's argument names, as its definition says. `adapter_args` override everything.
 * @throws ToolError ATTACH_FAILED when the adapter cannot attach, or not in this way
 */
export function writeAttach(definition: AdapterDefinition, spec: AttachSpec): Record<string, unknown> {
  // An adapter that is connected to takes the address as its own, not as an argument.
  if (definition.start.kind === 'connect') return { ...definition.attach?.fixed, ...spec.adapterArgs }
  const names = definition.attach
  if (names === undefined) throw refuse(definition, `${definition.title} cannot attach; use debug_launch`)
  const written: Record<string, unknown> = {}
  const say = (name: string | undefined, value: unknown, what: string) => {
    if (value === undefined) return
    if (name === undefined) throw refuse(definition, `${definition.title} cannot attach by ${what}`)
    written[name] = value
  }
  say(names.pid, spec.pid, 'process id')
  const address: Record<string, unknown> = names.under === undefined ? written : {}
  if (names.host !== undefined && spec.host !== undefined) address[names.host] = spec.host
  if (spec.port !== undefined) {
    if (names.port === undefined) throw refuse(definition, `${definition.title} cannot attach by host and port`)
    address[names.port] = spec.port
  }
  const nested = names.under !== undefined && Object.keys(address).length > 0 ? { [names.under]: address } : {}
  return { ...names.fixed, ...written, ...nested, ...spec.adapterArgs }
}

const refuse = (definition: AdapterDefinition, reason: string): Error =>
  toolError('ATTACH_FAILED', { reason, adapter: definition.id })
