import type { BreakpointView, ExceptionSpec } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { present } from '../result/present.js'
import { changedSources } from '../sources/changed-sources.js'
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

export function breakpointRow(view: BreakpointView, keeper: Keeper) {
  const { id, what, verified, enabled, path, line, actualLine, column, condition, message, owner, setBy } = view
  return present({
    id,
    what,
    verified,
    enabled,
    file: path,
    line: actualLine ?? line,
    requested_line: actualLine === undefined || actualLine === line ? undefined : line,
    column,
    function: view.function,
    filter: view.filter,
    ...exceptionMembers(view.exception),
    condition,
    hit_condition: view.hitCondition,
    log_message: view.logMessage,
    message,
    hit_count: view.hits,
    kept_for: owner === undefined ? keeper : undefined,
    workspace: view.workspace,
    owner: owner === undefined ? undefined : actorRow(owner),
    set_by: setBy === undefined ? undefined : actorRow(setBy),
  })
}
