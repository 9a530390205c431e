import type { SessionCall } from '../call/call.js'
import type { Frame } from '../stop/frame.js'
import { frameScopes, readScope, type FrameScope } from '../variables/frame-scopes.js'
import { hasVariables, type ScopeKind } from '../variables/scopes.js'
import type { Variable } from '../variables/variable.js'
import { isFamiliar, valuesAmong } from './fields.js'
import { shownValues, type ShownValue } from './shown-value.js'

const MOST_VALUES = 40
/** Of a value that is kept to be compared at the next stop. */
const LONGEST_KEPT = 4_000

export interface Placed {
  readonly variable: Variable
  readonly scope: ScopeKind
}

/** A variable of a frame with what is shown of it; `key` tells it from others of its name. */
export interface FrameValue extends Placed {
  readonly key: string
  readonly shown: ShownValue
}

const NOTHING: ShownValue = { text: '', members: [], omittedMembers: 0 }

/**
 * The arguments and then the locals of a frame; `texts`: what is compared of them, by their keys.
 * @throws ToolError VARIABLES_FAILED, TIMEOUT
 */
export async function frameValues(
  on: SessionCall,
  { frame, withMembers }: { readonly frame: Frame; readonly withMembers: boolean },
) {
  const { placed, omitted } = await variablesOf(on, await frameScopes(on, frame))
  const shown = await shownValues(on, { frame, variables: placed.map(({ variable }) => variable), withMembers })
  const keys = keysOf(placed)
  const values = placed.map((one, index): FrameValue => {
    return { ...one, key: keys[index] ?? '', shown: shown[index] ?? NOTHING }
  })
  return { values, omitted, texts: new Map(values.map((one) => [one.key, keptText(one.shown)])) }
}

export const keptText = ({ text }: ShownValue): string => text.slice(0, LONGEST_KEPT)

/** Arguments, then locals, of the scopes of a frame, without what would run code to be read. */
export async function variablesOf(on: SessionCall, all: readonly FrameScope[]) {
  const scopes = shownScopes(all.filter(hasVariables))
  const { receiver } = on.traits.presentation
  const placed: Placed[] = []
  let omitted = 0
  const pages = await Promise.all(scopes.map((scope) => readScope(on, scope, { start: 0, count: MOST_VALUES })))
  for (const [index, { rows, total }] of pages.entries()) {
    const kind = scopes[index]?.kind ?? 'locals'
    const shown = variablesAmong(on, rows)
    placed.push(...shown.map((variable) => ({ variable, scope: kind })))
    omitted += total - rows.length
  }
  const isReceiver = ({ variable, scope }: Placed) => scope !== 'arguments' && variable.name === receiver
  // A receiver of a familiar type is the global object: the function is no method.
  const own = placed.filter((one) => isReceiver(one) && !isFamiliar(on, one.variable))
  const ordered = [...placed.filter((one) => !isReceiver(one)), ...own]
  return { placed: ordered.slice(0, MOST_VALUES), omitted: omitted + Math.max(0, ordered.length - MOST_VALUES) }
}

/** The rows of a scope that are variables of the program. */
export function variablesAmong(on: SessionCall, rows: readonly Variable[]): readonly Variable[] {
  const { madeByTools } = on.traits.presentation
  return valuesAmong(on, rows).filter(({ name }) => madeByTools === undefined || !new RegExp(madeByTools).test(name))
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
