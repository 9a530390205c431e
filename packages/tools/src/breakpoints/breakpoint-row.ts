import type { BreakpointView, ExceptionSpec } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import type { RefusedBreakpoint } from '../port/dap-session.js'
import { present } from '../result/present.js'
import { changedSources } from '../sources/changed-sources.js'
import { isThere } from '../sources/is-there.js'
import { actorRow } from '../result/session-state.js'

/** Who keeps a breakpoint that no client owns. */
export type Keeper = 'session' | 'workspace'

const exceptionMembers = (spec: ExceptionSpec | undefined) =>
  spec === undefined
    ? {}
    : {
        exception_type: spec.type,
        break_on_first_chance: spec.firstChance,
        break_on_second_chance: spec.secondChance,
        include_subtypes: spec.subtypes,
      }

/** The rows of a session, with what is known about their sources. */
export async function markChanged<R extends ReturnType<typeof breakpointRow>>(on: SessionCall, rows: readonly R[]) {
  const changed = await changedSources(
    on,
    rows.map(({ file }) => file),
  )
  return rows.map((row) => {
    const isChanged = row.file !== undefined && changed.has(row.file)
    return isChanged ? { ...row, source_changed: true as const } : row
  })
}

/** Where it stands. A function has no line before it is found. */
const placeOf = ({ path, line, actualLine, movedFrom, stale, what }: BreakpointView) => ({
  file: path,
  line: what === 'function' ? undefined : (actualLine ?? line),
  requested_line: actualLine === undefined || actualLine === line || what === 'function' ? undefined : line,
  moved_from: movedFrom,
  stale,
})

/** A breakpoint as a launch tells it: where it stands, and whether it can stop the program. */
export const launchedRow = (view: BreakpointView) =>
  present({
    id: view.id,
    verified: view.verified,
    ...placeOf(view),
    function: view.function,
    filter: view.filter,
    exception_type: view.exception?.type,
    message: messageOf(view) ?? movedText(view),
  })

function movedText({ verified, line, actualLine, what }: BreakpointView): string | undefined {
  if (!verified || what !== 'source' || actualLine === undefined || line === undefined || actualLine === line)
    return undefined
  return `line ${line} has no code: moved to line ${actualLine}`
}

/** One that the adapter has refused: nobody can remove it, so it has no id. */
export const refusedRow = ({ spec, reason }: RefusedBreakpoint) =>
  present({ verified: false, file: spec.path, line: spec.line, function: spec.function, message: reason })

/** Why a breakpoint cannot stop the program yet, where the adapter does not say it. */
const UNSEEN = {
  source:
    'its file is not loaded yet: it is set when that is loaded; if it never is, check the path and which program runs',
  function: 'nothing that is loaded defines this function: check the name, or give file and line',
} as const

const messageOf = ({ what, verified, message, enabled }: BreakpointView): string | undefined =>
  message ?? (!verified && enabled && (what === 'source' || what === 'function') ? UNSEEN[what] : undefined)

/** The breakpoint, `verified` only where its place is known to be there. */
export async function asKnown(on: SessionCall, view: BreakpointView): Promise<BreakpointView> {
  const { what, verified } = view
  if (!verified || (what !== 'source' && what !== 'function') || (await isThere(on, view))) return view
  return { ...view, verified: false }
}

export function breakpointRow(view: BreakpointView, keeper: Keeper) {
  const { id, what, verified, enabled, column, condition, owner, setBy } = view
  return present({
    id,
    what,
    verified,
    enabled,
    ...placeOf(view),
    column,
    function: view.function,
    expression: view.expression,
    access: view.access,
    filter: view.filter,
    ...exceptionMembers(view.exception),
    condition,
    hit_condition: view.hitCondition,
    log_message: view.logMessage,
    // Without a session nothing can be loaded.
    message: keeper === 'workspace' ? view.message : messageOf(view),
    hit_count: view.hits,
    kept_for: owner === undefined ? keeper : undefined,
    workspace: view.workspace,
    owner: owner === undefined ? undefined : actorRow(owner),
    set_by: setBy === undefined ? undefined : actorRow(setBy),
  })
}
