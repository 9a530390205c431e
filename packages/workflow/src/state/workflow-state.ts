import { OutputStore } from './output-store.js'
import type { Packing } from './packed-outputs.js'
import type { SpawnRequest } from './spawn-request.js'
import { WorkflowTree } from './tree.js'

/** Everything that the journal brings back. */
export interface WorkflowState {
  /** Seq of the latest record. */
  seq: number
  readonly tree: WorkflowTree
  readonly outputs: OutputStore
  readonly spawns: Map<string, SpawnRequest>
}

export const emptyState = (packing: Packing): WorkflowState => ({
  seq: 0,
  tree: new WorkflowTree(),
  outputs: new OutputStore(packing),
  spawns: new Map(),
})
