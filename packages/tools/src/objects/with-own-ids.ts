import { ToolError, toolError } from '@dapplex/protocol'
import type { ObjectEntry } from '../port/dap-session.js'

/**
 * Awaits an adapter's answer about objects. The adapter's OBJECT_NOT_FOUND names its own number of the object; this
 * replaces it with the id that the caller knows.
 */
export async function withOwnIds<T>(entries: readonly ObjectEntry[], answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof ToolError) || error.type !== 'OBJECT_NOT_FOUND') throw error
    const { object_id: number, reason } = error.wire.data
    const entry = entries.find((one) => one.adapterObject === number)
    if (entry === undefined) throw error
    const why = reason === 'released' || reason === 'stale' ? reason : 'collected'
    throw toolError('OBJECT_NOT_FOUND', { object_id: entry.id, reason: why })
  }
}
