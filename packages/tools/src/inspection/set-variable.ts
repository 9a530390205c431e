import { surface } from '@dapplex/protocol'
import { invalidParameter } from '../call/invalid-parameter.js'
import type { SessionCall } from '../call/call.js'
import { implement } from '../call/tool.js'
import { failureText } from '../call/dap-failure.js'
import { present } from '../result/present.js'
import { findFrame } from '../stop/find-frame.js'
import { resolvePath } from '../variables/resolve-path.js'
import { valueText } from '../variables/value-text.js'
import { assign } from './assign.js'
import { evalFailed } from '../variables/evaluate-in.js'
import { failureKind } from '../variables/evaluate-in.js'
import { literal } from './literal.js'
import type { Target } from './target.js'

export const setVariable = implement(surface.set_variable, async (params, call) => {
  const { name, expression } = params
  if ((name === undefined) === (expression === undefined)) {
    const says = 'Give name, or expression'
    throw invalidParameter({ field: 'name', says, allowed: 'name, or expression' })
  }
  const on = call.on(params.session_id)
  const { frame } = await findFrame(on, params)
  const { target, type } = await targetOf(on, frame.id, { name, expression })
  const text = literal(params.value, on.traits)
  const assigned = await assign(on, target, text)
  if (assigned.kind === 'refused') {
    const reason = failureText(assigned.answer)
    throw evalFailed(failureKind(on, reason) ?? 'refused', text, reason)
  }
  const { value } = assigned
  return present({
    success: true as const,
    name: name ?? expression ?? '',
    value: valueText(value, on.traits.presentation),
    type: value.type ?? type,
    ran_code: value.hasRun,
  })
})

async function targetOf(
  on: SessionCall,
  frameId: number,
  { name, expression }: { readonly name: string | undefined; readonly expression: string | undefined },
): Promise<{ readonly target: Target; readonly type?: string }> {
  if (name === undefined) return { target: { name: expression ?? '', expression, frameId } }
  const { variable, container } = await resolvePath(on, frameId, name)
  const { name: member, evaluateName = name } = variable
  const target = { container, name: member, expression: evaluateName, frameId }
  return { target, ...(variable.type === undefined ? {} : { type: variable.type }) }
}
