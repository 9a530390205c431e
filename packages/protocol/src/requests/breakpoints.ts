import { z } from 'zod'
import { breakpoints, condition, source } from './dap-shapes.js'
import { defineRequests } from './definition.js'

const position = z.object({ line: z.int(), column: z.int().optional(), endLine: z.int().optional() })

/** DAP: where the program stops. */
export const breakpointRequests = defineRequests({
  setBreakpoints: {
    effect: 'breakpoints',
    params: z.object({
      source,
      breakpoints: z
        .array(
          z.looseObject({
            line: z.int(),
            column: z.int().optional(),
            ...condition,
            logMessage: z.string().optional(),
          }),
        )
        .optional(),
      sourceModified: z.boolean().optional(),
    }),
    result: breakpoints,
  },
  setExceptionBreakpoints: {
    effect: 'breakpoints',
    params: z.object({
      filters: z.array(z.string()),
      filterOptions: z.array(z.looseObject({ filterId: z.string(), condition: z.string().optional() })).optional(),
      exceptionOptions: z.array(z.looseObject({ breakMode: z.string() })).optional(),
    }),
    result: breakpoints.partial().optional(),
  },
  setFunctionBreakpoints: {
    effect: 'breakpoints',
    flag: 'supportsFunctionBreakpoints',
    params: z.object({ breakpoints: z.array(z.looseObject({ name: z.string(), ...condition })) }),
    result: breakpoints,
  },
  setDataBreakpoints: {
    effect: 'breakpoints',
    flag: 'supportsDataBreakpoints',
    params: z.object({
      breakpoints: z.array(z.looseObject({ dataId: z.string(), accessType: z.string().optional(), ...condition })),
    }),
    result: breakpoints,
  },
  setInstructionBreakpoints: {
    effect: 'breakpoints',
    flag: 'supportsInstructionBreakpoints',
    params: z.object({
      breakpoints: z.array(
        z.looseObject({ instructionReference: z.string(), offset: z.int().optional(), ...condition }),
      ),
    }),
    result: breakpoints,
  },
  breakpointLocations: {
    effect: 'read',
    flag: 'supportsBreakpointLocationsRequest',
    params: position.extend({ source, endColumn: z.int().optional() }),
    result: z.object({ breakpoints: z.array(z.looseObject(position.shape)) }),
  },
  dataBreakpointInfo: {
    effect: 'read',
    flag: 'supportsDataBreakpoints',
    params: z.looseObject({
      variablesReference: z.int().optional(),
      name: z.string(),
      frameId: z.int().optional(),
    }),
    result: z.looseObject({
      dataId: z.string().nullable(),
      description: z.string(),
      accessTypes: z.array(z.string()).optional(),
      canPersist: z.boolean().optional(),
    }),
  },
})
