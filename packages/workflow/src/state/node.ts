import type { WorkflowStatus } from './status.js'

export type NodeKind = 'root' | 'investigation' | 'session'

/** How a node came to be, and what its parent's end means for it. */
export type NodeOrigin = 'daemon' | 'entered' | 'connection' | 'spawned' | 'launched' | 'child-session'

/** One node of the tree (workflow 1); times in milliseconds since the epoch. */
export interface WorkflowNode {
  readonly id: string
  readonly kind: NodeKind
  readonly name: string
  readonly description?: string
  readonly status: WorkflowStatus
  readonly statusMessage?: string
  readonly parentId?: string
  readonly createdAt: number
  readonly endedAt?: number
  /** Since when no connection is in it, while it is `idle`. */
  readonly idleSince?: number
  readonly origin: NodeOrigin
  readonly sessionId?: string
  /** What `workflow_finish` was given. */
  readonly result?: unknown
  /** Exit code of a session's program: data, never a reason for `failed`. */
  readonly exitCode?: number
  readonly onParentClose: 'cancel' | 'abandon'
}
