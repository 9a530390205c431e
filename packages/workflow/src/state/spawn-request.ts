/** A request for a further investigation, and its state (workflow 17). */
export interface SpawnRequest {
  readonly requestId: string
  /** Node of the requester: the new investigation hangs under it. */
  readonly nodeId: string
  readonly requester: string
  readonly name: string
  readonly description: string
  readonly configuration?: string
  /** Absolute folder whose files name the configuration. */
  readonly workspace?: string
  readonly idempotencyKey?: string
  readonly createdAt: number
  readonly expiresAt?: number
  /** `starting`: accepted, and the launch is running. */
  readonly status: 'pending' | 'starting' | 'started' | 'declined' | 'cancelled' | 'expired' | 'failed'
  readonly decidedBy?: string
  readonly reason?: string
  readonly spawnedNodeId?: string
  readonly sessionId?: string
}
