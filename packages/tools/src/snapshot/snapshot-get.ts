import { surface } from '@dapplex/protocol'
import { implement } from '../call/tool.js'
import { readDigest, type Digest } from '../digest/digest.js'
import { fit } from '../digest/fit.js'
import { present } from '../result/present.js'
import { bytesOf } from '../result/with-bytes.js'
import { demandPaused, threadAtStop } from '../stop/paused-thread.js'
import { foldThreads, foldWaits, type ThreadGroup, type WaitGroup } from './fold-threads.js'
import { readAllThreads } from './read-threads.js'
import { deadlocks } from './thread-waits.js'

export const snapshotGet = implement(surface.snapshot_get, async (params, call) => {
  const on = call.on(params.session_id)
  demandPaused(on)
  const threadId = await threadAtStop(on)
  const { threads, total } = await readAllThreads(on, threadId)
  const waiting = threads.flatMap(({ wait }) => (wait === undefined ? [] : [wait]))
  const circles = deadlocks(waiting)
  const { stop } = on.view
  const digest: Digest = stop === undefined ? {} : await readDigest(on, { stop, threadId }, params.detail)
  const rows: Rows = { groups: foldThreads(threads), waiting: foldWaits(waiting), total }
  const rest = present({
    deadlocks: circles.length === 0 ? undefined : circles,
    stop_id: stop?.stopId,
    reason: stop?.reason,
    thread_id: threadId,
    ...besideThreads(digest),
  })
  const fitted = (share: number) =>
    fit({ threads: total, ...fitRows(rows, params.max_bytes * share), ...rest }, params.max_bytes)
  const share = SHARES.find((one) => bytesOf(fitted(one)) <= params.max_bytes) ?? 0
  return fitted(share)
})

/** Of the bytes, for the threads, if the rest fits: that is for the values. */
const SHARES = [2 / 3, 1 / 2, 1 / 3, 1 / 6]

/** The first row has the stack already. The output belongs to who waits for a stop, not to who looks at the threads. */
const besideThreads = ({ output: _output, stack: _stack, ...digest }: Digest) => digest

interface Rows {
  readonly groups: readonly ThreadGroup[]
  readonly waiting: readonly WaitGroup[]
  readonly total: number
}

/** What fits. The rows of the last groups go first: the current thread is in the first one. */
function fitRows({ groups, waiting, total }: Rows, maxBytes: number) {
  const kept = [...groups]
  const told = [...waiting]
  while (kept.length > 1 && bytesOf({ kept, told }) > maxBytes) kept.pop()
  while (told.length > 0 && bytesOf({ kept, told }) > maxBytes) told.pop()
  const hidden = total - kept.reduce((sum, { count }) => sum + count, 0)
  return present({
    groups: kept,
    waiting: told.length === 0 ? undefined : told,
    hidden_threads: hidden === 0 ? undefined : hidden,
    hidden_waits: told.length === waiting.length ? undefined : waiting.length - told.length,
  })
}
