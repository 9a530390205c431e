import { z } from 'zod'
import { ANNOTATIONS, defineTool } from './definition.js'
import { integer } from '../shapes/integer.js'
import { anyJson, cacheKey, text } from '../shapes/parameters.js'

const position = { group: 'workflow', session: 'none', aliases: {}, timeoutMs: 10_000, role: 'observer' } as const

const prompt = anyJson().describe('Any JSON that tells prompts apart: text, model, data')

export const cacheHash = defineTool({
  ...position,
  name: 'cache_hash',
  title: 'The key of a prompt',
  description: 'Get the cache key of a prompt: the SHA-256 of its canonical JSON (RFC 8785).',
  params: z.strictObject({ prompt }),
  result: z.strictObject({ key: z.string() }),
  errors: [],
  annotations: ANNOTATIONS.reads,
  examples: [{ why: 'before asking a model', params: { prompt: { user: 'Why is user null?', model: 'm' } } }],
})

export const cachePut = defineTool({
  ...position,
  name: 'cache_put',
  title: 'Keep an answer',
  description: "Keep the answer to a prompt for everybody: a model's reply, or anything else that was costly to get.",
  notes: 'At most an hour, in memory only; the least used goes first.',
  params: z.strictObject({
    prompt,
    value: anyJson().describe('Any JSON'),
    ttlMs: integer({ min: 1, max: 3_600_000 }).default(3_600_000).describe('How long it counts, in milliseconds'),
  }),
  result: z.strictObject({ key: z.string() }),
  errors: [],
  annotations: ANNOTATIONS.arranges,
  role: 'operator',
  examples: [{ why: 'a reply', params: { prompt: { user: 'Why is user null?' }, value: 'the retry drops it' } }],
})

export const cacheGet = defineTool({
  ...position,
  name: 'cache_get',
  title: 'A kept answer',
  description: 'Get the value that is stored under a key of cache_put or cache_hash.',
  params: z.strictObject({ key: cacheKey }),
  result: z.strictObject({
    exists: z.boolean(),
    key: z.string(),
    value: z.unknown().optional(),
    reason: z.enum(['never_stored', 'expired', 'evicted', 'invalidated']).optional(),
  }),
  errors: [],
  annotations: ANNOTATIONS.reads,
  examples: [
    { why: 'by its key', params: { key: '0262d96987abae2efab42df41b27613029fb073822f26f7146af86f143aa1792' } },
  ],
})

export const cacheInvalidate = defineTool({
  ...position,
  name: 'cache_invalidate',
  title: 'Forget answers',
  description: 'Delete the value under a key, or all cached values of a session.',
  params: z
    .strictObject({ key: cacheKey.optional(), sessionId: text().optional() })
    .refine(({ key, sessionId }) => key !== undefined || sessionId !== undefined, {
      path: ['key'],
      params: { allowed: 'given, or sessionId' },
      error: 'must be given, or sessionId',
    }),
  result: z.strictObject({ invalidated: z.int() }),
  errors: [],
  annotations: ANNOTATIONS.arranges,
  role: 'operator',
  examples: [{ why: 'all of a session', params: { sessionId: 's1' } }],
})
