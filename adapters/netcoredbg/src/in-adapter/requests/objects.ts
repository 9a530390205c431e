import { countIn, flagIn, isJsonObject, type JsonObject, textIn } from '@dapplex/protocol'
import { requiredText } from './arguments.js'
import type { Debuggee } from '../debuggee/debuggee.js'
import { ShimError, ThrownInProgram } from '../errors/shim-error.js'
import { valueOf } from './evaluate.js'
import { slotOf } from './slot.js'

/** The object of a request, given by its id (`object`), by `variablesReference`, or by `expression` in `frameId`. */
async function objectOf(
  args: JsonObject,
  debuggee: Debuggee,
): Promise<{ readonly id?: number; readonly frameId: number }> {
  const object = countIn(args, 'object')
  if (object !== undefined) return { id: object, frameId: await debuggee.frameOrTop(countIn(args, 'frameId')) }
  const number = countIn(args, 'variablesReference')
  if (number !== undefined) {
    const reference = debuggee.references.get(number)
    if (reference.kind === 'object') return { id: reference.id, frameId: reference.frameId }
    throw new ShimError('INVALID_REFERENCE', `variablesReference ${number} is a frame's, not an object's`)
  }
  const value = await valueOf(debuggee, args).catch((error: unknown) => {
    throw unresolved(error, requiredText(args, 'expression'))
  })
  const frameId = await debuggee.frameOrTop(countIn(args, 'frameId'))
  return value.isNull === true ? { frameId } : { id: value.id, frameId }
}

/** An expression that names nothing or throws becomes INVALID_REFERENCE (seed 001). */
function unresolved(error: unknown, reference: string): unknown {
  if (error instanceof ThrownInProgram)
    return new ShimError('INVALID_REFERENCE', `Cannot resolve '${reference}': ${error.message}`, {
      reference,
      reason: error.message,
    })
  if (!(error instanceof ShimError) || error.data['kind'] !== 'compile') return error
  const { diagnostics } = error.data
  const data = { reference, reason: error.message, diagnostics }
  return new ShimError('INVALID_REFERENCE', `Cannot resolve '${reference}': ${error.message}`, data)
}

async function requiredObject(
  args: JsonObject,
  debuggee: Debuggee,
): Promise<{ readonly id: number; readonly frameId: number }> {
  const { id, frameId } = await objectOf(args, debuggee)
  if (id === undefined) throw new ShimError('NULL_REFERENCE', 'the expression is null')
  return { id, frameId }
}

/** `dapplex_objectInspect`: the `inspection` of object_inspect. Its `objectId`s are ids of the inspector. */
export async function objectInspect(args: JsonObject, debuggee: Debuggee): Promise<unknown> {
  const depth = countIn(args, 'depth') ?? 1
  if (depth < 1 || depth > 10)
    throw new ShimError('DEPTH_EXCEEDED', `Depth ${depth} is outside 1 to 10`, { depth, minimum: 1, maximum: 10 })
  const { id, frameId } = await objectOf(args, debuggee)
  if (id === undefined) return { success: true, inspection: await nullInspection(args, debuggee) }
  const page = { start: countIn(args, 'start'), count: countIn(args, 'count') }
  const asked = { id, depth, ...page, raw: flagIn(args, 'raw'), sideEffects: flagIn(args, 'allowSideEffects') }
  return { success: true, inspection: await debuggee.inspector.call('objectInspect', asked, frameId) }
}

/** The inspection of null: no address and no fields. Its type is that of the variable, if the symbols have it. */
async function nullInspection(args: JsonObject, debuggee: Debuggee): Promise<unknown> {
  const frameId = await debuggee.frameOrTop(countIn(args, 'frameId'))
  const context = await debuggee.context(frameId)
  const declared = context?.variables.find((one) => one.name === textIn(args, 'expression'))?.type
  const typeName = declared?.replace(/global::|@/g, '') ?? 'object'
  return { typeName, fields: [], isNull: true, hasCircularRef: false, truncated: false, value: 'null', total: 0 }
}

interface OutlineElement {
  readonly name: string
  readonly value: string
  readonly object_id?: number
  readonly type_name?: string
  readonly elements?: readonly OutlineElement[]
  readonly total_elements?: number
  readonly circular?: boolean
}

interface Outline {
  readonly kind: string
  readonly type_name: string
  readonly description: string
  readonly elements: readonly OutlineElement[]
  readonly total_elements: number
  readonly truncated?: boolean
}

/** `dapplex_inspectObject {maxDepth, maxElements, start}`; elements are DAP variables. */
export async function inspectObject(args: JsonObject, debuggee: Debuggee): Promise<unknown> {
  const { id, frameId } = await requiredObject(args, debuggee)
  const asked = {
    id,
    maxDepth: countIn(args, 'maxDepth'),
    maxElements: countIn(args, 'maxElements'),
    start: countIn(args, 'start'),
    sideEffects: flagIn(args, 'allowSideEffects'),
  }
  const outline = await debuggee.inspector.call<Outline>('inspectObject', asked, frameId)
  const element = (one: OutlineElement): unknown => ({
    name: one.name,
    value: one.value,
    ...(one.type_name === undefined ? {} : { type: one.type_name }),
    variablesReference: reference(one),
    ...(one.object_id === undefined ? {} : { dapplexObject: one.object_id }),
    ...(one.elements === undefined ? {} : { elements: one.elements.map(element), totalElements: one.total_elements }),
    ...(one.circular === true ? { circular: true } : {}),
  })
  const reference = ({ object_id: inner, type_name: type }: OutlineElement) =>
    inner === undefined || type === 'string'
      ? 0
      : debuggee.references.add({ kind: 'object', frameId, id: inner, view: 'default' })
  return {
    kind: outline.kind,
    description: outline.description,
    typeName: outline.type_name,
    elements: outline.elements.map(element),
    totalElements: outline.total_elements,
    ...(outline.truncated === true ? { truncated: true } : {}),
  }
}

/** `dapplex_inspectSlot {slot, value?}`: the value is C#, or `{object_id}` with an id of the inspector. Errors: INVALID_PARAMETER. */
export async function inspectSlot(args: JsonObject, debuggee: Debuggee): Promise<unknown> {
  const { id, frameId } = await requiredObject(args, debuggee)
  const { value: given } = args
  const value = isJsonObject(given) ? countIn(given, 'object_id') : textIn(args, 'value')
  if (given !== undefined && value === undefined)
    throw new ShimError('INVALID_PARAMETER', "Parameter 'value' must be C# as text, or {object_id}", {
      field: 'value',
      parameter: 'value',
      value: given,
    })
  return slotOf(debuggee, { id, name: requiredText(args, 'slot'), frameId, ...(value === undefined ? {} : { value }) })
}

/** `dapplex_references {direction, max}`. */
export async function references(args: JsonObject, debuggee: Debuggee): Promise<unknown> {
  const { id, frameId } = await requiredObject(args, debuggee)
  const direction = textIn(args, 'direction') ?? 'outbound'
  return debuggee.inspector.call('references', { id, direction, max: countIn(args, 'max'), limit: 4000 }, frameId)
}

/** `dapplex_objectsRelease {objects}`. */
export async function objectsRelease(args: JsonObject, debuggee: Debuggee): Promise<unknown> {
  const frameId = await debuggee.frameOrTop(undefined)
  const objects = Array.isArray(args['objects']) ? (args['objects'] as unknown[]) : []
  const released: number[] = []
  for (const id of objects) {
    if (typeof id !== 'number') continue
    const answer = await debuggee.inspector.call<{ released: boolean }>('release', { id }, frameId)
    if (answer.released) released.push(id)
  }
  return { released }
}
