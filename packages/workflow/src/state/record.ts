import type { StoredOutput } from './output.js'
import type { SpawnRequest } from './spawn-request.js'
import type { WorkflowNode } from './node.js'

/** One line of the journal: everything that the tree is made of (workflow 38). `seq` counts without gaps. */
export type WorkflowRecord = { readonly seq: number; readonly at: number } & WorkflowRecordBody

export type WorkflowRecordBody =
  | { readonly type: 'node'; readonly node: WorkflowNode }
  | { readonly type: 'output'; readonly output: StoredOutput }
  | { readonly type: 'spawn'; readonly request: SpawnRequest }
  | { readonly type: 'retired'; readonly nodeId: string }
  /** A request that was decided long ago was removed. */
  | { readonly type: 'forgotten'; readonly requestId: string }

/** Whether it must be on disk before the caller gets an answer. */
export const isDurable = (record: WorkflowRecordBody): boolean => record.type === 'node' || record.type === 'spawn'
