import type { Arguments } from '../dap/arguments.js'
import { RequestFailure } from '../dap/failure.js'
import { list, quote } from '../sexp/form.js'
import type { Form } from '../sexp/form.js'
import type { Handlers, Shim } from '../session/shim.js'
import { frameOf } from './variables.js'

/** The answers are the results of the documented tools, as the helper writes them: `lisp/inspect.lisp` and its neighbours. */
export function inspectionHandlers(shim: Shim): Handlers {
  const ask = (operation: string, args: readonly Form[]): Promise<unknown> => shim.helper.call<unknown>(operation, args)
  return {
    dapplex_inspectObject: (args) =>
      ask('inspect-object', [
        objectAsked(shim, args, 'id'),
        atLeast(args, args.has('maxDepth') ? 'maxDepth' : 'max_depth', [1, 3]),
        atLeast(args, args.has('maxElements') ? 'maxElements' : 'max_elements', [1, 100]),
        atLeast(args, 'start', [0, 0]),
      ]),
    dapplex_inspectSlot: (args) => inspectSlot(shim, args),
    dapplex_inspectClass: async (args) => ask('inspect-class', [args.text('class_name'), await packageOf(shim, args)]),
    dapplex_inspectFunction: async (args) =>
      ask('inspect-function', [args.text('symbol'), await packageOf(shim, args)]),
    dapplex_inspectPackage: async (args) =>
      ask('inspect-package', [
        args.text('package_name'),
        await packageOf(shim, args),
        includeAsked(args),
        atLeast(args, 'start', [0, 0]),
        atLeast(args, 'count', [1, 500]),
      ]),
    dapplex_objectId: (args) => objectId(shim, args),
    dapplex_objectsRelease: (args) => ask('release-objects', [quote(list(...args.ints('objects')))]),
  }
}

const included = ['external', 'internal', 'all']

/** Errors: INVALID_PARAMETER. */
function includeAsked(args: Arguments): string {
  const value = args.textOr('include') ?? 'external'
  if (included.includes(value)) return value
  throw new RequestFailure('INVALID_PARAMETER', `include must be one of ${included.join(', ')}`, {
    parameter: 'include',
    value,
    allowed: included,
  })
}

/** The image's number of an object: given as such (`name`, or `object`), or behind a variablesReference. */
function objectAsked(shim: Shim, args: Arguments, name: string): number {
  const given = args.intOr('object')
  if (given !== undefined) return given
  const reference = args.intOr('variablesReference')
  return reference === undefined ? args.int(name) : objectBehind(shim, reference)
}

/** Errors: INVALID_REFERENCE for a scope. */
function objectBehind(shim: Shim, reference: number): number {
  const container = shim.references.container(reference)
  if (container.kind === 'object') return container.id
  throw new RequestFailure('INVALID_REFERENCE', `Reference ${reference} is a scope, not an object`, {
    variables_reference: reference,
  })
}

/** A whole number with a lower limit and a default. Errors: INVALID_PARAMETER. */
function atLeast(args: Arguments, name: string, [least, otherwise]: readonly [number, number]): number {
  const value = args.intOr(name) ?? otherwise
  if (value < least)
    throw new RequestFailure('INVALID_PARAMETER', `${name} must be at least ${least}`, { parameter: name, value })
  return value
}

/** The package named in the request, else that of its frame; the helper takes CL-USER for none. */
async function packageOf(shim: Shim, args: Arguments): Promise<Form> {
  const named = args.textOr('package')
  const frame = named === undefined ? frameOf(shim, args) : undefined
  if (!frame) return named ?? null
  return shim.helper.call<string>('frame-package', [frame.level, frame.index], frame.thread)
}

/** `value` present means write: text is an expression, `{object_id}` another object, null is NIL. */
async function inspectSlot(shim: Shim, args: Arguments): Promise<unknown> {
  const id = objectAsked(shim, args, 'object_id')
  const slot = withoutBrackets(args.textOr('slot') ?? args.text('slot_name'))
  const value = args.raw('value')
  if (value === undefined) return shim.helper.call('inspect-slot', [id, slot])
  if (typeof value === 'object' && value !== null)
    return shim.helper.call('set-slot-to-object', [id, slot, args.object('value').int('object_id')])
  return shim.helper.call('set-slot', [id, slot, literal(value)])
}

/** Elements and entries may be named as in a path: `[3]`, `["key"]`. */
export const withoutBrackets = (name: string): string => name.replace(/^\[(.*)\]$/s, '$1')

function literal(value: unknown): string {
  if (value === null || value === false) return 'nil'
  if (value === true) return 't'
  if (typeof value === 'number') return Number.isInteger(value) ? value.toString() : `${value}d0`
  return typeof value === 'string' ? value : 'nil'
}

/** The object behind a variablesReference, or the value of an expression (in a frame, if one is named). */
async function objectId(shim: Shim, args: Arguments): Promise<unknown> {
  const reference = args.intOr('variablesReference')
  if (reference !== undefined) {
    const object = objectBehind(shim, reference)
    return { object_id: object, dapplexObject: object }
  }
  const expression = args.text('expression')
  const frame = frameOf(shim, args)
  return frame
    ? shim.helper.call('object-id-in-frame', [frame.level, frame.index, expression], frame.thread)
    : shim.helper.call('object-id', [expression, args.textOr('package') ?? null])
}
