import type { JsonObject } from '@dapplex/protocol'
import type { BreakpointList, LifecycleState } from '@dapplex/mux'
import { clientId, isResume, JOB_OWNER, viewOf } from '@dapplex/mux'
import type { SimClient } from './sim-client.js'
import type { World } from './world.js'
import { insist } from './world.js'

/** Pictures of the whole session are taken only now and then. */
const VIEW_EVERY = 512

/** What must hold after every input. */
export function checkState(world: World): void {
  const { session } = world
  for (const client of world.clients.values()) checkStops(world, client)
  if (session.lifecycle.state.kind !== 'ended')
    for (const list of session.breakpoints.lists.values()) checkUnion(world, list)
  checkJob(world)
  insist(session.pending.entries.size <= 2000, () => 'more than 2000 requests wait for the adapter')
  if (world.inputs % VIEW_EVERY === 0) JSON.stringify(viewOf(session))
}

/** Folding what a client was told gives the state of the session: for the first client and for the one that came last. */
function checkStops(world: World, client: SimClient): void {
  const { session } = world
  const core = session.clients.get(clientId(client.id))
  if (session.lifecycle.state.kind === 'ended' || core === undefined || core.stage !== 'live') return
  // Until its own resume is answered a client does not know where it stands.
  for (const { command } of client.open.values()) if (isResume(command)) return
  const { bodies, anonymousBody } = session.threads
  const isStopped = bodies.size > 0 || anonymousBody !== undefined
  insist(
    isStopped === client.stopped.size > 0,
    () =>
      `client ${client.id} takes the program for ${client.stopped.size > 0 ? 'stopped' : 'running'}; it is ${isStopped ? 'stopped' : 'running'}`,
  )
  insist(
    isStopped === (session.lifecycle.state.kind === 'stopped'),
    () => `state ${session.lifecycle.state.kind} while ${bodies.size} threads are stopped`,
  )
  if (session.options.traits.stops !== 'thread' || session.threads.stopsAll) return
  for (const threadId of bodies.keys())
    insist(client.stopped.has(threadId), () => `client ${client.id} does not know that thread ${threadId} is stopped`)
}

/** A job leaves no breakpoint behind, and no thread that stands without anybody knowing it. */
function checkJob({ session, adapter }: World): void {
  const { jobs, breakpoints, threads, examinations, pending, resumes, lifecycle, options } = session
  if (jobs.current.kind === 'active') return
  for (const list of breakpoints.lists.values())
    insist(!list.owners.has(JOB_OWNER), () => `${list.key} has breakpoints of a job that is over`)
  if (lifecycle.state.kind !== 'running' || options.traits.stops !== 'all' || adapter.state !== 'open') return
  // A late `continued` can be taken for a resume by itself.
  if (adapter.temper.echo === 'late') return
  // What stands after a pause that has undone a resume is told with the pause.
  if (adapter.isWaking || adapter.pausesToTell > 0) return
  const isSettled = examinations.current === undefined && resumes.asked.length === 0 && adapter.early.size === 0
  for (const { command } of pending.entries.values()) if (isResume(command) || command === 'restart') return
  insist(
    !isSettled || adapter.program !== 'stopped' || threads.stop !== undefined,
    () => 'the program stands, and nobody knows it',
  )
}

function takesBreakpoints(state: LifecycleState): boolean {
  if (state.kind === 'configuring') return state.adapter === 'ready'
  return (state.kind === 'running' || state.kind === 'stopped') && state.adapter === 'ready' && state.isInitialized
}

/** At rest the adapter holds the union of what its clients want. */
function checkUnion(world: World, list: BreakpointList): void {
  const { adapter } = world
  if (list.kind !== 'source' || list.flight !== undefined || list.waiting.length > 0 || list.signature === undefined)
    return
  const { lifecycle } = world.session
  if (adapter.state !== 'open' || !takesBreakpoints(lifecycle.state)) return
  const held = adapter.held.get(list.key.slice('path:'.length))
  if (held === undefined || held === 'unknown') return
  const wanted = new Set<unknown>()
  for (const { specs } of list.owners.values())
    for (const spec of specs) if (spec.isEnabled && spec.aliasOf === undefined) wanted.add(spec.raw['line'])
  const has = new Set(held.map((one: JsonObject) => one['line']))
  const isEqual = wanted.size === has.size && [...wanted].every((line) => has.has(line))
  insist(isEqual, () => `${list.key}: clients want lines ${[...wanted].join()}, the adapter has ${[...has].join()}`)
}

/** The adapter is gone for good: nobody waits for anything any more, and everyone has heard of the end once. */
export function checkEnd(world: World): void {
  const { session } = world
  if (session.lifecycle.state.kind !== 'ended') return
  for (const client of world.clients.values()) {
    insist(
      client.open.size === 0,
      () => `client ${client.id} still waits for ${[...client.open.values()].map((one) => one.command).join()}`,
    )
    insist(
      client.terminated <= 1 + world.starts,
      () => `client ${client.id} heard of the end ${client.terminated} times`,
    )
  }
}
