import { countIn, type JsonObject, objectIn, textIn } from '@dapplex/protocol'

/** One frame as the adapter gave it (DAP, "StackFrame"). */
export interface Frame {
  readonly id: number
  readonly name: string
  readonly path?: string
  readonly sourceName?: string
  readonly sourceReference?: number
  /** 1-based. Absent if the adapter says 0, which means that there is no line. */
  readonly line?: number
  readonly column?: number
  readonly moduleId?: number | string
  /** Address of its instruction, if the adapter gives one. */
  readonly instruction?: string
  readonly isExternal: boolean
  /** `dapplexAsync` of one of our adapters: whether a state machine belongs to an async method. Absent if the adapter does not say. */
  readonly isAsync?: boolean
}

export function decodeFrame(frame: JsonObject): Frame {
  const source = objectIn(frame, 'source') ?? {}
  const path = nonEmpty(textIn(source, 'path'))
  const sourceName = nonEmpty(textIn(source, 'name'))
  const reference = positive(countIn(source, 'sourceReference'))
  const line = positive(countIn(frame, 'line'))
  const column = positive(countIn(frame, 'column'))
  const moduleId = frame['moduleId']
  return {
    id: countIn(frame, 'id') ?? 0,
    name: textIn(frame, 'name') ?? '',
    ...(path === undefined ? {} : { path }),
    ...(sourceName === undefined ? {} : { sourceName }),
    ...(reference === undefined ? {} : { sourceReference: reference }),
    ...(line === undefined ? {} : { line }),
    ...(line === undefined || column === undefined ? {} : { column }),
    ...optional('instruction', nonEmpty(textIn(frame, 'instructionPointerReference'))),
    ...(typeof moduleId === 'number' || typeof moduleId === 'string' ? { moduleId } : {}),
    ...(typeof frame['dapplexAsync'] === 'boolean' ? { isAsync: frame['dapplexAsync'] } : {}),
    isExternal: isSubtle(frame, source) || (path === undefined && reference === undefined),
  }
}

/** Not the user's code: the adapter says so, or there is no source to show. */
const isSubtle = (frame: JsonObject, source: JsonObject): boolean =>
  frame['presentationHint'] === 'subtle' ||
  frame['presentationHint'] === 'label' ||
  source['presentationHint'] === 'deemphasize'

const optional = <K extends string, T>(key: K, value: T | undefined): Partial<Record<K, T>> =>
  value === undefined ? {} : ({ [key]: value } as Partial<Record<K, T>>)

const positive = (value: number | undefined): number | undefined =>
  value !== undefined && value > 0 ? value : undefined
const nonEmpty = (text: string | undefined): string | undefined => (text === '' ? undefined : text)
