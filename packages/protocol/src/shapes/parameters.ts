import { z } from 'zod'
import { integer } from './integer.js'

/** Longest wait a caller may ask for: a day. */
const DAY_MS = 86_400_000

/** Text that is not empty; the exported schema says only `type: string`, as the seeds do. */
export const text = () =>
  z
    .string()
    .refine((value) => value !== '', { params: { allowed: 'text that is not empty' }, error: 'must not be empty' })

/** A parameter that may be any JSON, but must be there. */
export const anyJson = () =>
  z.unknown().refine((value) => value !== undefined, { params: { allowed: 'any JSON' }, error: 'must be given' })

/** SHA-256 in hexadecimal, as the keys of the cache are. */
export const cacheKey = z.string().refine((value) => /^[0-9a-f]{64}$/.test(value), {
  params: { allowed: '64 lower-case hexadecimal digits' },
  error: 'must be 64 lower-case hexadecimal digits',
})

/** Parameters that several tools have, under one description each. */
/** A session with what its program has started, or without. */
export const tree = z.boolean().default(true).describe('Also of what the program has started')
export const sessionId = z.string().min(1).optional().describe('Session (default: the chosen or only live one)')

/** Seed 001 gives name and description. */
export const threadId = integer({}, true).optional().describe('Thread ID (default: current)')

export const frameIndex = integer({ min: 0 }, true)
  .optional()
  .describe('Frame index (default: the selected frame, 0 = top at first)')

/** A stop of the past, where a tool can read one. */
export const pastStopId = integer({ min: 1 })
  .optional()
  .describe('An earlier stop, as it was recorded (stops_list); default: the program as it stands')

export const expectedStopId = integer({ min: 0 })
  .optional()
  .describe('Fail with STOP_CHANGED if another client has moved the program on from this stop')

export const timeoutMs = (byDefault: number, what = 'Longest wait for the answer') =>
  integer({ min: 1, max: DAY_MS }).default(byDefault).describe(`${what}, in milliseconds`)

export const start = integer({ min: 0 }).default(0).describe('First element to return, counted from 0')

export const count = (byDefault: number, max: number) =>
  integer({ min: 1, max }).default(byDefault).describe('Most elements to return')

export const maxValueLength = (byDefault: number) =>
  integer({ min: 16, max: 1_048_576 })
    .default(byDefault)
    .describe('Most characters of a value; a longer one is cut and marked truncated')

/** What a tool that tells a stop takes: how much of it to show, and how many bytes the result may have. */
export const digestParams = {
  detail: z
    .enum(['place', 'values', 'full'])
    .default('values')
    .describe('What a stop shows: its place; also values; or the members of values and the callers too'),
  max_bytes: integer({ min: 1000, max: 1_048_576 }).default(3000).describe('Most bytes of the result'),
}

/** Breakpoints that a launch brings along. */
export const firstBreakpoint = z.strictObject({
  file: z.string().min(1).optional(),
  line: integer({ min: 1 }).optional(),
  text: z.string().min(1).optional(),
  column: integer({ min: 1 }).optional(),
  function: z.string().min(1).optional(),
  condition: z.string().optional(),
  hit_count: z.union([z.int(), z.string()]).optional(),
  log_message: z.string().optional(),
})

/** Exceptions that stop a program without a breakpoint. */
export const breakOn = z
  .enum(['uncaught', 'all', 'none'])
  .default('uncaught')
  .describe('Exceptions that stop the program: those that nothing catches, all that are thrown, or none')
