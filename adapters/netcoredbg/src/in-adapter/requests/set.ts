import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { countIn, type JsonObject } from '@dapplex/protocol'
import { evaluateCSharp, typeOf } from '../expressions/evaluate-csharp.js'
import { memberPath } from '../expressions/member-path.js'
import { dependsOnType, shownNumber } from '../expressions/shown-number.js'
import type { Captured } from '../inspector/answers.js'
import { requiredText } from './arguments.js'
import { readableVariables } from './dap-variables.js'
import type { Debuggee } from '../debuggee/debuggee.js'
import { escapedName, listFrame } from '../debuggee/frame-variables.js'
import { ReferenceTable } from '../debuggee/reference-table.js'
import { formatIn, formattedVariable } from './number-format.js'
import { slotOf } from './slot.js'

/** `setVariable`: a variable of a frame, or a member or element of an object. The value is any C# expression. */
export async function setVariable(args: JsonObject, debuggee: Debuggee): Promise<unknown> {
  const format = formatIn(args)
  const number = countIn(args, 'variablesReference') ?? 0
  const name = requiredText(args, 'name')
  const value = requiredText(args, 'value')
  if (!ReferenceTable.isFromShim(number)) return debuggee.channel.body('setVariable', args)
  const reference = debuggee.references.get(number)
  if (reference.kind === 'frame')
    return formattedVariable(
      await assign(debuggee, { target: escapedName(name), value, frameId: reference.frameId }),
      format,
    )
  return formattedVariable(
    await slotOf(debuggee, { id: reference.id, name, value, frameId: reference.frameId }),
    format,
  )
}

/** `setExpression`: anything that C# can assign to. */
export async function setExpression(args: JsonObject, debuggee: Debuggee): Promise<unknown> {
  const frameId = await debuggee.frameOrTop(countIn(args, 'frameId'))
  const target = requiredText(args, 'expression')
  const assigned = await assign(debuggee, { target, value: requiredText(args, 'value'), frameId })
  return formattedVariable(assigned, formatIn(args))
}

interface Assigned {
  readonly value: string
  readonly type?: string
  readonly variablesReference: number
}

interface Assigning {
  readonly target: string
  readonly value: string
  readonly frameId: number
}

async function assign(debuggee: Debuggee, assigning: Assigning): Promise<Assigned> {
  const { target, frameId } = assigning
  const assigned = await evaluateCSharp(debuggee, {
    expression: `${target} = ${await inCSharp(debuggee, assigning)}`,
    frameId,
    mayRun: 'anything',
  })
  debuggee.forgetValues()
  const path = memberPath(target)
  const variable =
    path?.steps.length === 0 ? (await listFrame(debuggee, frameId)).find((one) => one.name === path.root) : undefined
  if (variable === undefined) return valueBody(debuggee, { value: assigned.value, frameId })
  const [row] = await readableVariables(debuggee, { variables: [variable], frameId })
  return setBody(row ?? variable)
}

/** The new value may be typed as the target's is shown. */
async function inCSharp(debuggee: Debuggee, { target, value, frameId }: Assigning): Promise<string> {
  const text = value.trim()
  if (!dependsOnType(text)) return value
  const variables = await listFrame(debuggee, frameId)
  // A variable named NaN.
  if (variables.some(({ name }) => name === text)) return value
  const path = memberPath(target)
  const shown = path?.steps.length === 0 ? variables.find(({ name }) => name === path.root)?.type : undefined
  return shownNumber(text, shown ?? (await typeOf(debuggee, { expression: target, frameId })))
}

function valueBody(debuggee: Debuggee, { value, frameId }: { value: Captured; frameId: number }): Assigned {
  if (value.isNull === true) return { value: 'null', variablesReference: 0 }
  const { id, type, hasChildren } = value
  const reference = hasChildren ? debuggee.references.add({ kind: 'object', frameId, id, view: 'default' }) : 0
  return { value: value.value, type, variablesReference: reference }
}

const setBody = ({ value, type, variablesReference }: Dap.Variable) => ({
  value,
  variablesReference,
  ...(type === undefined ? {} : { type }),
})
