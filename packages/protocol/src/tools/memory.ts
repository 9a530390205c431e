import { z } from 'zod'
import { ANNOTATIONS, defineTool } from './definition.js'
import { integer } from '../shapes/integer.js'
import { frameIndex, sessionId, threadId } from '../shapes/parameters.js'

const reading = { group: 'inspection', annotations: ANNOTATIONS.reads, role: 'observer', session: 'live' } as const

/** Most bytes of one read: as hexadecimal text with its ASCII beside it well below the largest result. */
const MOST_BYTES = 65_536

export const memoryRead = defineTool({
  ...reading,
  name: 'memory_read',
  title: 'Bytes of the memory',
  description: "Read bytes of the program's memory.",
  notes:
    'address is a number (0x…), a memory reference of another result, or an expression whose value is an address. Native adapters have memory; managed languages answer UNSUPPORTED: object_inspect shows their objects. Bytes that cannot be read are counted in unreadable.',
  params: z.strictObject({
    address: z
      .string()
      .min(1)
      .describe('Address, such as 0x7ffc01a0, or an expression that gives one, such as &buffer'),
    offset: integer().default(0).describe('Bytes to add to the address; may be negative'),
    count: integer({ min: 1 }).default(64).describe(`Bytes to read, at most ${MOST_BYTES}`),
    thread_id: threadId,
    frame_index: frameIndex,
    session_id: sessionId,
  }),
  result: z.strictObject({
    address: z.string().describe('Of the first byte'),
    bytes: z.string().describe('Hexadecimal, two digits a byte'),
    count: z.int().describe('Bytes that were read'),
    text: z.string().describe('The same bytes as ASCII, with a dot for each byte that cannot be printed'),
    unreadable: z.int().optional().describe('Bytes after these that cannot be read'),
  }),
  errors: [
    'UNSUPPORTED',
    'INVALID_ADDRESS',
    'MEMORY_READ_FAILED',
    'SIZE_EXCEEDED',
    'NOT_PAUSED',
    'INVALID_FRAME',
    'TIMEOUT',
  ],
  aliases: { memory_reference: 'address', size: 'count', length: 'count' },
  timeoutMs: 10_000,
  examples: [{ why: 'the bytes behind a pointer', params: { address: 'source', count: 32 } }],
})

export const disassemble = defineTool({
  ...reading,
  name: 'disassemble',
  title: 'Machine code',
  description: 'Show the machine instructions at an address, by default where the frame stands.',
  notes: 'Native adapters have machine code; the others answer UNSUPPORTED: source_get shows their source.',
  params: z.strictObject({
    address: z
      .string()
      .min(1)
      .optional()
      .describe('Address of the first instruction, such as 0x401136 (default: that of the frame)'),
    count: integer({ min: 1, max: 1000 }).default(20).describe('Instructions to show'),
    thread_id: threadId,
    frame_index: frameIndex,
    session_id: sessionId,
  }),
  result: z.strictObject({
    instructions: z.array(
      z.strictObject({
        address: z.string(),
        instruction: z.string(),
        bytes: z.string().optional(),
        symbol: z.string().optional(),
        file: z.string().optional(),
        line: z.int().optional(),
        is_current: z.literal(true).optional(),
      }),
    ),
  }),
  errors: [
    'UNSUPPORTED',
    'INVALID_ADDRESS',
    'MEMORY_READ_FAILED',
    'NOT_PAUSED',
    'INVALID_THREAD',
    'INVALID_FRAME',
    'STACKTRACE_FAILED',
    'TIMEOUT',
  ],
  aliases: { memory_reference: 'address', instruction_count: 'count' },
  timeoutMs: 10_000,
  examples: [{ why: 'what runs next', params: { count: 5 } }],
})
