import { toolError } from '@dapplex/protocol'
import type { SessionCall } from '../call/session-call.js'
import type { DapAnswer } from '../port/dap-session.js'
import { decodeVariable, type Variable } from '../variables/variable.js'

/** What gets a new value: a member of a container, or an expression that can be assigned to. */
export interface Target {
  readonly container?: number | undefined
  readonly name: string
  readonly expression?: string | undefined
  readonly frameId?: number | undefined
}

export type Assigned =
  | { readonly kind: 'done'; readonly value: Variable }
  | { readonly kind: 'refused'; readonly answer: Extract<DapAnswer, { readonly success: false }> }

/**
 * Gives a variable a new value: by `setVariable` where it stands in a container, else by `setExpression`.
 * @throws ToolError UNSUPPORTED where the adapter has neither for it
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
