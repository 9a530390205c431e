import { z } from 'zod'
import { defineRequests } from './definition.js'
import { numbered, restart } from './served-shapes.js'

const packageName = { package: z.string().optional() }
const frame = z.object({
  index: z.int(),
  function: z.string(),
  file: z.string().optional(),
  line: z.int().optional(),
  column: z.int().optional(),
})

/** The two answers of `dapplex_lispEval`: values, or the debugger that the evaluation entered. */
const lispEvalResult = z.union([
  z.object({
    debug: z.literal(true),
    thread: z.int(),
    level: z.int(),
    condition: z.object({ type: z.string(), message: z.string() }),
    restarts: z.array(restart),
    frames: z.array(frame),
  }),
  z.object({
    debug: z.literal(false).optional(),
    values: z.array(numbered),
    output: z.string(),
    package: z.string(),
  }),
])

/** dapplex, served by an adapter: a Lisp image and its debugger. */
export const lispRequests = defineRequests({
  dapplex_restarts: {
    effect: 'read',
    params: z.object({ threadId: z.int().optional() }),
    result: z.object({
      thread_id: z.int(),
      level: z.int(),
      condition: z.string(),
      condition_type: z.string(),
      restarts: z.array(restart),
    }),
  },
  dapplex_restartInvoke: {
    effect: 'move',
    params: z.object({
      threadId: z.int().optional(),
      index: z.int().optional(),
      name: z.string().optional(),
      args: z.array(z.string()).optional(),
    }),
    result: z.object({
      restart: z.object({ index: z.int(), name: z.string() }),
      waits_for_input: z.boolean(),
    }),
  },
  dapplex_frameReturn: {
    effect: 'move',
    params: z.object({
      frameId: z.int().optional(),
      threadId: z.int().optional(),
      index: z.int().optional(),
      value: z.string(),
    }),
    result: z.object({ success: z.literal(true) }),
  },
  dapplex_lispEval: {
    effect: 'evaluate',
    params: z.object({ code: z.string(), frameId: z.int().optional(), ...packageName }),
    result: lispEvalResult,
  },
  dapplex_lispCompile: {
    effect: 'evaluate',
    params: z.object({
      file: z.string().optional(),
      code: z.string().optional(),
      load: z.boolean().optional(),
      ...packageName,
    }),
    result: z.object({
      success: z.boolean(),
      loaded: z.boolean(),
      file: z.string().optional(),
      duration_ms: z.int().optional(),
      notes: z.array(
        z.object({
          severity: z.enum(['error', 'warning', 'style-warning', 'note']),
          message: z.string(),
          file: z.string().optional(),
          line: z.int().optional(),
          column: z.int().optional(),
        }),
      ),
    }),
  },
  dapplex_describe: {
    effect: 'read',
    params: z.object({ symbol: z.string(), ...packageName }),
    result: z.object({ symbol: z.string(), description: z.string() }),
  },
  dapplex_apropos: {
    effect: 'read',
    params: z.object({
      pattern: z.string(),
      external_only: z.boolean().optional(),
      limit: z.int().optional(),
      ...packageName,
    }),
    result: z.object({
      total: z.int(),
      symbols: z.array(
        z.object({ name: z.string(), kinds: z.array(z.string()), documentation: z.string().optional() }),
      ),
    }),
  },
  dapplex_trace: {
    effect: 'read',
    with: { function: 'write' },
    params: z.object({
      function: z.string().optional(),
      enabled: z.boolean().optional(),
      ...packageName,
    }),
    result: z.object({ traced: z.array(z.string()) }),
  },
  dapplex_input: {
    effect: 'input',
    params: z.object({ text: z.string().optional(), eof: z.boolean().optional() }),
    result: z.object({ success: z.literal(true), to: z.enum(['debugger', 'program']) }),
  },
})
