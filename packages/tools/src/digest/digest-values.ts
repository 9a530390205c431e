import type { SessionCall } from '../call/call.js'
import type { Activation } from '../port/digest-memory.js'
import { present } from '../result/present.js'
import type { Frame } from '../stop/frame.js'
import { cut } from '../text/cut.js'
import { collectionText } from '../variables/collection-text.js'
import { issueObject } from '../variables/issue-object.js'
import { frameScopes, readScope, type FrameScope } from '../variables/frame-scopes.js'
import { readChildren } from '../variables/read-children.js'
import { hasVariables, type ScopeKind } from '../variables/scopes.js'
import { valueText } from '../variables/value-text.js'
import type { Variable } from '../variables/variable.js'

const MOST_VALUES = 40
const MOST_MEMBERS = 10
const LONGEST_VALUE = 120
const LONGEST_NAME = 80
/** Of a value that is kept to be compared at the next stop. */
const LONGEST_KEPT = 4_000

export interface DigestMember {
  readonly name: string
  readonly value: string
  readonly object_id?: number
}

export interface DigestValue {
  readonly name: string
  readonly type?: string
  readonly value: string
  readonly scope?: 'local' | 'argument'
  readonly object_id?: number
  readonly changed?: true
  readonly previous?: string
  readonly members?: DigestMember[]
}

export interface DigestValues {
  readonly values: DigestValue[]
  readonly omitted: number
  readonly omittedMembers: number
}

/** What of a frame is shown, and with what it is compared. */
export interface ValuesSpec {
  readonly frame: Frame
  readonly stopId: number
  readonly activation: Activation
  readonly withMembers: boolean
}

export interface Placed {
  readonly variable: Variable
  readonly scope: ScopeKind
}

/**
 * The arguments and then the locals of a frame. What would run code of the program to be read (DAP, `lazy`) is left out.
 * @throws ToolError VARIABLES_FAILED, TIMEOUT
 */
export async function digestValues(on: SessionCall, spec: ValuesSpec): Promise<DigestValues> {
  const { placed, omitted } = await variablesOf(on, await frameScopes(on, spec.frame))
  const keys = keysOf(placed)
  const before = on.session.digests.compare(spec, textsOf(placed, keys))
  const values: DigestValue[] = []
  let omittedMembers = 0
  for (const [index, one] of placed.entries()) {
    const members = spec.withMembers ? await membersOf(on, one.variable) : undefined
    omittedMembers += members?.omitted ?? 0
    values.push(
      await digestValue(on, one, { previous: before?.get(keys[index] ?? ''), isNew: before === undefined, members }),
    )
  }
  return { values, omitted, omittedMembers }
}

/** Arguments, then locals, of the scopes of a frame, without what would run code to be read. */
export async function variablesOf(on: SessionCall, all: readonly FrameScope[]) {
  const scopes = shownScopes(all.filter(hasVariables))
  const { receiver, madeByTools } = on.traits.presentation
  const isMade = (name: string) => madeByTools !== undefined && new RegExp(madeByTools).test(name)
  const placed: Placed[] = []
  let omitted = 0
  for (const scope of scopes) {
    const { rows, total } = await readScope(on, scope, { start: 0, count: MOST_VALUES })
    const shown = valuesAmong(on, rows).filter(({ name }) => !isMade(name))
    placed.push(...shown.map((variable) => ({ variable, scope: scope.kind })))
    omitted += total - rows.length
  }
  const isReceiver = ({ variable, scope }: Placed) => scope !== 'arguments' && variable.name === receiver
  const ordered = [...placed.filter((one) => !isReceiver(one)), ...placed.filter(isReceiver)]
  return { placed: ordered.slice(0, MOST_VALUES), omitted: omitted + Math.max(0, ordered.length - MOST_VALUES) }
}

/** The rows that show a value: not what would run code to be read, nor what only groups others. */
function valuesAmong({ traits }: SessionCall, rows: readonly Variable[]): readonly Variable[] {
  const { groupRows } = traits.presentation
  return rows.filter(({ name, isLazy }) => !isLazy && !groupRows.includes(name))
}

/** Arguments, then locals. The top level of a file has none: then what the adapter shows instead. */
function shownScopes(scopes: readonly FrameScope[]): readonly FrameScope[] {
  const own = ['arguments', 'locals'].flatMap((kind) => scopes.filter((scope) => scope.kind === kind))
  return own.length > 0 ? own : scopes.filter(({ kind }) => kind === 'outer').slice(0, 1)
}

/** A name that stands twice, as of an inner block, is told from the first. */
function keysOf(placed: readonly Placed[]): string[] {
  const seen = new Map<string, number>()
  return placed.map(({ variable: { name } }) => {
    const times = seen.get(name) ?? 0
    seen.set(name, times + 1)
    return times === 0 ? name : `${name} ${times}`
  })
}

function textsOf(placed: readonly Placed[], keys: readonly string[]): ReadonlyMap<string, string> {
  return new Map(placed.map(({ variable }, index) => [keys[index] ?? '', variable.value.slice(0, LONGEST_KEPT)]))
}

interface Compared {
  readonly previous: string | undefined
  /** The frame is shown for the first time. */
  readonly isNew: boolean
  readonly members: { readonly rows: DigestMember[] } | undefined
}

const SCOPES: Readonly<Record<ScopeKind, DigestValue['scope']>> = {
  locals: 'local',
  arguments: 'argument',
  outer: undefined,
  other: undefined,
}

async function digestValue(on: SessionCall, { variable, scope }: Placed, { previous, isNew, members }: Compared) {
  const { presentation } = on.traits
  const hasChanged = !isNew && previous !== variable.value.slice(0, LONGEST_KEPT)
  const isReceiver = variable.name === presentation.receiver
  const before = previous === undefined ? undefined : valueText({ value: previous }, presentation)
  return present({
    name: cut(variable.name, LONGEST_NAME).text,
    type: variable.type === undefined ? undefined : cut(variable.type, LONGEST_NAME).text,
    value: cut(await collectionText(on, variable), LONGEST_VALUE).text,
    scope: isReceiver ? undefined : SCOPES[scope],
    object_id: issueObject(on, variable, 'frame'),
    changed: hasChanged ? (true as const) : undefined,
    previous: hasChanged && before !== undefined ? cut(before, LONGEST_VALUE).text : undefined,
    members: members === undefined || members.rows.length === 0 ? undefined : members.rows,
  })
}

/** One level below a value. Text has none, and of a function everybody knows them. */
async function membersOf(on: SessionCall, variable: Variable) {
  const { familiarTypes } = on.traits.presentation
  const isFamiliar = ({ type = '' }: Variable) => familiarTypes !== undefined && new RegExp(familiarTypes).test(type)
  if (variable.reference === 0 || isFamiliar(variable)) return { rows: [], omitted: 0 }
  const { rows, total } = await readChildren(on, variable, { start: 0, count: MOST_MEMBERS })
  const { presentation } = on.traits
  const shown = valuesAmong(on, rows).filter((row) => !isFamiliar(row))
  const members = shown.map((row) =>
    present({
      name: cut(row.name, LONGEST_NAME).text,
      value: cut(valueText(row, presentation), LONGEST_VALUE).text,
      object_id: issueObject(on, row, 'frame'),
    }),
  )
  return { rows: members, omitted: Math.max(0, total - rows.length) }
}
