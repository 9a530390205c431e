import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import type { Captured, InspectedRow } from '../inspector/answers.js'
import { memberPath } from '../expressions/member-path.js'
import { isObjectText, isPrimitive } from '../inspector/capture-forms.js'
import type { Debuggee } from '../debuggee/debuggee.js'
import { captureVariable } from '../debuggee/frame-variables.js'
import type { Reference } from '../debuggee/reference-table.js'

/** A DAP variable with the inspector's id of its object. */
export type ShimVariable = Dap.Variable & { readonly dapplexObject?: number }

/** Later variables stay as netcoredbg shows them, since each call costs about 10 ms. */
const MOST_READABLE = 100

/** Gives the variables of a frame readable values. A variable that cannot be captured stays as netcoredbg shows it. */
export async function readableVariables(
  debuggee: Debuggee,
  { variables, frameId }: { variables: readonly Dap.Variable[]; frameId: number },
): Promise<ShimVariable[]> {
  const rows: ShimVariable[] = []
  let canCall = true
  let count = 0
  for (const variable of variables) {
    if (!isObjectText(variable.value)) {
      rows.push({ ...variable, variablesReference: 0 })
      continue
    }
    if (!canCall || count >= MOST_READABLE) {
      rows.push(variable)
      continue
    }
    count++
    const captured = await captureVariable(debuggee, { variable, frameId }).catch(() => undefined)
    if (captured === undefined) canCall = await canStillCall(debuggee, frameId)
    rows.push(captured === undefined ? variable : readable(debuggee, { variable, frameId, captured }))
  }
  return rows
}

/** Whether the inspector still answers. One failed capture does not stop the others; a thread in native code does. */
async function canStillCall(debuggee: Debuggee, frameId: number): Promise<boolean> {
  return debuggee.inspector.call('release', { id: 0 }, frameId).then(
    () => true,
    () => false,
  )
}

interface ReadableParts {
  readonly variable: Dap.Variable
  readonly frameId: number
  readonly captured: Captured
}

function readable(debuggee: Debuggee, { variable, frameId, captured }: ReadableParts): ShimVariable {
  if (captured.isNull === true) return { ...variable, value: 'null', variablesReference: 0 }
  const isBoxed = isPrimitive(variable.type ?? '')
  const expression = variable.evaluateName ?? variable.name
  const place = { kind: 'variable', frameId, name: variable.name } as const
  const reference: Reference = { kind: 'object', frameId, id: captured.id, view: 'default', expression, place }
  return {
    name: variable.name,
    value: captured.value,
    type: isBoxed ? `object {${captured.type}}` : variable.type?.endsWith('?') === true ? variable.type : captured.type,
    evaluateName: expression,
    variablesReference: captured.hasChildren ? debuggee.references.add(reference) : 0,
    ...(captured.count === undefined ? {} : { indexedVariables: captured.count }),
    ...(isBoxed || captured.kind === 'string' ? {} : { dapplexObject: captured.id }),
  }
}

/** A child of an object as a DAP variable. */
export function childVariable(
  debuggee: Debuggee,
  { row, parent }: { row: InspectedRow; parent: Reference & { kind: 'object' } },
): ShimVariable {
  const expression = expressionOf(row, parent.expression)
  const reference: Reference = {
    kind: 'object',
    frameId: parent.frameId,
    id: row.id ?? 0,
    view: row.view ?? 'default',
    ...(expression !== undefined
      ? { expression }
      : row.view !== undefined && parent.expression !== undefined
        ? { expression: parent.expression }
        : {}),
    ...(parent.allowSideEffects === true ? { allowSideEffects: true } : {}),
    // Another view shows the same object, so it stands where the parent does.
    ...(row.view === undefined ? { place: { kind: 'member', owner: parent.id, name: row.name } as const } : {}),
  }
  return {
    name: row.name,
    value: row.value,
    ...(row.type === '' ? {} : { type: row.type }),
    ...(expression === undefined ? {} : { evaluateName: expression }),
    variablesReference: row.hasChildren && row.id !== undefined ? debuggee.references.add(reference) : 0,
    ...(row.count === undefined ? {} : { indexedVariables: row.count }),
    ...hint(row),
    ...(row.id === undefined || row.view !== undefined ? {} : { dapplexObject: row.id }),
  }
}

/**
 * The C# expression for a child; undefined where none is known. A path follows runtime types, but behind a cast the compiler
 * follows static ones, which are not known here.
 */
function expressionOf(
  { evaluate, cast, owner }: Pick<InspectedRow, 'evaluate' | 'cast' | 'owner'>,
  parent: string | undefined,
): string | undefined {
  if (evaluate === undefined) return undefined
  if (owner !== undefined) return `${owner}${evaluate}`
  if (parent === undefined || memberPath(parent) === undefined) return undefined
  return cast === undefined ? `${parent}${evaluate}` : `((${cast})${parent})${evaluate}`
}

function hint(row: InspectedRow): { presentationHint?: Dap.VariablePresentationHint } {
  if (row.lazy === true) return { presentationHint: { kind: 'property', lazy: true, attributes: ['hasSideEffects'] } }
  if (row.view !== undefined) return { presentationHint: { kind: 'virtual' } }
  if (row.failed === true) return { presentationHint: { attributes: ['failedEvaluation'] } }
  return {}
}
