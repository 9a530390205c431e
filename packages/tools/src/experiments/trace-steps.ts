import type { SessionCall } from '../call/call.js'
import { variablesOf } from '../digest/frame-values.js'
import type { Frame } from '../stop/frame.js'
import { cut } from '../text/cut.js'
import { frameScopes } from '../variables/frame-scopes.js'
import { readScopes } from '../variables/scopes.js'
import { shownValues } from '../digest/shown-value.js'

/** Of a value, in characters. */
export const LONGEST_TRACED = 80

/** A variable that a line has changed; `before` is absent for one that is new. */
export interface Change {
  readonly name: string
  readonly before?: string
  readonly after: string
}

/** A line that ran, and what it changed. */
export interface Step {
  readonly line: number | undefined
  readonly changes: readonly Change[]
  /** The expression `flag` is true after it, for the first time. */
  readonly isFlagged?: true
}

/** What a debugger shows of a call that returns, beside the variables. */
const RETURNED = /^(\(return\)|return value|returned|value of )/i

export interface Locals {
  readonly values: ReadonlyMap<string, string>
  /** Names that the adapter lists as arguments. */
  readonly arguments: readonly string[]
  readonly returned?: string
}

/** The variables of a frame as text, and with `full` also which are its arguments, where that costs a request. */
export async function readLocals(on: SessionCall, frame: Frame, about: 'values' | 'full'): Promise<Locals> {
  const scopes = about === 'full' ? await frameScopes(on, frame) : await readScopes(on, frame.id)
  const { placed } = await variablesOf(on, scopes)
  const values = new Map<string, string>()
  const own: string[] = []
  let returned: string | undefined
  const variables = placed.map(({ variable }) => variable)
  const shown = await shownValues(on, { frame, variables, withMembers: false })
  for (const [index, { variable, scope }] of placed.entries()) {
    const text = cut(shown[index]?.text ?? '', LONGEST_TRACED).text
    if (RETURNED.test(variable.name)) {
      returned = text
      continue
    }
    if (!values.has(variable.name)) values.set(variable.name, text)
    if (scope === 'arguments') own.push(variable.name)
  }
  return { values, arguments: own, ...(returned === undefined ? {} : { returned }) }
}

export function changesBetween(before: Locals, after: Locals): Change[] {
  const changes: Change[] = []
  for (const [name, text] of after.values) {
    const old = before.values.get(name)
    if (old !== text) changes.push({ name, after: text, ...(old === undefined ? {} : { before: old }) })
  }
  return changes
}

export const changeText = ({ name, before, after }: Change): string =>
  before === undefined ? `${name} = ${after}` : `${name} ${before} → ${after}`
