import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import type { Captured } from '../inspector/answers.js'
import { isPrimitive } from '../inspector/capture-forms.js'
import { stringLiteral } from '../inspector/string-literal.js'
import type { Debuggee } from '../debuggee/debuggee.js'
import { captureVariable, escapedName, listFrame } from '../debuggee/frame-variables.js'
import { ShimError } from '../errors/shim-error.js'
import type { WaitingFrame } from '../debuggee/waiting-frame.js'
import { placeInMachine } from '../debuggee/waiting-frames.js'

export interface Assignment {
  /** The variable before the assignment. */
  readonly target: Dap.Variable
  /** Its declared type, if the symbols have it. */
  readonly declared: string | undefined
  readonly value: Captured
  readonly frameId: number
}

interface Converter {
  readonly path: string
  readonly type: string
}

/**
 * Stores a value in a variable of the program. netcoredbg takes the result of a call whose runtime type is the one that the
 * variable's value has now; for any other a class is compiled that converts to it.
 * Errors: EVAL_FAILED kind refused, with the reason.
 */
export async function assignVariable(debuggee: Debuggee, assignment: Assignment): Promise<void> {
  const { target, frameId } = assignment
  const waiting = debuggee.stop.waiting.get(frameId)
  if (waiting !== undefined) return assignWaiting(debuggee, { assignment, frame: waiting })
  const name = escapedName(target.evaluateName ?? target.name)
  const forms = await settingForms(debuggee, assignment)
  for (const value of forms) {
    const response = await debuggee.channel.ask('setExpression', { expression: name, value, frameId })
    debuggee.forgetValues()
    if (response?.success === true && (await holds(debuggee, assignment))) return
  }
  throw refusal(assignment)
}

/** Whether the variable now has the value. netcoredbg also answers success when nothing has changed (measured, 3.1.3). */
async function holds(debuggee: Debuggee, { target, value, frameId }: Assignment): Promise<boolean> {
  const variable = (await listFrame(debuggee, frameId)).find((one) => one.name === target.name)
  if (variable === undefined) return false
  if (value.isNull === true || variable.value === 'null') return value.isNull === true && variable.value === 'null'
  const now = await captureVariable(debuggee, { variable, frameId })
  if (now.isNull === true) return false
  const { same } = await debuggee.inspector.call<{ same: boolean }>('same', { one: value.id, other: now.id }, frameId)
  return same
}

/** A variable of a waiting method is a field of its state machine. */
async function assignWaiting(
  debuggee: Debuggee,
  { assignment, frame }: { assignment: Assignment; frame: WaitingFrame },
): Promise<void> {
  const { target, value, frameId } = assignment
  if (!frame.isWritable) throw refusal(assignment, 'the state machine of a Release build can only be read')
  const path = (await placeInMachine(debuggee, { frame, name: target.name })).split('\n')
  const name = (path.pop() ?? '').replace(/^\./, '')
  const owner =
    path.length === 0
      ? { id: frame.machine }
      : await debuggee.inspector.call<Captured>('path', { id: frame.machine, steps: path.join('\n') }, frameId)
  if (!('id' in owner)) throw refusal(assignment, 'what holds it is gone')
  const given = value.isNull === true ? { literal: 'null' } : { valueId: value.id }
  await debuggee.inspector.call('setSlot', { id: owner.id, name, ...given }, frameId)
  debuggee.forgetValues()
}

async function settingForms(debuggee: Debuggee, assignment: Assignment): Promise<readonly string[]> {
  const { target, value } = assignment
  const shown = target.type ?? ''
  if (value.isNull === true) {
    if (shown.endsWith('?')) return ['null']
    const converter = isClass(target) ? await converted(debuggee, { assignment, id: 0 }) : []
    return [`Dapplex.Box<${shown}>.Null`, ...converter]
  }
  const get = `Dapplex.Inspector.Get(${value.id})`
  const literal = literalOf(value, shown.replace(/\?$/, ''))
  // netcoredbg takes a char, a float and the value of a nullable only from a call that returns their exact type.
  const exact = value.isValueType && !isNativeInteger(value.type) ? [`Dapplex.Box<${value.type}>.Get(${value.id})`] : []
  const forms = [...(literal === undefined ? [] : [literal]), ...exact, get]
  const current = await currentType(debuggee, assignment)
  if (current === undefined || current === value.syntax) return forms
  if (value.isValueType) return [...forms, ...(await converted(debuggee, { assignment, id: value.id, current }))]
  return converted(debuggee, { assignment, id: value.id, current })
}

/** The runtime type of the current value. For null it is the declared type. */
async function currentType(debuggee: Debuggee, { target, declared, frameId }: Assignment): Promise<string | undefined> {
  if (target.value === 'null') return declared
  const captured = await captureVariable(debuggee, { variable: target, frameId }).catch(() => undefined)
  return captured?.isNull === true ? declared : captured?.syntax
}

async function converted(
  debuggee: Debuggee,
  { assignment, id, current }: { assignment: Assignment; id: number; current?: string },
): Promise<readonly string[]> {
  const target = current ?? (await currentType(debuggee, assignment))
  const inspector = debuggee.inspectorPath
  if (target === undefined || target === 'object' || target.endsWith(']') || inspector === undefined) return []
  const modules = debuggee.modules.paths()
  const made = await debuggee.compiler
    .ask<Converter>('converter', { target, modules, inspector })
    .catch(() => undefined)
  if (made === undefined) return []
  await debuggee.inspector.call('load', { path: made.path }, assignment.frameId)
  return [`${made.type}.Of(${id})`]
}

const isNativeInteger = (type: string) => /^nu?int\??$/.test(type)

const isClass = (variable: Dap.Variable) => variable.value.startsWith('{')

/** A literal that netcoredbg can read: a number, a boolean, or a text in quotes. */
function literalOf(value: Captured & { isNull?: undefined }, shown: string): string | undefined {
  if (isPrimitive(shown) && /^(-?\d+(\.\d+)?|true|false)$/.test(value.value)) return value.value
  if (value.type === 'string' && !value.value.includes('\\') && !value.value.endsWith('\u2026"')) {
    return stringLiteral(value.value.slice(1, -1))
  }
  return undefined
}

function refusal({ target, value }: Assignment, known?: string): ShimError {
  const type = target.type ?? 'its type'
  const given = value.isNull === true ? 'null' : value.type
  const why = known ?? reason({ target, value }, type)
  return new ShimError('EVAL_FAILED', `${target.name} (${type}) was not set to ${given}: ${why}`, {
    kind: 'assignment',
    variable: target.name,
    expected: type,
    given,
  })
}

function reason({ target, value }: Pick<Assignment, 'target' | 'value'>, type: string): string {
  if (isNativeInteger(type))
    return 'netcoredbg cannot store into a variable of a native integer type; a field and an element of an array can be set'
  if (type.endsWith(']')) return 'netcoredbg cannot replace a whole array; assign to its elements'
  if (target.value === 'null' && type === 'object')
    return 'netcoredbg cannot store into a variable of type object that is null'
  if (value.isNull !== true && value.type !== type)
    return 'netcoredbg takes a value only if its type is that of the value before, and the way round does not work here'
  return 'netcoredbg refused it'
}
