import { surface, toolError, type BreakpointView } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { implement } from '../call/tool.js'
import { loadPoints } from '../sources/load-points.js'
import { homeOf, sessionForBreakpoints, sessionToList, viewIn } from './breakpoint-home.js'
import { purposeOf } from './breakpoint-purpose.js'
import { asKnown, breakpointRow, markChanged, type Keeper } from './breakpoint-row.js'
import { breakpointSpec } from './breakpoint-spec.js'

export const breakpointSet = implement(surface.breakpoint_set, async (params, call) => {
  const on = sessionForBreakpoints(call, params.session_id)
  const spec = await breakpointSpec(params, purposeOf(on))
  if (on === undefined) return breakpointRow(call.sessions.workspace.add(spec), 'workspace')
  if (spec.function !== undefined) demandFunctionBreakpoints(on)
  const file = params.file ?? params.function ?? ''
  if (isAtEntry(on))
    for (const point of await loadPoints([spec], on.session)) await on.send('dapplex_breakpointAdd', { ...point })
  const body = await on.ask('dapplex_breakpointAdd', { ...spec }, (reason) =>
    toolError('INVALID_FILE', { file, reason }),
  )
  const view = viewIn(body)
  await demandCondition(on, view)
  return markedRow(on, breakpointRow(await asKnown(on, view), 'session'))
})

/** Nothing but the file of the program is loaded yet. */
const isAtEntry = ({ view }: SessionCall): boolean => view.phase === 'stopped' && view.stop?.reason === 'entry'

async function markedRow(on: SessionCall, row: ReturnType<typeof breakpointRow>) {
  const [marked = row] = await markChanged(on, [row])
  return marked
}

/** A condition that cannot be read never stops anything: the breakpoint is taken back. @throws ToolError INVALID_CONDITION */
async function demandCondition(
  on: SessionCall,
  { id, verified, condition, message = '' }: BreakpointView,
): Promise<void> {
  const { invalidCondition } = on.traits
  if (verified || condition === undefined || invalidCondition === undefined) return
  if (!new RegExp(invalidCondition).test(message)) return
  await on.send('dapplex_breakpointRemove', { id })
  throw toolError('INVALID_CONDITION', { condition, reason: message })
}

function demandFunctionBreakpoints(on: SessionCall): void {
  const capability = 'supportsFunctionBreakpoints'
  // The capabilities are known only after the adapter has answered initialize.
  if (on.view.phase === 'starting' || on.can(capability, 'setFunctionBreakpoints')) return
  throw toolError('BREAKPOINT_UNSUPPORTED', { what: 'function', adapter: on.session.adapter.title, capability })
}

export const breakpointRemove = implement(surface.breakpoint_remove, async (params, call) => {
  const { on, inWorkspace } = homeOf(call, params.id, params.session_id)
  if (on !== undefined)
    await on.ask('dapplex_breakpointRemove', { id: params.id }, () =>
      toolError('BREAKPOINT_NOT_FOUND', { id: params.id }),
    )
  if (inWorkspace) call.sessions.workspace.remove(params.id)
  return { success: true as const, id: params.id }
})

export const breakpointEnable = implement(surface.breakpoint_enable, async (params, call) => {
  const { id, enabled } = params
  const { on, inWorkspace } = homeOf(call, id, params.session_id)
  const kept = inWorkspace ? call.sessions.workspace.enable(id, enabled) : undefined
  if (on !== undefined) {
    const body = await on.ask('dapplex_breakpointEnable', { id, enabled }, () =>
      toolError('BREAKPOINT_NOT_FOUND', { id }),
    )
    return breakpointRow(await asKnown(on, viewIn(body)), inWorkspace ? 'workspace' : 'session')
  }
  if (kept === undefined) throw toolError('BREAKPOINT_NOT_FOUND', { id })
  return breakpointRow(kept, 'workspace')
})

export const breakpointList = implement(surface.breakpoint_list, async (params, call) => {
  const on = sessionToList(call, params.session_id)
  const inSession = on === undefined ? [] : await Promise.all(on.view.breakpoints.map((view) => asKnown(on, view)))
  const kept = call.sessions.workspace.visible(on?.session.workspace)
  const keeper = (id: number): Keeper => (kept.some((one) => one.id === id) ? 'workspace' : 'session')
  const waiting = kept.filter(({ id }) => !inSession.some((one) => one.id === id))
  const rows = inSession.map((view) => breakpointRow(view, keeper(view.id)))
  const marked = on === undefined ? rows : await markChanged(on, rows)
  return { breakpoints: [...marked, ...waiting.map((view) => breakpointRow(view, 'workspace'))] }
})
