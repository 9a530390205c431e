import { booleanIn, countIn, elementCountIn, type JsonObject, listIn, objectIn, textIn } from '@dapplex/protocol'

/** Something with a value: a variable, field, element or evaluated expression (DAP, "Variable"). */
export interface Variable {
  readonly name: string
  readonly value: string
  readonly type?: string
  /** `variablesReference`; 0 if it has no children. */
  readonly reference: number
  readonly named?: number
  readonly indexed?: number
  readonly evaluateName?: string
  readonly memoryReference?: string
  /** The adapter's own number of the object (`dapplexObject`). */
  readonly adapterObject?: number
  /** A list whose end leads back into it (`dapplexCircular`). */
  readonly isRing?: boolean
  readonly isReadOnly: boolean
  /** The adapter has cut its text (`dapplexTruncated`). */
  readonly isTruncated?: true
  /** It was read by code of the program, such as a getter (`dapplexRan`). */
  readonly hasRun?: true
  /** The value has not been read yet. Its only child is the value, and reading that may run code (DAP, `presentationHint.lazy`). */
  readonly isLazy: boolean
}

/** Reads one variable, or the body of `evaluate` or `setVariable`, which has the value under another key. */
export function decodeVariable(object: JsonObject, valueKey: 'value' | 'result' = 'value'): Variable {
  const hint = objectIn(object, 'presentationHint')
  const attributes: unknown = hint?.['attributes']
  return {
    name: textIn(object, 'name') ?? '',
    value: textIn(object, valueKey) ?? '',
    reference: countIn(object, 'variablesReference') ?? 0,
    isReadOnly: Array.isArray(attributes) && attributes.includes('readOnly'),
    isLazy: hint?.['lazy'] === true,
    ...optional('isTruncated', object['dapplexTruncated'] === true ? (true as const) : undefined),
    ...optional('hasRun', object['dapplexRan'] === true ? (true as const) : undefined),
    ...optional('type', nonEmpty(textIn(object, 'type'))),
    ...optional('named', countIn(object, 'namedVariables')),
    ...optional('indexed', elementCountIn(object)),
    ...optional('evaluateName', nonEmpty(textIn(object, 'evaluateName'))),
    ...optional('memoryReference', textIn(object, 'memoryReference')),
    ...optional('adapterObject', countIn(object, 'dapplexObject')),
    ...optional('isRing', booleanIn(object, 'dapplexCircular')),
  }
}

export const decodeVariables = (body: JsonObject): Variable[] =>
  listIn(body, 'variables').map((variable) => decodeVariable(variable))

const optional = <K extends string, T>(key: K, value: T | undefined): Partial<Record<K, T>> =>
  value === undefined ? {} : ({ [key]: value } as Partial<Record<K, T>>)

const nonEmpty = (text: string | undefined): string | undefined => (text === '' ? undefined : text)

/** How many children there are, if the adapter says. */
export function childCount({ named, indexed }: Pick<Variable, 'named' | 'indexed'>): number | undefined {
  return named === undefined && indexed === undefined ? undefined : (named ?? 0) + (indexed ?? 0)
}
