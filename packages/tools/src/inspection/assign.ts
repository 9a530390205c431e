import { toolError } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import type { DapAnswer } from '../port/dap-session.js'
import { isLost, readBack } from './read-back.js'
import type { Target } from './target.js'
import { decodeVariable, type Variable } from '../variables/variable.js'

export type Assigned =
  | { readonly kind: 'done'; readonly value: Variable }
  | { readonly kind: 'refused'; readonly answer: Extract<DapAnswer, { readonly success: false }> }

/**
 * Assigns a value: with `setVariable` if the variable is in a container, else with `setExpression`. Then the value is read
 * back: a write that changes nothing is refused.
 * @throws ToolError UNSUPPORTED if the adapter supports neither for this target
 */
export async function assign(on: SessionCall, target: Target, value: string): Promise<Assigned> {
  const before = target.before ?? (await readBack(on, target))?.value
  const assigned = await send(on, target, value)
  if (assigned.kind === 'refused') return assigned
  const now = await readBack(on, target)
  const told = assigned.value
  if (isLost({ before, wanted: value, told: told.value, now: now?.value }))
    return { kind: 'refused', answer: lost(on, target, { told: told.value, now: now?.value ?? '' }) }
  return assigned
}

function lost(
  { session }: SessionCall,
  { name }: Target,
  { told, now }: { readonly told: string; readonly now: string },
) {
  const message = `${session.adapter.title} says that ${name} is ${told} now, but it is still ${now}: the write had no effect`
  return { success: false, message } as const
}

async function send(on: SessionCall, target: Target, value: string): Promise<Assigned> {
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
