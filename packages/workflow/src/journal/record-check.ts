import { isJsonObject } from '@dapplex/protocol'
import { isStatus } from '../state/status.js'
import type { WorkflowRecord } from '../state/record.js'

/**
 * Tells the records of a journal from lines that only look like some: what the tree does with a record relies on its ids, and on
 * parents that are there before their children. A damaged file must not keep the daemon from starting, nor lead it in a circle.
 */
export class RecordCheck {
  /** The parent of each node; undefined for a root. */
  readonly #parents = new Map<string, string | undefined>()
  /** The newest, which is never removed. */
  #root: string | undefined

  /** Whether it is a record that can follow those that were asked about before. */
  follows(value: unknown): value is WorkflowRecord {
    if (!isJsonObject(value) || typeof value['seq'] !== 'number') return false
    const { type, node, output, request, nodeId, requestId } = value
    switch (type) {
      case 'node':
        return isJsonObject(node) && isStatus(node['status']) && this.#isPlaced(node['id'], node['parentId'])
      case 'output':
        return isJsonObject(output) && typeof output['nodeId'] === 'string' && isJsonObject(output['output'])
      case 'spawn':
        return isJsonObject(request) && typeof request['requestId'] === 'string'
      case 'retired':
        return typeof nodeId === 'string' && nodeId !== this.#root
      case 'forgotten':
        return typeof requestId === 'string'
      default:
        return false
    }
  }

  #isPlaced(id: unknown, parent: unknown): boolean {
    if (typeof id !== 'string' || (parent !== undefined && typeof parent !== 'string')) return false
    const isKnown = this.#parents.has(id)
    if (isKnown ? this.#parents.get(id) !== parent : parent !== undefined && !this.#parents.has(parent)) return false
    if (!isKnown && parent === undefined) this.#root = id
    this.#parents.set(id, parent)
    return true
  }
}
