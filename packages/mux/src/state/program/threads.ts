import type { Actor, JsonObject, StopView } from '@dapplex/protocol'
import type { ClientId } from '../contract/input.js'
import type { Epoch } from '../ids/reference-table.js'

/** One thread of the program, by the id that clients see. */
export interface Thread {
  readonly id: number
  name: string | undefined
  isStopped: boolean
  reason: string | undefined
  /** The number of the stop that it stands at; undefined while it runs. */
  stopId: number | undefined
  /** Its `started` event, which is told when it runs, and the clients that wait for it (mux 7). */
  heldStart: { readonly body: JsonObject; readonly clients: ReadonlySet<ClientId> } | undefined
}

/** The answer to a stackTrace, in the adapter's conventions and the clients' ids. */
interface KnownStack {
  readonly epoch: Epoch
  readonly body: () => Readonly<Record<string, unknown>>
}

export interface Threads {
  readonly all: Map<number, Thread>
  /** Stacks that were told, by the arguments of their request, each good until its epoch is over (mux 26). */
  readonly stacks: Map<string, KnownStack>
  /** Threads of which the adapter has said that they have ended. */
  readonly ended: Set<number>
  /** Counts stops; 0 before the first. */
  stopId: number
  /** The latest stop; undefined once the program runs again. */
  stop: StopView | undefined
  /** Body of the latest `stopped` of each stopped thread, with translated ids, for late joiners (mux 7). */
  readonly bodies: Map<number, Readonly<Record<string, unknown>>>
  /** Body of a stop that names no thread. */
  anonymousBody: Readonly<Record<string, unknown>> | undefined
  current: number | undefined
  /** Whether the latest stop held all threads. */
  stopsAll: boolean
  /** Who caused the latest stop, if anybody. */
  stoppedBy: Actor | undefined
  /** When the latest stop was told, in milliseconds. */
  stoppedAt: number
}

export const createThreads = (): Threads => ({
  all: new Map(),
  stacks: new Map(),
  ended: new Set(),
  stopId: 0,
  stop: undefined,
  bodies: new Map(),
  anonymousBody: undefined,
  current: undefined,
  stopsAll: false,
  stoppedBy: undefined,
  stoppedAt: 0,
})

/** The thread of that id; a thread that nobody announced is there from its first mention. */
export function threadOf(threads: Threads, id: number): Thread {
  const known = threads.all.get(id)
  if (known !== undefined) return known
  threads.ended.delete(id)
  const thread: Thread = {
    id,
    name: undefined,
    isStopped: false,
    reason: undefined,
    stopId: undefined,
    heldStart: undefined,
  }
  threads.all.set(id, thread)
  return thread
}

export function isAnyStopped(threads: Threads): boolean {
  return threads.stop !== undefined || threads.bodies.size > 0
}

/** Whether a thread stands, as clients know: they were told of its own stop, or of one that holds all threads. */
export const stands = (threads: Threads, thread: Thread): boolean =>
  isAnyStopped(threads) && (threads.stopsAll || thread.isStopped)

/** Marks a thread, or all of them, as running. */
export function markRunning(threads: Threads, threadId: number | 'all'): void {
  if (threadId === 'all') {
    for (const thread of threads.all.values()) setRunning(thread)
    threads.bodies.clear()
    threads.anonymousBody = undefined
    threads.stop = undefined
    threads.stopsAll = false
    return
  }
  const thread = threads.all.get(threadId)
  if (thread !== undefined) setRunning(thread)
  threads.bodies.delete(threadId)
  if (threads.stop?.threadId === threadId) threads.stop = undefined
  if (threads.bodies.size === 0 && threads.anonymousBody === undefined) threads.stop = undefined
}

export function setStopped(thread: Thread, stopId: number): void {
  thread.isStopped = true
  thread.stopId = stopId
}

function setRunning(thread: Thread): void {
  thread.isStopped = false
  thread.stopId = undefined
}

/** Ended threads that are remembered: a program may start threads without end. */
const MOST_ENDED = 4096

/** Forgets a thread that has ended. */
export function forgetThread(threads: Threads, threadId: number): void {
  threads.ended.add(threadId)
  const [oldest] = threads.ended
  if (threads.ended.size > MOST_ENDED && oldest !== undefined) threads.ended.delete(oldest)
  threads.all.delete(threadId)
  threads.bodies.delete(threadId)
  if (threads.current === threadId) threads.current = undefined
}
