import { flagIn, surface, textIn, toolError, ToolError } from '@dapplex/protocol'
import type { z } from 'zod'
import type { Call, SessionCall } from '../call/call.js'
import { invalidParameter } from '../call/invalid-parameter.js'
import { implement } from '../call/tool.js'
import { findObject } from '../objects/find-object.js'
import { present } from '../result/present.js'
import { findFrame } from '../stop/find-frame.js'
import { resolvePath } from '../variables/resolve-path.js'
import { viewIn } from './breakpoint-home.js'
import { breakpointRow } from './breakpoint-row.js'

type Params = z.output<typeof surface.data_breakpoint_set.params>

export const dataBreakpointSet = implement(surface.data_breakpoint_set, async (params, call) => {
  const { on, expression, info } = await subjectOf(params, call)
  const data = await dataAt(on, info, expression)
  const { access, condition, hit_count: hits } = params
  const hitCondition = hits === undefined ? undefined : String(hits)
  const spec = { ...data, expression, accessType: access, condition, hitCondition }
  const body = await on.ask('dapplex_breakpointAdd', present(spec), (reason) => unsupported(on, { expression, reason }))
  const view = viewIn(body)
  if (view.verified || view.message === undefined) return breakpointRow(view, 'session')
  // The adapter has refused it, so it will never stop anything.
  await on.send('dapplex_breakpointRemove', { id: view.id })
  throw unsupported(on, { expression, reason: view.message })
})

/** What is to be watched, and what the adapter is asked about it (DAP, `DataBreakpointInfoArguments`). */
interface DataSubject {
  readonly on: SessionCall
  readonly expression: string
  readonly info: Readonly<Record<string, unknown>>
}

async function subjectOf(params: Params, call: Call): Promise<DataSubject> {
  const { expression, object_id: id, slot } = params
  if (expression !== undefined) {
    if (id !== undefined || slot !== undefined)
      throw invalidParameter({ field: 'object_id', says: 'Give expression, or object_id and slot, not both' })
    const on = call.on(params.session_id)
    demandDataBreakpoints(on, expression)
    const { frame } = await findFrame(on, params)
    return { on, expression, info: await named(on, frame.id, expression) }
  }
  if (id === undefined || slot === undefined)
    throw invalidParameter({ field: 'expression', says: 'Give expression, or object_id and slot' })
  const { on, entry } = findObject(call, id)
  const path = entry.expression === undefined ? slot : `${entry.expression}.${slot}`
  demandDataBreakpoints(on, path)
  return { on, expression: path, info: { variablesReference: entry.reference, name: slot } }
}

/**
 * What the adapter is asked about a path. A row of a listing is named with its container; what the adapter only evaluates is named as
 * it is.
 * @throws ToolError INVALID_REFERENCE, NULL_REFERENCE, SLOT_UNBOUND, VARIABLES_FAILED
 */
export async function named(on: SessionCall, frameId: number, expression: string) {
  const { variable, container } = await resolvePath(on, frameId, expression)
  return container === undefined
    ? { name: expression, frameId }
    : { name: variable.name, variablesReference: container, frameId }
}

async function dataAt(on: SessionCall, info: DataSubject['info'], expression: string) {
  const body = await on.ask('dataBreakpointInfo', info, (reason) => unsupported(on, { expression, reason }))
  const dataId = textIn(body, 'dataId')
  if (dataId === undefined) {
    const reason = textIn(body, 'description') ?? `${expression} cannot be watched`
    throw unsupported(on, { expression, reason })
  }
  return { dataId, canPersist: flagIn(body, 'canPersist') }
}

function demandDataBreakpoints(on: SessionCall, expression: string): void {
  if (canWatch(on)) return
  throw unsupported(on, { expression, reason: 'it has no data breakpoints' })
}

export const canWatch = (on: SessionCall): boolean => on.can('supportsDataBreakpoints', 'setDataBreakpoints')

/** The error names the tool that does the same with any adapter. */
function unsupported(
  on: SessionCall,
  { expression, reason }: { readonly expression: string; readonly reason: string },
): ToolError {
  const data = { capability: 'supportsDataBreakpoints', adapter: on.session.adapter.title, reason }
  const { wire } = toolError('UNSUPPORTED', data, `${on.session.adapter.title} cannot watch '${expression}': ${reason}`)
  const hint = `change_find ${JSON.stringify({ expression })} finds who changes it, with every adapter`
  return new ToolError({ ...wire, data: { ...wire.data, hint } })
}
