import { countIn, isJsonObject, listIn, textIn, ToolError, type JsonObject } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { evaluateDescription } from '../objects/describe-definition.js'
import { present } from '../result/present.js'
import type { Frame } from '../stop/frame.js'
import { cut } from '../text/cut.js'
import { issueObject } from '../variables/issue-object.js'
import { readChildren } from '../variables/read-children.js'
import { valueText } from '../variables/value-text.js'
import type { Variable } from '../variables/variable.js'

const MOST_FIELDS = 8
/** Of a name and of a value that a digest shows, in characters. */
export const LONGEST_NAME = 80
export const LONGEST_VALUE = 120

export interface DigestMember {
  readonly name: string
  readonly value: string
  readonly object_id?: number
}

/** What stands one level below a value. */
export interface Fields {
  readonly rows: readonly DigestMember[]
  /** Those that are not read. */
  readonly omitted: number
}

const NONE: Fields = { rows: [], omitted: 0 }

/**
 * The fields of the variables of a frame, read without running code of the program: by the adapter's listing, or where that would
 * run code, by the expression that its definition gives (`evaluation.describe.fields`). Text has none, and of a function
 * everybody knows them.
 */
export async function readFields(on: SessionCall, frame: Frame, variables: readonly Variable[]): Promise<Fields[]> {
  const asked = variables.filter((one) => one.reference > 0 && !isFamiliar(on, one))
  const told = await soonEnough(describedFields(on, frame, asked))
  const all: Fields[] = []
  let isLate = told === undefined
  for (const variable of variables) {
    const isListed = asked.includes(variable) && told?.has(variable) !== true && !isLate
    const listed = isListed ? await soonEnough(listedFields(on, variable)) : undefined
    isLate ||= isListed && listed === undefined
    all.push(told?.get(variable) ?? listed ?? NONE)
  }
  return all
}

/** Undefined where the adapter does not answer in time, or refuses: then the values themselves are shown, without what is in them. */
async function soonEnough<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof ToolError && UNREAD.has(error.type)) return undefined
    throw error
  }
}

const UNREAD: ReadonlySet<string> = new Set(['TIMEOUT', 'VARIABLES_FAILED'])

export function isFamiliar({ traits }: SessionCall, { type = '' }: Variable): boolean {
  const { familiarTypes } = traits.presentation
  return familiarTypes !== undefined && new RegExp(familiarTypes).test(type)
}

/** The rows that show a value: not what would run code to be read, nor what only groups others. */
export function valuesAmong({ traits }: SessionCall, rows: readonly Variable[]): readonly Variable[] {
  const { groupRows } = traits.presentation
  return rows.filter(({ name, isLazy }) => !isLazy && !groupRows.includes(name))
}

async function listedFields(on: SessionCall, variable: Variable): Promise<Fields> {
  const children = await readChildren(on, variable, { start: 0, count: MOST_FIELDS })
  return fieldsAmong(on, children, (row) => issueObject(on, row, 'frame'))
}

/** The fields that show a value, of the rows that an adapter has listed of it. */
export function fieldsAmong(
  on: SessionCall,
  { rows, total }: { readonly rows: readonly Variable[]; readonly total: number },
  objectOf: (row: Variable) => number | undefined = () => undefined,
): Fields {
  const shown = valuesAmong(on, rows).filter((row) => !isFamiliar(on, row))
  const fields = shown.map((row) =>
    present({ ...field(row.name, valueText(row, on.traits.presentation)), object_id: objectOf(row) }),
  )
  return { rows: fields, omitted: Math.max(0, total - rows.length) }
}

const field = (name: string, value: string) => ({
  name: cut(name, LONGEST_NAME).text,
  value: cut(value, LONGEST_VALUE).text,
})

/** In one request for all. An object that it leaves out is listed by the adapter; if it fails, none is listed. */
async function describedFields(on: SessionCall, frame: Frame, variables: readonly Variable[]) {
  const template = on.traits.evaluation.describe?.fields
  const named = variables.filter(({ evaluateName }) => evaluateName !== undefined)
  const told = new Map<Variable, Fields>()
  if (template === undefined || named.length === 0) return told
  const names = named.map(({ evaluateName }) => evaluateName).join(', ')
  const expression = template.replaceAll('{{objects}}', () => names)
  const objects = await describedObjects(on, { expression, frameId: frame.id })
  for (const [index, variable] of named.entries()) {
    const fields = objects === undefined ? NONE : fieldsIn(objects[index])
    if (fields !== undefined) told.set(variable, fields)
  }
  return told
}

async function describedObjects(on: SessionCall, asked: { readonly expression: string; readonly frameId: number }) {
  try {
    const { found } = await evaluateDescription(on, 'fields', asked)
    return isJsonObject(found) ? listIn(found, 'objects') : undefined
  } catch (error) {
    if (error instanceof ToolError && error.type === 'UNSUPPORTED') return undefined
    throw error
  }
}

function fieldsIn(described: JsonObject | undefined): Fields | undefined {
  if (described?.['fields'] === undefined) return undefined
  const rows = listIn(described, 'fields').map((one) => field(textIn(one, 'name') ?? '', textIn(one, 'value') ?? ''))
  return { rows, omitted: countIn(described, 'more') ?? 0 }
}
