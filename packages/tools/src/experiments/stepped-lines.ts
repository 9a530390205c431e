import { servedCatalogue, type RequestResult } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { variablesAmong } from '../digest/frame-values.js'
import { fieldsAmong } from '../digest/fields.js'
import { textWithFields } from '../digest/shown-value.js'
import { cut } from '../text/cut.js'
import { decodeVariable } from '../variables/variable.js'
import { changesBetween, LONGEST_TRACED, type Change } from './trace-steps.js'

/** Of one step over many lines, in ms: when its call is cancelled, the program goes so slowly for so long at most. */
const LONGEST_STEP_MS = 500

/** A line that a step went over, what had changed until then, and the values there. */
export interface SteppedLine {
  readonly line: number
  readonly changes: readonly Change[]
  readonly values: ReadonlyMap<string, string>
}

type Row = RequestResult<'dapplex_steppedLines'>['lines'][number]['variables'][number]

/**
 * Lets the next `next` go over many lines, where the adapter serves that (`dapplex_stepLines`).
 * @returns whether it does
 */
export async function stepLines(on: SessionCall, where: { readonly frameId: number; readonly most: number }) {
  if (!on.serves('dapplex_stepLines')) return false
  const { success } = await on.send('dapplex_stepLines', { ...where, timeoutMs: LONGEST_STEP_MS })
  return success
}

/**
 * The lines that it went over.
 * @param values the variables before them, as text; in the end those after them
 */
export async function steppedLines(on: SessionCall, values: Map<string, string>): Promise<SteppedLine[]> {
  const answer = await on.send('dapplex_steppedLines', {})
  const read = servedCatalogue.dapplex_steppedLines.result.safeParse(answer.success ? answer.body : undefined)
  const lines = read.success ? read.data.lines : []
  return lines.map(({ line, variables }) => {
    const before = { values: new Map(values), arguments: [] }
    for (const [name, text] of textsOf(on, variables)) values.set(name, text)
    const after = new Map(values)
    return { line, changes: changesBetween(before, { values: after, arguments: [] }), values: after }
  })
}

function textsOf(on: SessionCall, rows: readonly Row[]): (readonly [string, string])[] {
  const fieldsOf = new Map(rows.map((row) => [row.name, row.fields]))
  return variablesAmong(
    on,
    rows.map((row) => decodeVariable(row)),
  ).map((variable) => {
    const fields = fieldsOf.get(variable.name)
    const told = fields && fieldsAmong(on, { rows: fields.rows.map((row) => decodeVariable(row)), total: fields.total })
    return [variable.name, cut(textWithFields(on, variable, told), LONGEST_TRACED).text]
  })
}
