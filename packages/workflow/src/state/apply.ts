import type { WorkflowState } from './workflow-state.js'
import type { WorkflowRecord } from './record.js'

/** The only code that changes the state. Reading the records back gives the same state. */
export function applyRecord(state: WorkflowState, record: WorkflowRecord): void {
  state.seq = record.seq
  switch (record.type) {
    case 'node':
      state.tree.put(record.node)
      return
    case 'output':
      state.outputs.add(record.output)
      return
    case 'spawn':
      state.spawns.set(record.request.requestId, record.request)
      return
    case 'retired':
      state.tree.remove(record.nodeId)
      state.outputs.forget(record.nodeId)
      return
    case 'forgotten':
      state.spawns.delete(record.requestId)
      return
  }
}
