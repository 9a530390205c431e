import { z } from 'zod'
import { assigned, evaluated, format, source, stackFrame, variable } from './dap-shapes.js'
import { defineRequests } from './definition.js'

/** DAP: reading and changing what the program holds. */
export const inspectionRequests = defineRequests({
  threads: {
    effect: 'read',
    params: z.looseObject({}).optional(),
    result: z.object({ threads: z.array(z.looseObject({ id: z.int(), name: z.string() })) }),
  },
  stackTrace: {
    effect: 'read',
    params: z.looseObject({
      threadId: z.int(),
      startFrame: z.int().optional(),
      levels: z.int().optional(),
      format,
    }),
    result: z.object({ stackFrames: z.array(stackFrame), totalFrames: z.int().optional() }),
  },
  scopes: {
    effect: 'read',
    params: z.object({ frameId: z.int() }),
    result: z.object({
      scopes: z.array(
        z.looseObject({
          name: z.string(),
          variablesReference: z.int(),
          expensive: z.boolean(),
          source: source.optional(),
        }),
      ),
    }),
  },
  variables: {
    effect: 'read',
    params: z.object({
      variablesReference: z.int(),
      filter: z.enum(['indexed', 'named']).optional(),
      start: z.int().optional(),
      count: z.int().optional(),
      format,
    }),
    result: z.object({ variables: z.array(variable) }),
  },
  source: {
    effect: 'read',
    params: z.object({ source: source.optional(), sourceReference: z.int() }),
    result: z.object({ content: z.string(), mimeType: z.string().optional() }),
  },
  modules: {
    effect: 'read',
    flag: 'supportsModulesRequest',
    params: z.object({ startModule: z.int().optional(), moduleCount: z.int().optional() }),
    result: z.object({
      modules: z.array(z.looseObject({ id: z.union([z.int(), z.string()]), name: z.string() })),
      totalModules: z.int().optional(),
    }),
  },
  loadedSources: {
    effect: 'read',
    flag: 'supportsLoadedSourcesRequest',
    params: z.looseObject({}).optional(),
    result: z.object({ sources: z.array(source) }),
  },
  exceptionInfo: {
    effect: 'read',
    flag: 'supportsExceptionInfoRequest',
    params: z.object({ threadId: z.int() }),
    result: z.looseObject({
      exceptionId: z.string(),
      description: z.string().optional(),
      breakMode: z.string(),
      details: z.looseObject({}).optional(),
    }),
  },
  completions: {
    effect: 'read',
    flag: 'supportsCompletionsRequest',
    params: z.looseObject({
      text: z.string(),
      column: z.int(),
      line: z.int().optional(),
      frameId: z.int().optional(),
    }),
    result: z.object({ targets: z.array(z.looseObject({ label: z.string(), type: z.string().optional() })) }),
  },
  locations: {
    effect: 'read',
    params: z.object({ locationReference: z.int() }),
    result: z.looseObject({ source, line: z.int(), column: z.int().optional() }),
  },
  evaluate: {
    effect: 'evaluate',
    expression: 'expression',
    params: z.looseObject({
      expression: z.string(),
      frameId: z.int().optional(),
      context: z.string().optional(),
      source: source.optional(),
      line: z.int().optional(),
      column: z.int().optional(),
      format,
    }),
    result: evaluated,
  },
  setVariable: {
    effect: 'write',
    flag: 'supportsSetVariable',
    params: z.object({ variablesReference: z.int(), name: z.string(), value: z.string(), format }),
    result: assigned,
  },
  setExpression: {
    effect: 'write',
    flag: 'supportsSetExpression',
    params: z.object({ expression: z.string(), value: z.string(), frameId: z.int().optional(), format }),
    result: assigned,
  },
})
