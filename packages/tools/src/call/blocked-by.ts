import { toolError, ToolError, type EvaluationView, type SessionView } from '@dapplex/protocol'
import { cut } from '../text/cut.js'

/** The longest part of another's expression that a message shows, in characters. */
const LONGEST_SHOWN = 80

/**
 * A TIMEOUT that names the evaluation which had not ended before the request was sent: in most adapters one blocks all. Any other
 * error is given back as it is.
 * @param before the evaluation that was under way when the request was sent
 */
export function namingBlocker(
  error: unknown,
  before: EvaluationView | undefined,
  { evaluating }: SessionView,
): unknown {
  if (!(error instanceof ToolError) || error.type !== 'TIMEOUT') return error
  if (before === undefined || evaluating?.since !== before.since) return error
  const { what, timeout_ms: ms } = error.wire.data
  const { expression, by } = before
  const blockedBy = `"${cut(expression, LONGEST_SHOWN).text}", which ${by.name} evaluates, has not ended yet`
  return toolError(
    'TIMEOUT',
    { what: String(what), timeout_ms: Number(ms), blocked_by: blockedBy },
    `${error.message}: ${blockedBy}`,
  )
}
