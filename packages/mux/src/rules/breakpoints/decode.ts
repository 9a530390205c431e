import type { JsonObject } from '@dapplex/protocol'
import { isJsonObject } from '@dapplex/protocol'
import type { ListKind } from '../../state/program/breakpoints.js'

/** One entry of a list, before it has an id. */
export interface Entry {
  readonly place: string
  readonly raw: JsonObject
  readonly condition?: string
  readonly hitCondition?: string
  readonly logMessage?: string
}

/** What a request for breakpoints asks for. */
export interface DecodedList {
  readonly kind: ListKind
  /** In the spelling of its sender; an empty object for lists that have none. */
  readonly source: JsonObject
  readonly entries: readonly Entry[]
  readonly isForced: boolean
  readonly rest: JsonObject
}

const kinds: Readonly<Record<string, Exclude<ListKind, 'source'>>> = {
  setFunctionBreakpoints: 'function',
  setDataBreakpoints: 'data',
  setInstructionBreakpoints: 'instruction',
  setExceptionBreakpoints: 'exception',
}
/** The request that carries each kind. */
export const requestOfKind: Readonly<Record<ListKind, string>> = {
  source: 'setBreakpoints',
  function: 'setFunctionBreakpoints',
  data: 'setDataBreakpoints',
  instruction: 'setInstructionBreakpoints',
  exception: 'setExceptionBreakpoints',
}

/**
 * Reads the arguments of any of the five requests. A list member that is not an object counts as an empty entry, so
 * that answers keep their positions.
 */
export function decodeList(command: string, args: JsonObject): DecodedList {
  const kind = kinds[command] ?? 'source'
  if (kind === 'exception') return decodeExceptions(args)
  const { source, breakpoints, lines, sourceModified, ...rest } = args
  const objects = listFrom(breakpoints, lines)
  return {
    kind,
    source: isJsonObject(source) ? source : {},
    entries: objects.map((raw) => entryOf(kind, raw)),
    isForced: sourceModified === true,
    rest: { ...rest, ...(lines === undefined ? {} : { lines: true }) },
  }
}

/** `lines` is the older form of `breakpoints` (DAP, `SetBreakpointsArguments.lines`). */
function listFrom(breakpoints: unknown, lines: unknown): JsonObject[] {
  if (Array.isArray(breakpoints)) return breakpoints.map((one: unknown) => (isJsonObject(one) ? one : {}))
  return Array.isArray(lines) ? lines.map((line: unknown) => ({ line })) : []
}

export function entryOf(kind: ListKind, raw: JsonObject): Entry {
  return { place: placeOf(kind, raw), raw, ...wordsOf(raw) }
}

function placeOf(kind: ListKind, raw: JsonObject): string {
  switch (kind) {
    case 'source':
      return key([raw['line'], raw['column']])
    case 'function':
      return key([raw['name']])
    case 'data':
      return key([raw['dataId'], raw['accessType']])
    case 'instruction':
      return key([raw['instructionReference'], raw['offset']])
    case 'exception':
      return key([raw['filter'] ?? raw['filterId'] ?? raw])
  }
}

const key = (parts: readonly unknown[]): string => JSON.stringify(parts)

function wordsOf(raw: JsonObject): Pick<Entry, 'condition' | 'hitCondition' | 'logMessage'> {
  const word = (name: 'condition' | 'hitCondition' | 'logMessage') => {
    const text = raw[name]
    return typeof text === 'string' && text.trim() !== '' ? { [name]: text } : {}
  }
  return { ...word('condition'), ...word('hitCondition'), ...word('logMessage') }
}

/** Filters become `{filter}`, filter options keep their `{filterId, condition}`, exception options their `{path, breakMode}`. */
function decodeExceptions(args: JsonObject): DecodedList {
  const { filters, filterOptions, exceptionOptions, ...rest } = args
  const plain = Array.isArray(filters) ? filters.map((filter: unknown) => ({ filter })) : []
  const raws: JsonObject[] = [...plain, ...objectsOf(filterOptions), ...objectsOf(exceptionOptions)]
  return {
    kind: 'exception',
    source: {},
    entries: raws.map((raw) => entryOf('exception', raw)),
    isForced: false,
    rest: {
      ...rest,
      ...(filterOptions === undefined ? {} : { filterOptions: true }),
      ...(exceptionOptions === undefined ? {} : { exceptionOptions: true }),
    },
  }
}

const objectsOf = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : [])
