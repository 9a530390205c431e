import type { JsonObject } from '@dapplex/protocol'
import { isJsonObject, listIn } from '@dapplex/protocol'
import type { Capabilities, CapabilityState } from '../../state/capability-state.js'

/** What the multiplexer serves whatever the adapter can (mux 1, 9, 11). */
export const servedCapabilities: Capabilities = {
  supportsConfigurationDoneRequest: true,
  supportsRestartRequest: true,
  supportsTerminateRequest: true,
  supportTerminateDebuggee: true,
  supportsConditionalBreakpoints: true,
  supportsHitConditionalBreakpoints: true,
  supportsLogPoints: true,
}

/** Folds what the adapter says into what it said before: its initialize response, or the body of a `capabilities` event. */
export function foldCapabilities(state: CapabilityState, more: unknown): void {
  state.announced = { ...state.announced, ...(isJsonObject(more) ? readable(more) : {}) }
}

/** Lists among the capabilities (DAP, `Capabilities`). */
const LISTS: ReadonlySet<string> = new Set([
  'exceptionBreakpointFilters',
  'completionTriggerCharacters',
  'additionalModuleColumns',
  'supportedChecksumAlgorithms',
  'breakpointModes',
])

/** Without lists that are none, and without filters that nobody could ask for: the rules rely on them. */
function readable(capabilities: JsonObject): Capabilities {
  const known = Object.entries(capabilities).filter(([key, value]) => !LISTS.has(key) || Array.isArray(value))
  return Object.fromEntries(
    known.map(([key, value]) => [key, key === 'exceptionBreakpointFilters' ? filtersIn(capabilities) : value]),
  )
}

const filtersIn = (capabilities: JsonObject): readonly JsonObject[] =>
  listIn(capabilities, 'exceptionBreakpointFilters').filter((one) => typeof one['filter'] === 'string')

/** What clients are told: the adapter's capabilities and those that the multiplexer adds. */
export function mergedCapabilities(state: CapabilityState): Capabilities {
  return { ...state.announced, ...servedCapabilities }
}

/** Capabilities that an event changes, as clients may hear them: what the multiplexer serves is never taken back. */
export function capabilityChange(change: JsonObject): Capabilities {
  return Object.fromEntries(Object.entries(readable(change)).filter(([key]) => !(key in servedCapabilities)))
}
