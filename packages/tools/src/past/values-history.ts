import { setImmediate as otherWork } from 'node:timers/promises'
import { isBarePath, surface, toolError } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { implement } from '../call/tool.js'
import type { PastStop } from '../port/past.js'
import { present } from '../result/present.js'
import { cut } from '../text/cut.js'
import { functionName } from '../text/function-name.js'
import { walkPath } from '../variables/resolve-path.js'
import { valueText } from '../variables/value-text.js'
import { demandPast, pastCall } from './at-stop.js'
import { framesAt, recorded } from './top-values.js'

/** After this many stops other work gets a turn. */
const BATCH = 16

interface Found {
  readonly value: string
  readonly type: string | undefined
  readonly function: string
  readonly line: number | undefined
}

export const valuesHistory = implement(surface.values_history, async (params, call) => {
  const on = call.on(params.session_id)
  const { expression, count, max_value_length: longest } = params
  const past = await demandPast(on)
  if (!isBarePath(expression, on.traits.presentation.names))
    throw toolError('INVALID_REFERENCE', {
      reference: expression,
      reason: 'of the past only paths such as a.b[3].c can be read',
    })
  const rows: { stop: PastStop; found: Found; last: number }[] = []
  let without = 0
  for (const [index, stopId] of past.stopIds.entries()) {
    if (index % BATCH === BATCH - 1) await otherWork()
    const stop = past.stop(stopId)
    const found = stop === undefined ? undefined : await valueAt(on, stop, params)
    const latest = rows.at(-1)
    if (stop === undefined || found === undefined) without += 1
    else if (latest !== undefined && isSame(latest.found, found)) latest.last = stopId
    else rows.push({ stop, found, last: stopId })
  }
  const values = rows.slice(-count).map(({ stop, found, last }) => {
    const shown = cut(found.value, longest)
    return present({
      stop_id: stop.stopId,
      last_stop_id: last === stop.stopId ? undefined : last,
      at: new Date(stop.at).toISOString(),
      value: shown.text,
      type: found.type,
      function: found.function,
      line: found.line,
      by: stop.by,
      truncated: shown.isCut ? (true as const) : undefined,
    })
  })
  const truncated = values.length < rows.length ? (true as const) : undefined
  return present({ expression, values, stops: past.stopIds.length, without, damage: past.damage, truncated })
})

const isSame = (a: Found, b: Found): boolean => a.value === b.value && a.function === b.function

/** The value in the first recorded frame that has it. */
async function valueAt(
  live: SessionCall,
  stop: PastStop,
  { expression, function: wanted }: { readonly expression: string; readonly function?: string | undefined },
): Promise<Found | undefined> {
  const on = pastCall(live, stop)
  const { presentation } = on.traits
  const frames = await framesAt(on, stop)
  for (const index of stop.frames) {
    const frame = frames[index]
    if (frame === undefined) continue
    const { name } = functionName(frame.name, presentation)
    if (wanted !== undefined && name !== wanted && frame.name !== wanted) continue
    const variable = await recorded(walkPath(on, frame.id, expression))
    if (variable === undefined) continue
    return { value: valueText(variable, presentation), type: variable.type, function: name, line: frame.line }
  }
  return undefined
}
