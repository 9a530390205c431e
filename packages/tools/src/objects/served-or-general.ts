import { ToolError } from '@dapplex/protocol'
import type { SessionCall } from '../call/session-call.js'

/** Two ways to the same result. */
export interface Ways<T> {
  /** By the adapter's own request. */
  readonly served: () => Promise<T>
  /** By what every adapter has. */
  readonly general: () => Promise<T>
}

/** Takes the adapter's own way where it serves `command`, and the general one where it has to pass for this program. */
export async function servedOrGeneral<T>(on: SessionCall, command: string, { served, general }: Ways<T>): Promise<T> {
  if (!on.serves(command)) return general()
  try {
    return await served()
  } catch (error) {
    if (error instanceof ToolError && error.type === 'UNSUPPORTED') return general()
    throw error
  }
}
