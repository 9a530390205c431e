import { z } from 'zod'
import { ANNOTATIONS, defineTool } from './definition.js'
import { integer } from '../shapes/integer.js'
import { anyJson, text } from '../shapes/parameters.js'
import { sessionState } from '../shapes/rows.js'
import { nodeKind as kind, nodeStatus as status, spawnAnswer } from '../shapes/workflow-rows.js'

const position = { group: 'workflow', session: 'none', aliases: {}, timeoutMs: 10_000, role: 'observer' } as const

export const workflowEnter = defineTool({
  ...position,
  name: 'workflow_enter',
  title: 'Begin an investigation',
  description: 'Begin a new investigation and stand in it: later calls of this connection belong to it.',
  notes:
    'Without parentId it becomes a child of your node, or of the root if you have none. To work in a node that exists already, give _meta: {nodeId} with each call.',
  params: z.strictObject({
    name: text().describe('1 to 100 letters, digits, spaces, -, _ or emoji'),
    description: z.string().optional(),
    parentId: text().optional().describe('Node to hang it under (default: the own)'),
    onParentClose: z
      .enum(['cancel', 'abandon'])
      .default('cancel')
      .describe('What becomes of it when the node above ends'),
  }),
  result: z.strictObject({ nodeId: z.string() }),
  errors: ['NODE_NOT_FOUND', 'NODE_CLOSED', 'SPAWN_DEPTH_EXCEEDED'],
  annotations: ANNOTATIONS.adds,
  examples: [{ why: 'a separate bug', params: { name: 'user is null', description: 'order 7 has no user' } }],
})

export const workflowFinish = defineTool({
  ...position,
  name: 'workflow_finish',
  title: 'End an investigation',
  description: 'End an investigation with what was found. What it spawned is cancelled.',
  notes: 'You can end only your node and the nodes below it. inspect_prior_outputs reads the result.',
  leaves: 'failures',
  params: z.strictObject({
    nodeId: text().optional().describe('Investigation to end (default: the own)'),
    status: z.enum(['completed', 'failed']),
    result: z.unknown().optional().describe('What was found, any JSON'),
    message: z.string().optional().describe('One sentence for people'),
  }),
  result: z.strictObject({ nodeId: z.string(), status }),
  errors: ['NODE_NOT_FOUND', 'NODE_CLOSED'],
  annotations: ANNOTATIONS.adds,
  examples: [
    { why: 'found', params: { status: 'completed', result: { cause: 'orders.js:12', fix: 'check for null' } } },
  ],
})

export const workflowCancel = defineTool({
  ...position,
  name: 'workflow_cancel',
  title: 'Cancel an investigation',
  description: 'Cancel an investigation and what it spawned: programs that were started for it are ended.',
  params: z.strictObject({
    nodeId: text().describe('The own node, or one below it'),
    reason: z.string().optional(),
  }),
  result: z.strictObject({ nodeId: z.string(), status }),
  errors: ['NODE_NOT_FOUND', 'NODE_CLOSED'],
  annotations: ANNOTATIONS.ends,
  role: 'operator',
  timeoutMs: 20_000,
  examples: [{ why: 'not needed any more', params: { nodeId: '4f0c7e1a9b3d5c2e8f60a1b2', reason: 'found elsewhere' } }],
})

export const workflowRespond = defineTool({
  ...position,
  name: 'workflow_respond',
  title: 'Answer a spawn request',
  description: 'Accept, decline or cancel a pending request of request_spawn_workflow.',
  notes:
    'Another principal accepts or declines, the requester may cancel. Accepting needs the role that a launch needs. workflow_tree lists what is pending.',
  params: z.strictObject({
    requestId: text(),
    action: z.enum(['accept', 'decline', 'cancel']),
  }),
  result: spawnAnswer,
  errors: [
    'APPROVAL_EXPIRED',
    'NODE_NOT_FOUND',
    'NODE_CLOSED',
    'SPAWN_DEPTH_EXCEEDED',
    'SPAWN_QUOTA_EXCEEDED',
    'CONFIGURATION_NOT_FOUND',
  ],
  annotations: ANNOTATIONS.starts,
  role: 'operator',
  alsoCalled: { approval_respond: {} },
  aliases: { request_id: 'requestId', id: 'requestId' },
  valueAliases: { action: { approve: 'accept', reject: 'decline', deny: 'decline' } },
  timeoutMs: 45_000,
  examples: [{ why: 'let it run', params: { requestId: '4f0c7e1a9b3d5c2e8f60a1b2', action: 'accept' } }],
})

export const outputRecord = defineTool({
  ...position,
  name: 'output_record',
  title: 'Write down a finding',
  description: 'File something at a node of the workflow, for inspect_prior_outputs.',
  notes: 'Secrets become [REDACTED]; a text longer than 32 KiB is cut.',
  leaves: 'failures',
  params: z.strictObject({
    nodeId: text().optional().describe('Node that gets the record (default: yours)'),
    kind: text().describe('What it is, such as finding or hypothesis'),
    value: anyJson().describe('Any JSON'),
  }),
  result: z.strictObject({ seq: z.int(), nodeId: z.string() }),
  errors: ['NODE_NOT_FOUND'],
  annotations: ANNOTATIONS.adds,
  examples: [{ why: 'a finding', params: { kind: 'finding', value: 'user is null after the retry' } }],
})

export const workflowTree = defineTool({
  ...position,
  name: 'workflow_tree',
  title: 'The whole tree',
  description:
    'Get the nodes of the workflow with their states and what waits for an answer; or wait for a change of it.',
  notes:
    'With sinceVersion it answers at the first change after that version, or with the same version at the time-out.',
  leaves: 'nothing',
  waits: true,
  params: z.strictObject({
    nodeId: text().optional().describe('Only this node and what hangs below it (default: all that can be seen)'),
    sinceVersion: integer({ min: 0 }).optional().describe('Version of the tree that is known already'),
    timeoutMs: integer({ min: 1, max: 600_000 })
      .default(30_000)
      .describe('Longest wait with sinceVersion, in milliseconds'),
  }),
  result: z.strictObject({
    version: z.int(),
    position: z.string().describe('The own node'),
    nodes: z
      .array(
        z.strictObject({
          id: z.string(),
          kind,
          name: z.string(),
          description: z.string().optional(),
          status,
          statusMessage: z.string().optional(),
          parentId: z.string().optional(),
          origin: z.string(),
          createdAt: z.number(),
          endedAt: z.number().optional(),
          sessionId: z.string().optional(),
          exitCode: z.int().optional(),
          debugState: sessionState.optional(),
          stopEpoch: z.int().optional(),
        }),
      )
      .describe('Parents before children'),
    requests: z
      .array(
        z.strictObject({
          requestId: z.string(),
          nodeId: z.string().describe('Node of the requester'),
          requester: z.string(),
          name: z.string(),
          description: z.string(),
          configuration: z.string().optional(),
          workspace: z.string().optional(),
          expiresAt: z.number().optional(),
        }),
      )
      .describe('Pending: workflow_respond answers them'),
    truncated: z.literal(true).optional().describe('Only the first 5000 nodes'),
  }),
  errors: ['NODE_NOT_FOUND'],
  annotations: ANNOTATIONS.reads,
  timeoutMs: 30_000,
  examples: [{ why: 'everything', params: {} }],
})
