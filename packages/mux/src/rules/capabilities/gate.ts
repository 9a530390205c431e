import { extensionRequests, type AdapterTraits } from '@dapplex/protocol'
import type { Capabilities } from '../../state/capability-state.js'
import type { CapabilityFlag } from '../../state/requests/standard.js'
import { standardRequests } from '../../state/requests/standard.js'

export interface GateKeeper {
  readonly adapterTitle: string
  readonly traits: AdapterTraits
  readonly announced: Capabilities | undefined
}

/** Whether a request may go to the adapter, and if not, the reason for its sender. */
export type Passage =
  { readonly kind: 'open' } | { readonly kind: 'closed'; readonly why: string; readonly flag?: string }

/**
 * Rule: mux 25. A request that the adapter cannot serve is held back. Measured: adapters hang for good or crash at a
 * request whose flag they did not announce, or at a command they do not know.
 */
export function passageOf(keeper: GateKeeper, command: string): Passage {
  const { traits, adapterTitle } = keeper
  const refusal = Object.hasOwn(traits.refuses, command) ? traits.refuses[command] : undefined
  if (refusal !== undefined)
    return { kind: 'closed', why: `'${command}' is not supported by ${adapterTitle}: ${refusal}` }
  if (traits.serves.includes(command)) return { kind: 'open' }
  if (extensionRequests.has(command)) return closed(keeper, command)
  const standard = standardRequests.get(command)
  if (standard === undefined) return traits.unknown === 'pass' ? { kind: 'open' } : closed(keeper, command)
  const { flag } = standard
  return flag === undefined || keeper.announced?.[flag] === true ? { kind: 'open' } : closed(keeper, command, flag)
}

const closed = (keeper: GateKeeper, command: string, flag?: CapabilityFlag): Passage => ({
  kind: 'closed',
  why: `'${command}' is not supported by ${keeper.adapterTitle}`,
  ...(flag === undefined ? {} : { flag }),
})
