import { z } from 'zod'

/** Status of a node of the workflow tree; a terminal one never changes (workflow 1). */
export const nodeStatus = z.enum(['idle', 'running', 'completed', 'failed', 'cancelled'])
export const nodeKind = z.enum(['root', 'investigation', 'session'])

/** What became of a request for a further investigation (workflow 17). */
export const spawnAnswer = z.strictObject({
  requestId: z.string(),
  name: z.string(),
  description: z.string(),
  status: z.enum(['started', 'pending', 'rejected']),
  nodeId: z.string().optional().describe('The new investigation'),
  sessionId: z.string().optional().describe('The session that its launch configuration started'),
  expiresAt: z.number().optional().describe('When a pending request ends, in milliseconds since 1970'),
  reason: z.string().optional().describe('Why it was rejected: declined, cancelled, expired, or what the launch said'),
})
