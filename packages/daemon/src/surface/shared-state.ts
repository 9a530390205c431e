import type { Secrets } from '../access/secrets.js'
import type { CallCounts } from '../metrics/call-counts.js'
import type { SharedSessions } from '../session/callers/caller-sessions.js'
import type { WorkflowService } from '../workflow/calls/workflow-service.js'

/** What all connections of the daemon share. */
export interface SharedState extends SharedSessions {
  readonly secrets: Secrets
  readonly calls: CallCounts
  readonly workflow: WorkflowService
}
