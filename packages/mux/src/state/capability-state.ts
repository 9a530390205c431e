import type { DebugProtocol } from '@vscode/debugprotocol'

export type Capabilities = DebugProtocol.Capabilities

export interface CapabilityState {
  /** What the adapter has announced so far, also before its initialize response; undefined before that. */
  announced: Capabilities | undefined
}

export const createCapabilityState = (): CapabilityState => ({ announced: undefined })
