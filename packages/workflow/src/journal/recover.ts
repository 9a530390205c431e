import { isTerminal } from '../state/status.js'
import type { Packing } from '../state/packed-outputs.js'
import type { WorkflowState } from '../state/workflow-state.js'
import { emptyState } from '../state/workflow-state.js'
import { applyRecord } from '../state/apply.js'
import type { WorkflowRecord } from '../state/record.js'
import { RecordWriter, type RecordSink } from '../state/record-writer.js'

export const RESTARTED = 'daemon restarted'

/** The state after these records, as it was when the last of them was written. */
export function replay(records: readonly WorkflowRecord[], packing: Packing): WorkflowState {
  const state = emptyState(packing)
  for (const record of records) applyRecord(state, record)
  return state
}

/**
 * The state after an earlier daemon ended: its sessions have failed, its investigations can be entered again, and its open
 * requests have expired (workflow 40). The changes are records too.
 */
export function recover(
  records: readonly WorkflowRecord[],
  { now, sink, packing }: { now: number; sink: RecordSink; packing: Packing },
): RecordWriter {
  const writer = new RecordWriter(replay(records, packing), sink)
  for (const node of [...writer.state.tree.all()]) {
    if (isTerminal(node.status)) continue
    if (node.kind === 'session')
      writer.write(now, { type: 'node', node: { ...node, status: 'failed', statusMessage: RESTARTED, endedAt: now } })
    else if (node.kind === 'investigation' && node.status === 'running')
      writer.write(now, { type: 'node', node: { ...node, status: 'idle', statusMessage: RESTARTED, idleSince: now } })
  }
  for (const request of [...writer.state.spawns.values()])
    if (request.status === 'pending' || request.status === 'starting')
      writer.write(now, { type: 'spawn', request: { ...request, status: 'expired', reason: RESTARTED } })
  return writer
}
