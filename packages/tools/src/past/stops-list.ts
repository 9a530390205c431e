import { surface } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { implement } from '../call/tool.js'
import type { PastStop } from '../port/past.js'
import { present } from '../result/present.js'
import { readException } from '../stop/read-exception.js'
import { cut } from '../text/cut.js'
import { demandPast, pastCall } from './at-stop.js'
import { glanceAt, recorded, type Glance } from './top-values.js'

const MOST_CHANGED = 5
const LONGEST_VALUE = 120

export const stopsList = implement(surface.stops_list, async ({ session_id, before_stop_id, count }, call) => {
  const on = call.on(session_id)
  const past = await demandPast(on)
  const before = past.stopIds.filter((stopId) => before_stop_id === undefined || stopId < before_stop_id)
  const shown = before.slice(-count)
  // The first of them is compared with the one before it.
  const read = before.slice(-count - 1)
  const stops = []
  let previous: Glance | undefined
  for (const stopId of read) {
    const stop = past.stop(stopId)
    if (stop === undefined) continue
    const there = pastCall(on, stop)
    const glance = await glanceAt(there, stop)
    if (shown.includes(stopId)) stops.push(await stopRow(there, { stop, glance, previous }))
    previous = glance
  }
  return present({
    stops,
    total: past.stopIds.length,
    dropped: past.dropped > 0 ? past.dropped : undefined,
    damage: past.damage,
    truncated: shown.length < before.length ? (true as const) : undefined,
  })
})

async function stopRow(
  on: SessionCall,
  {
    stop,
    glance,
    previous,
  }: { readonly stop: PastStop; readonly glance: Glance; readonly previous: Glance | undefined },
) {
  const { stopId, at, reason, threadId, by, breakpointIds } = stop
  const thrown = reason === 'exception' ? await recorded(readException(on, { ...stop })) : undefined
  const changed = changesIn(glance, previous)
  return present({
    stop_id: stopId,
    at: new Date(at).toISOString(),
    reason,
    thread_id: threadId,
    location: glance.location,
    by,
    breakpoint_ids: breakpointIds.length === 0 ? undefined : [...breakpointIds],
    exception: thrown?.type,
    changed: changed.length === 0 ? undefined : changed,
    recorded: stop.recorded,
  })
}

/** In another function nothing has changed: there are other variables. */
function changesIn(glance: Glance, previous: Glance | undefined) {
  if (previous === undefined || previous.values.size === 0 || glance.function !== previous.function) return []
  const changed = [...glance.values].filter(([name, value]) => previous.values.get(name) !== value)
  return changed.slice(0, MOST_CHANGED).map(([name, value]) => {
    const before = previous.values.get(name)
    return present({
      name,
      value: cut(value, LONGEST_VALUE).text,
      previous: before === undefined ? undefined : cut(before, LONGEST_VALUE).text,
    })
  })
}
