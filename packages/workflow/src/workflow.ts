import type { RecordSink } from './state/record-writer.js'
import type { WorkflowRecord } from './state/record.js'
import { recover } from './journal/recover.js'
import { Outputs } from './tree/outputs.js'
import { Spawning } from './tree/spawning.js'
import { Nodes } from './tree/nodes.js'
import type { WorkflowOptions } from './tree/workflow-options.js'
import type { WorkflowState } from './state/workflow-state.js'

/** The workflow tree of one workspace: its parts share one state and one journal. */
export interface Workflow {
  readonly state: WorkflowState
  readonly nodes: Nodes
  readonly outputs: Outputs
  readonly spawning: Spawning
}

/**
 * Opens the tree from the records of its journal. `sink` gets every record from now on, first those of the recovery.
 * The root runs when this returns.
 */
export function openWorkflow(records: readonly WorkflowRecord[], sink: RecordSink, options: WorkflowOptions): Workflow {
  const writer = recover(records, { now: options.now(), sink, packing: options.packing })
  const nodes = new Nodes(writer, options)
  nodes.openRoot()
  return {
    state: writer.state,
    nodes,
    outputs: new Outputs(writer, options),
    spawning: new Spawning({ writer, nodes, options }),
  }
}
