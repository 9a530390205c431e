/** The parts of a JSON schema that describe results. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly $ref?: string
}

/** What a schema says about one field, whichever of its alternatives has it. */
export interface Field {
  readonly types: readonly string[]
  readonly values: readonly unknown[]
}

export type Definitions = Readonly<Record<string, Schema>>

/**
 * Finds a field of a result: `frames[].arguments[].name` steps into lists and objects.
 * @returns undefined where no alternative of the schema has it
 */
export function fieldAt(schema: Schema, path: string, definitions: Definitions): Field | undefined {
  let found = alternatives(schema, definitions)
  for (const step of path.replaceAll('[]', '.[]').split('.')) {
    const next = found.flatMap((one) => (step === '[]' ? one.items : one.properties?.[step]) ?? [])
    found = next.flatMap((one) => alternatives(one, definitions))
  }
  if (found.length === 0) return undefined
  return { types: found.flatMap(typesOf), values: found.flatMap(valuesOf) }
}

function alternatives(schema: Schema, definitions: Definitions): readonly Schema[] {
  const named = definitions[schema.$ref?.split('/').at(-1) ?? '']
  if (named !== undefined) return alternatives(named, definitions)
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  return [schema, ...parts.flatMap((part) => alternatives(part, definitions))]
}

const typesOf = ({ type, const: value }: Schema): readonly string[] => {
  if (type !== undefined) return typeof type === 'string' ? [type] : type
  return value === undefined ? [] : [typeof value]
}

const valuesOf = ({ enum: values, const: value }: Schema): readonly unknown[] =>
  values ?? (value === undefined ? [] : [value])
