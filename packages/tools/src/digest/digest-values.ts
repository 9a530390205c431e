import type { SessionCall } from '../call/call.js'
import type { Activation } from '../port/digest-memory.js'
import { present } from '../result/present.js'
import type { Frame } from '../stop/frame.js'
import { cut } from '../text/cut.js'
import { issueObject } from '../variables/issue-object.js'
import { frameScopes, readScope, type FrameScope } from '../variables/frame-scopes.js'
import { hasVariables, type ScopeKind } from '../variables/scopes.js'
import type { Variable } from '../variables/variable.js'
import { isFamiliar, LONGEST_NAME, LONGEST_VALUE, valuesAmong, type DigestMember } from './fields.js'
import { shownValues, tellsType, type ShownValue } from './shown-value.js'

const MOST_VALUES = 40
/** Of a value that is kept to be compared at the next stop. */
const LONGEST_KEPT = 4_000

export interface DigestValue {
  readonly name: string
  readonly type?: string
  readonly value: string
  readonly scope?: 'argument'
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
  const { frame, withMembers } = spec
  const shown = await shownValues(on, { frame, variables: placed.map(({ variable }) => variable), withMembers })
  const keys = keysOf(placed)
  const texts = new Map(shown.map(({ text }, index) => [keys[index] ?? '', text.slice(0, LONGEST_KEPT)]))
  const before = on.session.digests.compare(spec, texts)
  const values = placed.map((one, index) => {
    const previous = before?.get(keys[index] ?? '')
    return digestValue(on, one, { shown: shown[index] ?? NOTHING, previous, isNew: before === undefined })
  })
  return { values, omitted, omittedMembers: shown.reduce((sum, one) => sum + one.omittedMembers, 0) }
}

const NOTHING: ShownValue = { text: '', members: [], omittedMembers: 0 }

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
  // A receiver of a familiar type is the global object: the function is no method.
  const own = placed.filter((one) => isReceiver(one) && !isFamiliar(on, one.variable))
  const ordered = [...placed.filter((one) => !isReceiver(one)), ...own]
  return { placed: ordered.slice(0, MOST_VALUES), omitted: omitted + Math.max(0, ordered.length - MOST_VALUES) }
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

interface Compared {
  readonly shown: ShownValue
  readonly previous: string | undefined
  /** The frame is shown for the first time. */
  readonly isNew: boolean
}

function digestValue(on: SessionCall, { variable, scope }: Placed, { shown, previous, isNew }: Compared): DigestValue {
  const { type } = variable
  const hasChanged = !isNew && previous !== shown.text.slice(0, LONGEST_KEPT)
  return present({
    name: cut(variable.name, LONGEST_NAME).text,
    type: type === undefined || tellsType(on, type, shown.text) ? undefined : cut(type, LONGEST_NAME).text,
    value: cut(shown.text, LONGEST_VALUE).text,
    scope:
      scope === 'arguments' && variable.name !== on.traits.presentation.receiver ? ('argument' as const) : undefined,
    object_id: issueObject(on, variable, 'frame'),
    changed: hasChanged ? (true as const) : undefined,
    previous: hasChanged && previous !== undefined ? cut(previous, LONGEST_VALUE).text : undefined,
    members: shown.members.length === 0 ? undefined : [...shown.members],
  })
}
