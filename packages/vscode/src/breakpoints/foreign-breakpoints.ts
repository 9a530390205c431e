import { isJsonObject, type JsonObject } from '@dapplex/protocol/plain'

/** A breakpoint of another client in a file. `line` counts from 1 and is where it really stands. */
export interface ForeignBreakpoint {
  readonly id: number
  readonly owner: string
  readonly path: string
  readonly line: number
  readonly isEnabled: boolean
  readonly condition?: string
  readonly hitCondition?: string
  readonly logMessage?: string
}

/** Reads the body of the event `dapplex_breakpoints`. Breakpoints that stand in no file are left out. */
export function readForeignBreakpoints(body: unknown): readonly ForeignBreakpoint[] {
  const all: unknown = isJsonObject(body) ? body['breakpoints'] : undefined
  return Array.isArray(all) ? all.filter(isJsonObject).flatMap(readOne) : []
}

function readOne(row: JsonObject): readonly ForeignBreakpoint[] {
  const { id, path, line, actualLine, enabled } = row
  if (typeof id !== 'number' || typeof path !== 'string' || typeof line !== 'number') return []
  const texts = (['condition', 'hitCondition', 'logMessage'] as const).flatMap((key) =>
    typeof row[key] === 'string' && row[key] !== '' ? [[key, row[key]] as const] : [],
  )
  return [
    {
      id,
      owner: nameOf(row['owner']) ?? nameOf(row['setBy']) ?? 'the tools',
      path,
      line: typeof actualLine === 'number' ? actualLine : line,
      isEnabled: enabled !== false,
      ...Object.fromEntries(texts),
    },
  ]
}

const nameOf = (actor: unknown): string | undefined =>
  isJsonObject(actor) && typeof actor['name'] === 'string' ? actor['name'] : undefined

/** What it waits for, in words; empty for one that always stops. */
export function conditionText({ condition, hitCondition, logMessage, isEnabled }: ForeignBreakpoint): string {
  return [
    ...(condition === undefined ? [] : [`if ${condition}`]),
    ...(hitCondition === undefined ? [] : [`hit ${hitCondition}`]),
    ...(logMessage === undefined ? [] : [`prints “${logMessage}”`]),
    ...(isEnabled ? [] : ['switched off']),
  ].join(', ')
}
