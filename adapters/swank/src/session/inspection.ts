import type { Arguments } from '../arguments.js'
import { RequestFailure } from '../failure.js'
import { list, quote } from '../sexp/form.js'
import type { Form } from '../sexp/form.js'
import type { Handlers, Shim } from './shim.js'
import { frameOf } from './variables.js'

/** The answers are the results of the documented tools, as the helper writes them: `lisp/inspect.lisp` and its neighbours. */
export function inspectionHandlers(shim: Shim): Handlers {
  const ask = (operation: string, args: readonly Form[]): Promise<unknown> => shim.helper.call<unknown>(operation, args)
  return {
    dapplex_inspectObject: (args) =>
      ask('inspect-object', [
        args.int('id'),
        atLeast(args, 'max_depth', [1, 3]),
        atLeast(args, 'max_elements', [1, 100]),
        atLeast(args, 'start', [0, 0]),
      ]),
    dapplex_inspectSlot: (args) => inspectSlot(shim, args),
    dapplex_inspectClass: (args) => ask('inspect-class', [args.text('class_name'), packageOf(shim, args)]),
    dapplex_inspectFunction: (args) => ask('inspect-function', [args.text('symbol'), packageOf(shim, args)]),
    dapplex_inspectPackage: (args) =>
      ask('inspect-package', [
        args.text('package_name'),
        atLeast(args, 'start', [0, 0]),
        atLeast(args, 'count', [1, 500]),
      ]),
    dapplex_objectId: (args) => objectId(shim, args),
    dapplex_releaseObjects: (args) => ask('release-objects', [quote(list(...args.ints('ids')))]),
  }
}

/** A whole number with a lower limit and a default. Errors: INVALID_PARAMETER. */
function atLeast(args: Arguments, name: string, [least, otherwise]: readonly [number, number]): number {
  const value = args.intOr(name) ?? otherwise
  if (value < least)
    throw new RequestFailure('INVALID_PARAMETER', `${name} must be at least ${least}`, { parameter: name, value })
  return value
}

/** The package named in the request; the helper takes CL-USER for none. */
export function packageOf(_shim: Shim, args: Arguments): Form {
  return args.textOr('package') ?? null
}

/** `value` present means write: text is an expression, `{object_id}` another object, null is NIL. */
async function inspectSlot(shim: Shim, args: Arguments): Promise<unknown> {
  const [id, slot] = [args.int('object_id'), args.text('slot_name')]
  const value = args.raw('value')
  if (value === undefined) return shim.helper.call('inspect-slot', [id, slot])
  if (typeof value === 'object' && value !== null)
    return shim.helper.call('set-slot-to-object', [id, slot, args.object('value').int('object_id')])
  return shim.helper.call('set-slot', [id, slot, literal(value)])
}

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
    const container = shim.references.container(reference)
    if (container.kind === 'object') return { object_id: container.id }
    throw new RequestFailure('INVALID_REFERENCE', `Reference ${reference} is a scope, not an object`, {
      variables_reference: reference,
    })
  }
  const expression = args.text('expression')
  const frame = frameOf(shim, args)
  return frame
    ? shim.helper.call('object-id-in-frame', [frame.level, frame.index, expression], frame.thread)
    : shim.helper.call('object-id', [expression, packageOf(shim, args)])
}
