import { posix, win32 } from 'node:path'
import { surface } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { subjectOf } from '../stop/subject.js'
import { implement, memoized } from '../call/tool.js'
import { present } from '../result/present.js'
import type { Frame } from '../stop/frame.js'
import { locationOf, topFrame } from '../stop/location.js'
import { threadAtStop } from '../stop/paused-thread.js'
import { isStopped, readThreads, type ThreadName } from '../stop/threads.js'

/** For how many threads the place is read. Each costs a request, and a program may have thousands of threads. */
const MOST_PLACES = 100

const read = implement(surface.threads_list, async (params, call) => {
  const on = call.on(params.session_id)
  const current = await threadAtStop(on)
  const rows = []
  for (const [index, thread] of (await readThreads(on)).entries()) {
    const frame = index < MOST_PLACES || thread.id === current ? await topFrame(on, thread.id) : undefined
    rows.push(threadRow(on, thread, { frame, isCurrent: thread.id === current }))
  }
  return { threads: rows }
})

/** Each caller chooses its own current thread, so the current thread is part of the cache key. */
export const threadsList = memoized(surface.threads_list, read, async (params, call) => {
  const on = call.on(params.session_id)
  return subjectOf(on, params, { current_thread_id: await threadAtStop(on) })
})

function threadRow(
  on: SessionCall,
  { id, name }: ThreadName,
  { frame, isCurrent }: { readonly frame: Frame | undefined; readonly isCurrent: boolean },
) {
  return present({
    id,
    name: name === '' ? `Thread ${id}` : name,
    state: stateOf(on, id, frame),
    is_current: isCurrent,
    location: frame === undefined ? undefined : placeOf(on, frame),
  })
}

type ThreadState = 'running' | 'stopped' | 'waiting' | 'terminated'

function stateOf(on: SessionCall, threadId: number, frame: Frame | undefined): ThreadState {
  if (on.view.phase === 'ended') return 'terminated'
  if (!isStopped(on, threadId)) return 'running'
  const waits = on.traits.presentation.waitFrames
  return frame !== undefined && waits.some((pattern) => new RegExp(pattern).test(frame.name)) ? 'waiting' : 'stopped'
}

/** Seed 001 puts the base name in `file`. The absolute path is a separate field. */
function placeOf(on: SessionCall, frame: Frame) {
  const { file, ...place } = locationOf(on, frame)
  return present({ ...place, file: file === undefined ? undefined : baseName(file), path: file })
}

/** The base name of a POSIX or Windows path: the program may run on another system. */
const baseName = (path: string): string => (path.includes('/') ? posix : win32).basename(path)
