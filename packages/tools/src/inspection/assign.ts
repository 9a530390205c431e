import { toolError } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import type { DapAnswer } from '../port/dap-session.js'
import type { Target } from './target.js'
import { decodeVariable, type Variable } from '../variables/variable.js'

export type Assigned =
  | { readonly kind: 'done'; readonly value: Variable }
  | { readonly kind: 'refused'; readonly answer: Extract<DapAnswer, { readonly success: false }> }

/**
 * Assigns a value: with `setVariable` if the variable is in a container, else with `setExpression`. The core refuses a write
 * that changes nothing.
 * @throws ToolError UNSUPPORTED if the adapter supports neither for this target
 */
export async function assign(on: SessionCall, target: Target, value: string): Promise<Assigned> {
  const { container, name, expression, frameId } = target
  if (container !== undefined && on.can('supportsSetVariable', 'setVariable'))
    return outcome(await on.send('setVariable', { variablesReference: container, name, value }), name)
  if (expression !== undefined && on.can('supportsSetExpression', 'setExpression')) {
    const frame = frameId === undefined ? {} : { frameId }
    return outcome(await on.send('setExpression', { expression, value, ...frame }), name)
  }
  const capability = container === undefined ? 'supportsSetExpression' : 'supportsSetVariable'
  throw toolError('UNSUPPORTED', { capability, adapter: on.session.adapter.title })
}

function outcome(answer: DapAnswer, name: string): Assigned {
  return answer.success
    ? { kind: 'done', value: decodeVariable({ ...answer.body, name }) }
    : { kind: 'refused', answer }
}
