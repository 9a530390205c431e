import type { SessionCall } from '../call/call.js'
import { readTop, shownStack } from '../digest/digest-stack.js'
import { part, valueOf } from '../digest/part.js'
import { present } from '../result/present.js'
import { locationOf } from '../stop/location.js'
import { isOwn, ownFolders } from '../stop/own-code.js'
import { isStopped, readThreads, type ThreadName } from '../stop/threads.js'
import { servedWaits, waitOf, type Wait } from './thread-waits.js'

/** Each thread costs a request. A program can have thousands. */
const MOST_THREADS = 300

/** One thread with what is known of it. */
export interface SeenThread extends ThreadName {
  readonly state: 'running' | 'stopped'
  /** The first frames of the program's own code. */
  readonly stack: string[]
  readonly wait?: Wait
}

export interface SeenThreads {
  readonly threads: readonly SeenThread[]
  /** How many the program has. */
  readonly total: number
}

/** All threads with their stacks, the current one first. */
export async function readAllThreads(on: SessionCall, current: number | undefined): Promise<SeenThreads> {
  const [all, served] = [await readThreads(on), await servedWaits(on)]
  const ordered = [...all.filter(({ id }) => id === current), ...all.filter(({ id }) => id !== current)]
  const threads: SeenThread[] = []
  for (const thread of ordered.slice(0, MOST_THREADS)) threads.push(await readThread(on, thread, served))
  return { threads, total: all.length }
}

async function readThread(on: SessionCall, thread: ThreadName, served: readonly Wait[] | undefined): Promise<SeenThread> {
  const state = isStopped(on, thread.id) ? ('stopped' as const) : ('running' as const)
  const name = thread.name === '' ? `Thread ${thread.id}` : thread.name
  const known = served?.find(({ thread_id: id }) => id === thread.id)
  const stack = state === 'running' ? undefined : valueOf(await part(readTop(on, thread.id)))
  const seen = { id: thread.id, name, state }
  if (stack === undefined) return present({ ...seen, stack: [], wait: known })
  const own = stack.frames.find((frame) => isOwn(frame, ownFolders(on, undefined)))
  const told = served === undefined ? waitOf(on, stack.frames) : undefined
  const { line, file, function: name2 } = own === undefined ? {} : locationOf(on, own)
  const location = file === undefined || line === undefined ? undefined : present({ file, line, function: name2 })
  const wait = told === undefined ? known : present({ thread_id: thread.id, name, ...told, location })
  return present({ ...seen, stack: shownStack(on, stack).lines, wait })
}
