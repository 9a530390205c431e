import { isBarePath, ToolError } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { cut } from '../text/cut.js'
import { evalFailed, evaluateIn, type Evaluated } from './evaluate-in.js'

/** A text that the caller wants evaluated in a frame. */
interface Wanted {
  readonly expression: string
  readonly frameId: number
}

/** Whether evaluating the text only reads (surface, "Expressions"). */
export const isRead = (on: SessionCall, text: string): boolean => isBarePath(text, on.traits.presentation.names)

/**
 * Reads a bare path and runs no code that changes something, where the adapter can tell; undefined for any other expression.
 */
export async function readPath(on: SessionCall, wanted: Wanted): Promise<Evaluated | undefined> {
  if (!isRead(on, wanted.expression)) return undefined
  return evaluateIn(on, { ...wanted, context: on.traits.evaluation.hoverIsSafe ? 'hover' : 'watch' })
}

/**
 * Evaluates as the caller may (surface, "Expressions"). A bare path is read. If the adapter says that reading the path would
 * run code that changes something, such as a getter, the path counts as an expression. An expression needs the operator role;
 * where side effects are not allowed it is refused unless the adapter can tell that it has none.
 * @throws ToolError FORBIDDEN, EVAL_FAILED
 */
export async function evaluateAsAllowed(
  on: SessionCall,
  { mayChange, ...wanted }: Wanted & { readonly mayChange: boolean },
): Promise<Evaluated> {
  const read = await readPath(on, wanted).catch((error: unknown) => {
    if (mayChange && refusesCode(error)) return undefined
    throw error
  })
  if (read !== undefined && !(mayChange && read.kind === 'failed' && read.failure === 'side_effects')) return read
  const { expression } = wanted
  if (mayChange) return evaluateRunning(on, wanted, `evaluate of '${cut(expression, 80).text}'`)
  on.call.demandRole('operator', `evaluate of '${cut(expression, 80).text}'`)
  if (on.traits.evaluation.hoverIsSafe) return evaluateIn(on, { ...wanted, context: 'hover' })
  const reason = `${on.session.adapter.title} cannot tell whether it changes something, and allow_side_effects is false`
  throw evalFailed('side_effects', expression, reason)
}

/** One of dapplex's own adapters refused with the documented error: the path would run code. */
export const refusesCode = (error: unknown): boolean =>
  error instanceof ToolError && error.type === 'EVAL_FAILED' && error.wire.data['kind'] === 'side_effects'

/** Evaluates what runs code of the program. @param what the caller asked for, in the words of an error */
export function evaluateRunning(on: SessionCall, wanted: Wanted, what: string): Promise<Evaluated> {
  on.call.demandRole('operator', what)
  return evaluateIn(on, { ...wanted, context: 'repl' })
}
