import type { SessionCall } from '../call/call.js'
import { readTop, shownStack } from '../digest/digest-stack.js'
import { part, valueOf } from '../digest/part.js'
import { present } from '../result/present.js'
import type { Frame } from '../stop/frame.js'
import { locationOf, topFrame } from '../stop/location.js'
import { isOwn, ownFolders } from '../stop/own-code.js'
import { isStopped, readThreads, type ThreadName } from '../stop/threads.js'
import { knownWaits, waitOf, type Wait } from './thread-waits.js'

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
  const [all, known] = [await readThreads(on), await knownWaits(on)]
  const ordered = [...all.filter(({ id }) => id === current), ...all.filter(({ id }) => id !== current)]
  const threads: SeenThread[] = []
  const top = current === undefined ? undefined : await topFrame(on, current)
  const setting = { known, folders: ownFolders(on, top) }
  for (const thread of ordered.slice(0, MOST_THREADS)) threads.push(await readThread(on, thread, setting))
  return { threads, total: all.length }
}

/** What is known before the threads are read one by one. */
interface Setting {
  readonly known: readonly Wait[] | undefined
  readonly folders: readonly string[]
}

async function readThread(
  on: SessionCall,
  { id, name: given }: ThreadName,
  { known, folders }: Setting,
): Promise<SeenThread> {
  const state = isStopped(on, id) ? ('stopped' as const) : ('running' as const)
  const name = given === '' ? `Thread ${id}` : given
  const wait = known?.find(({ thread_id: one }) => one === id)
  const stack = state === 'running' ? undefined : valueOf(await part(readTop(on, id)))
  const own = stack?.frames.find((frame) => isOwn(frame, folders))
  // The threads of a runtime run no code of the program.
  if (stack === undefined || own === undefined) return present({ id, name, state, stack: [], wait })
  const told = known === undefined ? waitOf(on, stack.frames, folders) : undefined
  return present({
    id,
    name,
    state,
    stack: shownStack(on, stack).lines,
    wait: told === undefined ? wait : present({ thread_id: id, name, ...told, location: lineOf(on, own) }),
  })
}

function lineOf(on: SessionCall, frame: Frame): Wait['location'] {
  const { file, line, function: name } = locationOf(on, frame)
  return file === undefined || line === undefined ? undefined : present({ file, line, function: name })
}
