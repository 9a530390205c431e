import { z } from 'zod'

export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly [keyword: string]: unknown
}

/**
 * The JSON schema of parameters or of a result, as it is exported: no `additionalProperties` (aliases are accepted, results
 * may gain fields) and no limits that only say what JSON numbers can hold.
 */
export function exportedSchema(schema: z.ZodType, direction: 'params' | 'result'): JsonSchema {
  const full = z.toJSONSchema(schema, {
    io: direction === 'params' ? 'input' : 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      delete jsonSchema.propertyNames
    },
  })
  const { $schema: _dialect, ...exported } = JSON.parse(JSON.stringify(full)) as JsonSchema
  return exported
}

/** The parameters of a tool; `required` is always there, as in the tool definitions of the seeds. */
export function paramsSchema(schema: z.ZodType): JsonSchema {
  const { type, properties, required, ...rest } = exportedSchema(schema, 'params')
  return { ...(type === undefined ? {} : { type }), properties: properties ?? {}, required: required ?? [], ...rest }
}
