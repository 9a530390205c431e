import type { WorkflowState } from '../state/workflow-state.js'
import type { WorkflowRecord, WorkflowRecordBody } from '../state/record.js'

/**
 * The records that create this state from nothing, numbered on from its latest: they replace a journal that has grown long,
 * and no seq is used twice (workflow 38). Nodes come in the order of their creation, parents first.
 */
export function snapshotRecords(state: WorkflowState, at: number): WorkflowRecord[] {
  const bodies: WorkflowRecordBody[] = [
    ...Array.from(state.tree.all(), (node) => ({ type: 'node', node }) as const),
    ...Array.from(state.spawns.values(), (request) => ({ type: 'spawn', request }) as const),
    ...state.outputs.all().map((output) => ({ type: 'output', output }) as const),
  ]
  return bodies.map((body, index) => ({ seq: state.seq + 1 + index, at, ...body }))
}
