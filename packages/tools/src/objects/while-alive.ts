import { ToolError } from '@dapplex/protocol'
import { isStaleReference } from '../call/dap-failure.js'
import { staleObject, type FoundObject } from './find-object.js'

/**
 * Reads an object whose reference may be stale although the stop is the same: threads stop one by one, and its thread was
 * resumed. The core then refuses the reference (mux 5), and the caller gets the error for a stale id.
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
