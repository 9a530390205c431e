import { z } from 'zod'
import { source } from './dap-shapes.js'
import { defineRequests } from './definition.js'

/** DAP: memory and machine code. */
export const memoryRequests = defineRequests({
  readMemory: {
    effect: 'read',
    flag: 'supportsReadMemoryRequest',
    params: z.object({ memoryReference: z.string(), offset: z.int().optional(), count: z.int() }),
    result: z
      .object({ address: z.string(), unreadableBytes: z.int().optional(), data: z.string().optional() })
      .optional(),
  },
  writeMemory: {
    effect: 'write',
    flag: 'supportsWriteMemoryRequest',
    params: z.object({
      memoryReference: z.string(),
      offset: z.int().optional(),
      allowPartial: z.boolean().optional(),
      data: z.string(),
    }),
    result: z.object({ offset: z.int().optional(), bytesWritten: z.int().optional() }).optional(),
  },
  disassemble: {
    effect: 'read',
    flag: 'supportsDisassembleRequest',
    params: z.object({
      memoryReference: z.string(),
      offset: z.int().optional(),
      instructionOffset: z.int().optional(),
      instructionCount: z.int(),
      resolveSymbols: z.boolean().optional(),
    }),
    result: z
      .object({
        instructions: z.array(
          z.looseObject({ address: z.string(), instruction: z.string(), location: source.optional() }),
        ),
      })
      .optional(),
  },
})
