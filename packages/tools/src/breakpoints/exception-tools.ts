import { type BreakpointView, flagIn, listIn, nearestName, surface, textIn, toolError } from '@dapplex/protocol'
import type { Call, SessionCall } from '../call/call.js'
import { invalidParameter } from '../call/invalid-parameter.js'
import { implement } from '../call/tool.js'
import type { BreakpointSpec } from '../port/dap-session.js'
import { present } from '../result/present.js'
import { actorRow } from '../result/session-state.js'
import { sessionForBreakpoints, viewIn } from './breakpoint-home.js'
import { breakpointRow } from './breakpoint-row.js'

export const breakpointSetException = implement(surface.breakpoint_set_exception, async (params, call) => {
  const { exception_type: type, break_on_first_chance: firstChance, break_on_second_chance: secondChance } = params
  if (!firstChance && !secondChance) {
    const says = 'Give break_on_first_chance, break_on_second_chance or both'
    throw invalidParameter({ field: 'break_on_second_chance', says, value: false })
  }
  const on = sessionForBreakpoints(call, params.session_id)
  const exception = { type, firstChance, secondChance, subtypes: params.include_subtypes }
  return add(call, on, { exception })
})

async function add(call: Call, on: SessionCall | undefined, spec: BreakpointSpec) {
  if (on === undefined) return breakpointRow(call.sessions.workspace.add(spec), 'workspace')
  const { filter = spec.exception?.type ?? '' } = spec
  const body = await on.ask('dapplex_breakpointAdd', { ...spec }, (reason) =>
    toolError('UNSUPPORTED', { capability: filter, adapter: on.session.adapter.title, reason }, reason),
  )
  return breakpointRow(viewIn(body), 'session')
}

/** The kept ones of the caller's own workspace: filters of another project are not its to replace. */
function keptHere({ sessions: { workspace } }: Call): readonly BreakpointView[] {
  return workspace.list().filter((one) => workspace.isHere(one))
}

/** The filters that are set, by the tools or by an editor. */
const isFilter = ({ what, filter }: BreakpointView): boolean => what === 'exception' && filter !== undefined

export const exceptionFiltersList = implement(surface.exception_filters_list, async (params, call) => {
  const on = sessionForBreakpoints(call, params.session_id)
  const set = (on?.view.breakpoints ?? keptHere(call)).filter(isFilter)
  const known = on === undefined ? [] : listIn({ ...on.view.capabilities }, 'exceptionBreakpointFilters')
  const unknown = set.filter((one) => !known.some((row) => row['filter'] === one.filter))
  const rows = [...known, ...unknown.map(({ filter }) => ({ filter }))]
  return Promise.resolve({
    filters: rows.map((row) => {
      const filter = textIn(row, 'filter') ?? ''
      const those = set.filter((one) => one.filter === filter)
      const own = those.find(({ owner }) => owner === undefined)
      return present({
        filter,
        label: textIn(row, 'label'),
        description: textIn(row, 'description'),
        default: flagIn(row, 'default'),
        enabled: own?.enabled ?? false,
        condition: own?.condition,
        supports_condition: flagIn(row, 'supportsCondition'),
        condition_description: textIn(row, 'conditionDescription'),
        enabled_by: those.flatMap(({ owner }) => (owner === undefined ? [] : [actorRow(owner)])),
      })
    }),
  })
})

interface FilterSpec {
  readonly filter: string
  readonly condition?: string
}

export const exceptionFiltersSet = implement(surface.exception_filters_set, async (params, call) => {
  const on = sessionForBreakpoints(call, params.session_id)
  const specs = params.filters.map((one): FilterSpec => (typeof one === 'string' ? { filter: one } : present(one)))
  if (on !== undefined) specs.forEach((spec, index) => demandFilter(on, spec, index))
  const before = (on?.view.breakpoints ?? keptHere(call)).filter((one) => isFilter(one) && one.owner === undefined)
  const isSame = (spec: FilterSpec) => (one: BreakpointView) =>
    one.filter === spec.filter && one.condition === spec.condition && one.enabled
  const stays = before.filter((one) => specs.some((spec) => isSame(spec)(one)))
  for (const { id } of before.filter((one) => !stays.includes(one))) await remove(call, on, id)
  const added = []
  for (const spec of specs.filter((one) => !stays.some(isSame(one)))) added.push(await add(call, on, spec))
  const keeper = on === undefined ? 'workspace' : 'session'
  return { success: true as const, breakpoints: [...stays.map((view) => breakpointRow(view, keeper)), ...added] }
})

async function remove(call: Call, on: SessionCall | undefined, id: number): Promise<void> {
  call.sessions.workspace.remove(id)
  await on?.ask('dapplex_breakpointRemove', { id }, () => toolError('BREAKPOINT_NOT_FOUND', { id }))
}

/** @throws ToolError INVALID_PARAMETER for a filter that the adapter has not, UNSUPPORTED where it has none at all */
function demandFilter(on: SessionCall, { filter, condition }: FilterSpec, index: number): void {
  // The filters are known only after the adapter has answered initialize.
  if (on.view.phase === 'starting') return
  const known = listIn({ ...on.view.capabilities }, 'exceptionBreakpointFilters')
  const adapter = on.session.adapter.title
  if (known.length === 0) throw toolError('UNSUPPORTED', { capability: 'exceptionBreakpointFilters', adapter })
  const names = known.map((one) => textIn(one, 'filter') ?? '')
  const found = known.find((one) => one['filter'] === filter)
  const field = `filters.${index}`
  if (found === undefined) {
    const nearest = nearestName(filter, names)
    const says = `${adapter} has no exception filter '${filter}'`
    throw invalidParameter({
      field,
      says,
      value: filter,
      allowed: names,
      ...(nearest === undefined ? {} : { nearest }),
    })
  }
  if (condition !== undefined && !flagIn(found, 'supportsCondition')) {
    const says = `The exception filter '${filter}' of ${adapter} takes no condition`
    throw invalidParameter({ field: `${field}.condition`, says, value: condition })
  }
}
