import { ToolError } from '@dapplex/protocol'
import { isStaleReference } from '../dap/failure.js'
import { staleObject, type FoundObject } from './find-object.js'

/**
 * Reads an object whose reference may have died although the stop is the same: its thread was resumed, where threads stop
 * one by one. The core then refuses the reference (mux 5), which the caller is told as a stale id.
 */
export async function whileAlive<T>(found: FoundObject, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ToolError && error.type === 'VARIABLES_FAILED' && (await isDead(found)))
      throw staleObject(found.on, found.entry)
    throw error
  }
}

async function isDead({ on, entry }: FoundObject): Promise<boolean> {
  if (entry.reference === 0) return false
  const answer = await on.send('variables', { variablesReference: entry.reference, start: 0, count: 1 })
  return !answer.success && isStaleReference(answer)
}
