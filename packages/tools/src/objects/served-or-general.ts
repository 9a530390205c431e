import { ToolError } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'

/** Two ways to get the same result. */
export interface Ways<T> {
  /** With the adapter's own request. */
  readonly served: () => Promise<T>
  /** With requests that every adapter has. */
  readonly general: () => Promise<T>
}

/** Uses the adapter's own request if it serves `command`. If that does not work for this program, uses the general way. */
export async function servedOrGeneral<T>(on: SessionCall, command: string, { served, general }: Ways<T>): Promise<T> {
  if (!on.serves(command)) return general()
  try {
    return await served()
  } catch (error) {
    if (error instanceof ToolError && error.type === 'UNSUPPORTED') return general()
    throw error
  }
}
