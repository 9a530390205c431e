import { isBarePath, ToolError } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { evaluateIn } from '../variables/evaluate-in.js'
import { readChildren } from '../variables/read-children.js'
import type { Variable } from '../variables/variable.js'
import type { Target } from './target.js'

/** How many rows are searched for the variable that was written. */
const MOST_ROWS = 1000

/**
 * What stands at the target now; undefined where it cannot be read without running code, or not at all. Some adapters answer
 * a write with success and change nothing: only reading shows it.
 */
export async function readBack(on: SessionCall, target: Target): Promise<Variable | undefined> {
  try {
    return target.container === undefined ? await byPath(on, target) : await byContainer(on, target.container, target)
  } catch (error) {
    if (error instanceof ToolError && error.type === 'VARIABLES_FAILED') return undefined
    throw error
  }
}

async function byContainer(on: SessionCall, reference: number, { name }: Target): Promise<Variable | undefined> {
  const { rows } = await readChildren(on, { reference }, { start: 0, count: MOST_ROWS })
  const found = rows.find((row) => row.name === name)
  return found?.isLazy === true ? undefined : found
}

async function byPath(on: SessionCall, { expression, frameId }: Target): Promise<Variable | undefined> {
  if (expression === undefined || !isBarePath(expression, on.traits.presentation.names)) return undefined
  const frame = frameId === undefined ? {} : { frameId }
  const evaluated = await evaluateIn(on, { expression, context: 'watch', ...frame })
  return evaluated.kind === 'value' ? evaluated.value : undefined
}

/** Adapters cut longer values, so that equal texts say nothing. */
const LONGEST = 1000

/**
 * Whether a write was lost: the old value is still there, although the adapter has told another one, and the caller wanted
 * another one.
 */
export function isLost(write: {
  readonly before: string | undefined
  readonly wanted: string
  readonly told: string
  readonly now: string | undefined
}): boolean {
  const { before, wanted, told, now } = write
  if (before === undefined || now !== before || now.length > LONGEST) return false
  return bare(told) !== bare(now) && bare(wanted) !== bare(now)
}

/** Without the quotes and the spelling in which adapters differ. */
function bare(text: string): string {
  const unquoted = text.trim().replace(/^(["'`])(.*)\1$/s, '$2')
  return unquoted !== '' && Number.isFinite(Number(unquoted)) ? String(Number(unquoted)) : unquoted.toLowerCase()
}
