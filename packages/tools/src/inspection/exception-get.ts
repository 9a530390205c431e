import { surface } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { subjectOf } from '../stop/subject.js'
import { implement, memoized } from '../call/tool.js'
import { isPast, readPlace } from '../past/at-stop.js'
import { present } from '../result/present.js'
import { pausedThread } from '../stop/paused-thread.js'
import { readException, type Thrown } from '../stop/read-exception.js'

const read = implement(surface.exception_get, async (params, call) => {
  const { on, recordedStopId, notes } = await readPlace(call.on(params.session_id), undefined)
  const threadId = await pausedThread(on, params.thread_id)
  const { stop } = on.view
  const reason = reasonOf(on, threadId)
  const past = { recorded_stop_id: recordedStopId, ...notes }
  if (reason !== 'exception') return present({ thrown: false, stop_reason: reason, ...past })
  const exception = await readException(on, { reason, breakpointIds: [], stopId: on.view.stopId, ...stop, threadId })
  return present({
    thrown: true,
    stop_reason: reason,
    ...described(exception),
    description: exception.description,
    break_mode: exception.breakMode,
    inner: exception.inner.length === 0 ? undefined : flatten(exception.inner).map(described),
    ...past,
  })
})

export const exceptionGet = memoized(surface.exception_get, read, async (params, call) => {
  const on = call.on(params.session_id)
  if (isPast(on)) return undefined
  return subjectOf(on, params, { thread_id: await pausedThread(on, params.thread_id) })
})

/** The reason of this thread's own stop, if threads stop one by one. */
function reasonOf(on: SessionCall, threadId: number): string {
  const { threads, stop } = on.view
  if (stop === undefined || stop.threadId === threadId || stop.threadId === undefined) return stop?.reason ?? 'unknown'
  return threads.find((thread) => thread.threadId === threadId)?.reason ?? stop.reason
}

const described = ({ type, typeFull, message, stackTrace }: Thrown) =>
  present({ type, type_full: typeFull, message, stack_trace: stackTrace })

const flatten = (inner: readonly Thrown[]): Thrown[] => inner.flatMap((one) => [one, ...flatten(one.inner)])
