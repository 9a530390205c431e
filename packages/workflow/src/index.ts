export { InspectionCache, CACHE_LIMITS, type CacheEntry, type CacheMiss, type CacheStatus } from './cache/cache.js'
export { Epochs, type EpochMove } from './cache/epochs.js'
export { inspectionKey, isCacheKey, promptKey, type InspectionKey, type Sha256 } from './cache/key.js'
export { Memoizer, type Inspection, type Memoized, type Recalled } from './cache/memoize.js'
export { isDurable, type WorkflowRecord, type WorkflowRecordBody } from './state/record.js'
export { printRecord, readJournal, type JournalReading } from './journal/read.js'
export { recover, replay, RESTARTED } from './journal/recover.js'
export { snapshotRecords } from './journal/snapshot.js'
export type { RecordSink } from './state/record-writer.js'
export type { OutputBody, StoredOutput } from './state/output.js'
export type { NewOutput, OutputQuery, PriorOutputs } from './tree/outputs.js'
export { mayHoldSecret } from './redaction/may-hold-secret.js'
export {
  asksForSecret,
  makeRedactor,
  REDACTED,
  secretLiterals,
  type Environment,
  type Redacted,
} from './redaction/redact.js'
export { DEFAULT_SPAWN_LIMITS, type SpawnLimits } from './tree/spawn-limits.js'
export { checkName } from './tree/node-name.js'
export type { SpawnRequest } from './state/spawn-request.js'
export type { SpawnDecision, SpawnSpec } from './tree/spawning.js'
export {
  ancestorChain,
  currentNode,
  listNodes,
  visibleNode,
  type DebugPosition,
  type DebugPositions,
} from './tree/introspection.js'
export type { NodeKind, NodeOrigin, WorkflowNode } from './state/node.js'
export type { Entry, NewNode, NodeEnd } from './tree/nodes.js'
export { DEFAULT_RETENTION, type Retention } from './tree/retention.js'
export { isTerminal, type WorkflowStatus } from './state/status.js'
export type { WorkflowTree } from './state/tree.js'
export { openWorkflow, type Workflow } from './workflow.js'
export type { WorkflowOptions } from './tree/workflow-options.js'
export type { WorkflowState } from './state/workflow-state.js'
