import type { WorkflowState } from './workflow-state.js'
import { applyRecord } from './apply.js'
import type { WorkflowRecord, WorkflowRecordBody } from './record.js'

/** Where records go. The caller syncs durable ones before it answers. */
export type RecordSink = (record: WorkflowRecord) => void

/** Numbers a record, applies it and passes it on, so that the state never holds what the journal does not. */
export class RecordWriter {
  constructor(
    readonly state: WorkflowState,
    private readonly sink: RecordSink,
  ) {}

  write(at: number, body: WorkflowRecordBody): void {
    const record: WorkflowRecord = { seq: this.state.seq + 1, at, ...body }
    applyRecord(this.state, record)
    this.sink(record)
  }
}
