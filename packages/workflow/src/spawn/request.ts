/** A wish for a further investigation, and what became of it (workflow, "Spawning"). */
export interface SpawnRequest {
  readonly requestId: string
  /** Node of the requester: the new investigation hangs under it. */
  readonly nodeId: string
  readonly requester: string
  readonly name: string
  readonly description: string
  readonly configuration?: string
  readonly idempotencyKey?: string
  readonly createdAt: number
  readonly expiresAt?: number
  readonly status: 'pending' | 'started' | 'declined' | 'cancelled' | 'expired' | 'failed'
  readonly decidedBy?: string
  readonly spawnedNodeId?: string
  readonly sessionId?: string
}
