import { parsePath, ToolError } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { readPath } from '../variables/evaluate-as-allowed.js'
import { evalFailed, type Evaluated } from '../variables/evaluate-in.js'
import { walkPath } from '../variables/resolve-path.js'
import { valueText } from '../variables/value-text.js'
import type { Variable } from '../variables/variable.js'
import type { Stack } from '../stop/read-stack.js'

/** A path, and the call of a function that it is seen from. */
export interface Watched {
  readonly expression: string
  readonly function: string
  /** How many frames are below that call: it keeps the same while others are called. */
  readonly below: number
}

/** `gone`: the call has returned, so that the path names nothing. `unreadable`: it names nothing now. */
export type Reading =
  | { readonly kind: 'value'; readonly text: string }
  | { readonly kind: 'unreadable'; readonly reason: string }
  | { readonly kind: 'gone' }

/** Of a value that is compared with itself. */
const LONGEST_VALUE = 4_000

export const heightOf = ({ frames, total }: Stack): number => Math.max(total, frames.length)

/** @param index of the frame in the stack that the expression is seen from */
export function watchedFrom(stack: Stack, index: number, expression: string): Watched {
  return { expression, function: stack.frames[index]?.name ?? '', below: heightOf(stack) - index - 1 }
}

/** Where the call stands in a stack, if it has not returned. */
export const frameIndexOf = ({ below }: Watched, stack: Stack): number => heightOf(stack) - below - 1

/** Reads the value, as seen from its own call of a function, however deep the program stands now. It runs no code of the program. */
export async function readWatched(on: SessionCall, watched: Watched, stack: Stack): Promise<Reading> {
  const frame = stack.frames[frameIndexOf(watched, stack)]
  if (frame === undefined || frame.name !== watched.function) return { kind: 'gone' }
  return readFrom(on, frame.id, watched.expression)
}

/** @throws ToolError EVAL_FAILED for text that is no path: evaluating it again and again would run code of the program */
export function demandPath(on: SessionCall, expression: string): void {
  if (parsePath(expression, on.traits.presentation.names) !== undefined) return
  throw evalFailed('syntax', expression, 'it is no path such as account.balance or items[3].price')
}

/** Reads the value as seen from a frame. */
export async function readFrom(on: SessionCall, frameId: number, expression: string): Promise<Reading> {
  const found = await variableFrom(on, frameId, expression)
  return typeof found === 'string' ? { kind: 'unreadable', reason: found } : valueOf(on, found)
}

/** What a path names in a frame, or why it names nothing. It runs no code of the program. */
export async function variableFrom(on: SessionCall, frameId: number, expression: string): Promise<Variable | string> {
  const read = await readPath(on, { expression, frameId }).catch(refused)
  if (read?.kind === 'value') return read.value
  // The adapter refuses to evaluate what it can list.
  const walked = await walkPath(on, frameId, expression)
  return walked ?? (read?.kind === 'failed' ? read.reason : 'it names nothing here')
}

/** The adapter would have to run code of the program, or refuses for another reason that it documents. */
function refused(error: unknown): Evaluated {
  if (!(error instanceof ToolError) || error.type !== 'EVAL_FAILED') throw error
  return { kind: 'failed', failure: 'refused', reason: error.message }
}

export function valueOf(on: SessionCall, variable: Variable): Reading {
  return { kind: 'value', text: valueText(variable, on.traits.presentation).slice(0, LONGEST_VALUE) }
}
