import { type InspectedField, isBarePath, surface, toolError } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { frameSubject } from '../stop/subject.js'
import { implement, memoized } from '../call/tool.js'
import { evaluateAsAllowed, isRead, refusesCode } from '../variables/evaluate-as-allowed.js'
import { present } from '../result/present.js'
import { findFrame } from '../stop/find-frame.js'
import { cut } from '../text/cut.js'
import { isTextType, runtimeTypeName } from '../text/type-name.js'
import { collectionText } from '../variables/collection-text.js'
import { isObject, issueObject } from '../variables/issue-object.js'
import { readLazy, resolvePath, walkPath } from '../variables/resolve-path.js'
import { isNullText } from '../variables/value-text.js'
import type { Variable } from '../variables/variable.js'
import { readTree, type Node } from './read-tree.js'
import { servedInspection, type InspectionSpec } from './served-inspection.js'
import { servedOrGeneral } from './served-or-general.js'

/** Seed 001: depth 1 to 10. */
const DEPTH = { minimum: 1, maximum: 10 } as const

const read = implement(surface.object_inspect, async (params, call) => {
  const { depth } = params
  const on = call.on(params.session_id).showing(params.max_value_length)
  const { frame } = await findFrame(on, params)
  demandMayRead(on, params.object_ref)
  const { object_ref: expression, start, count, max_value_length: maxValueLength } = params
  const spec = { expression, frameId: frame.id, depth, start, count, maxValueLength }
  const inspection = await servedOrGeneral(on, 'dapplex_objectInspect', {
    served: () => servedInspection(on, spec).catch((error: unknown) => inspectionByRunning(on, spec, error)),
    general: async () => generalInspection(on, spec, await resolveReference(on, spec)),
  })
  return { success: true as const, inspection }
})

/** An expression that is not a path is an evaluation, which is never answered from the cache (workflow 25). */
export const objectInspect = memoized(surface.object_inspect, read, async (params, call) => {
  const { depth } = params
  if (depth < DEPTH.minimum || depth > DEPTH.maximum) throw toolError('DEPTH_EXCEEDED', { depth, ...DEPTH })
  const on = call.on(params.session_id)
  const subject = await frameSubject(on, params)
  return isBarePath(params.object_ref, on.traits.presentation.names) ? subject : undefined
})

/** An expression that is not a path can run code, which needs the operator role. */
function demandMayRead(on: SessionCall, expression: string): void {
  if (!isBarePath(expression, on.traits.presentation.names))
    on.call.demandRole('operator', `object_inspect of '${cut(expression, 80).text}'`)
}

/**
 * A path that leads through a getter: reading that runs code of the program, which the walk through the variables does as an
 * evaluation of the caller. @throws ToolError FORBIDDEN
 */
async function inspectionByRunning(on: SessionCall, spec: InspectionSpec, refused: unknown) {
  if (!refusesCode(refused) || !isRead(on, spec.expression)) throw refused
  const root = await resolveReference(on, spec)
  const object = root.adapterObject
  return object === undefined ? generalInspection(on, spec, root) : servedInspection(on, spec, object)
}

/** Works with any adapter: reads the members that it lists as variables. */
async function generalInspection(on: SessionCall, spec: InspectionSpec, root: Variable) {
  const { depth, start, count, maxValueLength } = spec
  const isNull = isNullText(root.value, on.traits.presentation)
  const limits = { depth, page: { start, count }, membersEach: count }
  const tree = isNull ? leaf(root) : await readTree(on, root, limits)
  const fields = []
  for (const child of tree.children ?? []) fields.push(await fieldOf(on, child, maxValueLength))
  const value = cut(await collectionText(on, root), maxValueLength)
  return present({
    address: isNull ? undefined : addressOf(root),
    typeName: typeNameOf(on, root),
    fields,
    isNull,
    hasCircularRef: hasCircle(tree),
    truncated: value.isCut || isCut(tree) || fields.some(isFieldCut),
    value: value.text,
    objectId: isNull ? undefined : issueObject(on, root, 'frame'),
    start,
    total: tree.total ?? 0,
    layout: 'unavailable' as const,
    layoutReason: `${on.session.adapter.title} gives no field offsets and sizes`,
  })
}

const leaf = (variable: Variable): Node => ({ variable, hasMore: false, isCircular: false, total: 0 })

/** @throws ToolError INVALID_REFERENCE */
async function resolveReference(on: SessionCall, spec: InspectionSpec): Promise<Variable> {
  const { frameId, expression: reference } = spec
  if (isRead(on, reference)) return readLazy(on, (await resolvePath(on, frameId, reference)).variable, frameId)
  const walked = await walkPath(on, frameId, reference)
  if (walked !== undefined) return readLazy(on, walked, frameId)
  const evaluated = await evaluateAsAllowed(on, { expression: reference, frameId, mayChange: true })
  if (evaluated.kind === 'value') return evaluated.value
  const { message, type } = evaluated.kind === 'thrown' ? evaluated.thrown : { message: evaluated.reason, type: '' }
  throw toolError('INVALID_REFERENCE', { reference, reason: type === '' ? message : `${type}: ${message}` })
}

async function fieldOf(on: SessionCall, node: Node, maxValueLength: number): Promise<InspectedField> {
  const { variable, children, total, hasMore, isCircular } = node
  const shown = cut(await collectionText(on, variable), maxValueLength)
  const isNull = isNullText(variable.value, on.traits.presentation)
  const fields = []
  for (const child of children ?? []) fields.push(await fieldOf(on, child, maxValueLength))
  return present({
    name: variable.name,
    typeName: typeNameOf(on, variable),
    value: shown.text,
    // Seed 001: text counts as something that can be looked into.
    hasChildren: !isNull && (isObject(variable) || isTextType(variable.type)),
    fields: children === undefined ? undefined : fields,
    isCircular: isCircular ? (true as const) : undefined,
    total,
    truncated: shown.isCut || hasMore ? (true as const) : undefined,
    objectId: issueObject(on, variable, 'frame'),
  })
}

function typeNameOf(on: SessionCall, { type = '' }: Variable): string {
  return on.traits.presentation.typeNames === 'csharp' ? runtimeTypeName(type) : type
}

/** Seed 001: `0x` and 16 upper-case digits; absent where the adapter gives no address. */
function addressOf({ memoryReference = '' }: Variable): string | undefined {
  const digits = /^0x([0-9a-f]{1,16})$/i.exec(memoryReference)?.[1]
  return digits === undefined ? undefined : `0x${digits.toUpperCase().padStart(16, '0')}`
}

const hasCircle = (node: Node): boolean => node.isCircular || (node.children ?? []).some(hasCircle)
const isCut = (node: Node): boolean => node.hasMore || (node.children ?? []).some(isCut)
const isFieldCut = (field: InspectedField): boolean => field.truncated === true || (field.fields ?? []).some(isFieldCut)
