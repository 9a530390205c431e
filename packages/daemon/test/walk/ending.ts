import { firstOf, must } from '@dapplex/testkit'
import type { DapClient } from '@dapplex/testkit'
import { join, setLines, SLOW } from '../rules/support/sessions.js'
import { call, rowsIn, type Caller } from './agent-calls.js'
import { leave, stop, vanish } from './coming-and-going.js'
import { look, type Inside, type Read } from './editor-reads.js'
import { inTime } from './in-time.js'
import { Stands } from './stands.js'
import type { Watcher } from './watcher.js'
import type { WalkEditor, WalkSession, World } from './world.js'

const insiders = (editors: readonly WalkEditor[], session: WalkSession): Inside[] =>
  editors.flatMap(({ presence }) => (presence.kind === 'in' && presence.session === session ? [presence] : []))

/**
 * Nobody is frozen at the end: a fresh editor joins, the program can be paused, everybody is at the same place, the program
 * goes on for everybody, and reaches a breakpoint. Gives the fresh editor.
 */
export async function checkAlive(world: World, session: WalkSession): Promise<WalkEditor> {
  const { host, program, trace } = world
  trace.note('walk', 'is anybody frozen?')
  const others = insiders(world.editors, session)
  await Promise.all(others.map(({ client }) => setLines(client, program.source, [])))
  await removeBreakpoints(world, session)
  const { client } = await inTime('the last join', join(host, session.id, { name: 'last' }))
  world.clients.push({ client, session })
  const last: Inside = { kind: 'in', client, stands: new Stands(client, session), session, hasLeft: false }
  const everybody = [last, ...others]
  await standStill(last, everybody)
  const first = await samePlace(world, everybody)

  const [inner] = program.lines
  await setLines(client, program.source, [inner])
  const stops = everybody.map(({ stands }) => stands.stops.length)
  const { threads } = await client.expectSuccess('threads', undefined, SLOW)
  const threadId = last.stands.stop?.threadId ?? threads[0]?.id ?? 1
  await client.expectSuccess('continue', { threadId }, SLOW)
  await Promise.all(everybody.map((one, at) => untilStopped(one, stops[at])))
  const second = await samePlace(world, everybody)
  if (second.line !== inner)
    trace.problem('last', `it went on to line ${second.line}, not to the breakpoint at ${inner}`)
  if (Number(second.tick) < Number(first.tick))
    trace.problem('last', `tick went back from ${first.tick} to ${second.tick}`)
  return { name: 'last', presence: last }
}

/** The breakpoints of the session, which outlive whoever set them. */
async function removeBreakpoints(world: World, session: WalkSession): Promise<void> {
  const caller = agentOf(world)
  const list = await call(caller, session, { tool: 'breakpoint_list', params: {} })
  for (const { id } of rowsIn(list ?? {}, 'breakpoints'))
    if (typeof id === 'number') await call(caller, session, { tool: 'breakpoint_remove', params: { id } })
}

const agentOf = ({ agent }: World): Caller => ({ name: 'agent', client: agent })

async function standStill(last: Inside, everybody: readonly Inside[]): Promise<void> {
  const { threads } = await last.client.expectSuccess('threads', undefined, SLOW)
  if (!last.stands.isStopped) {
    const threadId = threads[0]?.id ?? (await firstThread(last))
    await last.client.expectSuccess('pause', { threadId }, SLOW)
  }
  await Promise.all(everybody.map((one) => untilStopped(one)))
}

/** A program that has just been launched has no thread yet that could be paused. */
async function firstThread({ client }: Inside): Promise<number> {
  const { body } = await client.waitForEvent('thread', ({ body: { reason } }) => reason === 'started', SLOW)
  return body.threadId
}

/** @param seen so many stops have come before the one that is waited for */
const untilStopped = ({ client, stands }: Inside, seen = 0): Promise<true> =>
  client.timeline.waitFor(
    'the program to be stopped',
    () => (stands.isStopped && stands.stops.length > seen ? true : undefined),
    SLOW,
  )

/** Where the program stands: for every editor, and for the agent. What was seen before is compared as well. */
async function samePlace(world: World, everybody: readonly Inside[]): Promise<Read> {
  const { session } = firstOf(everybody)
  const reads = await Promise.all(everybody.map((one) => look(world, one)))
  const state = await call(agentOf(world), session, { tool: 'debug_state', params: {} })
  await call(agentOf(world), session, { tool: 'variables_get', params: {} })
  if (state?.['state'] !== 'stopped' || typeof state['stop_id'] !== 'number') {
    world.trace.problem('agent', `the program stands for the editors, but is ${String(state?.['state'])} for the agent`)
    return {}
  }
  for (const [at, one] of everybody.entries()) {
    const { name } = one.client.timeline
    if (reads[at] === undefined) world.trace.problem(name, 'cannot read where the program stands')
    align(session, one, state['stop_id'])
  }
  return reads[0] ?? {}
}

/** An editor that is told of every stop knows the number of each, counted back from the current one. */
function align(session: WalkSession, { client, stands }: Inside, current: number): void {
  for (const [at, { reason, threadId, facts }] of stands.stops.entries()) {
    const stopId = current - (stands.stops.length - 1 - at)
    const place = threadId === undefined ? {} : { threadId, ...facts }
    session.ledger.note(stopId, { reason, ...place }, `editor ${client.timeline.name}`)
  }
}

/** The ways in which everybody leaves; after each of them the session has ended and the program with it. */
type Ending = (at: {
  readonly world: World
  readonly session: WalkSession
  readonly last: WalkEditor
  readonly editors: readonly WalkEditor[]
  readonly watcher: Watcher
}) => Promise<void>

const ENDINGS: readonly Ending[] = [
  // One editor ends it for everybody.
  async ({ world, last, editors }) => {
    await stop(world, last)
    await afterTheEnd(world, editors)
  },
  // The agent leaves, then one editor after the other: the program ends with the last.
  async ({ world, session, last, editors }) => {
    await call(agentOf(world), session, { tool: 'debug_disconnect', params: {} })
    for (const editor of [...editors, last]) await leave(world, editor)
  },
  // The agent ends it; where a person has control it may not, and the person does.
  async ({ world, session, last, editors }) => {
    const ended = await call(agentOf(world), session, { tool: 'debug_disconnect', params: { terminate: true } })
    if (ended === undefined) await stop(world, last)
    await afterTheEnd(world, [...editors, last])
  },
  // The editors are gone without a word; the agent ends it.
  async ({ world, session, last, editors, watcher }) => {
    await call(agentOf(world), session, { tool: 'debug_state', params: {} })
    const gone = [...editors, last]
    watcher.forgetLeft()
    for (const editor of gone) await vanish(world, editor)
    await Promise.all(gone.map(({ name }) => watcher.sawLeave(session, name)))
    const ended = await call(agentOf(world), session, { tool: 'debug_disconnect', params: { terminate: true } })
    if (ended === undefined) world.trace.problem('agent', 'alone in the session, it may not end the program')
  },
]

/** Everybody leaves. The watcher first, so that it keeps no session alive. */
export async function end(
  world: World,
  { session, last, watcher, ending }: { session: WalkSession; last: WalkEditor; watcher: Watcher; ending: number },
): Promise<void> {
  await watcher.finish(session)
  await watcher.leave(session)
  const editors = world.editors.filter(({ presence }) => presence.kind === 'in' && presence.session === session)
  const way = must(ENDINGS[ending % ENDINGS.length])
  world.trace.note('walk', `ending ${ending % ENDINGS.length}`)
  session.isOver = true
  await way({ world, session, last, editors, watcher })
}

/**
 * A restart may have overtaken the end of a session, and the walk has gone on in the next one, or is over: the agent, which may
 * still be in it, ends it.
 * @param left the session that everybody has left: it has ended without this
 */
export async function endRestarted(world: World, left: WalkSession | undefined): Promise<void> {
  for (const session of world.sessions)
    if (session !== left && session.restarts > 0)
      await call(agentOf(world), session, { tool: 'debug_disconnect', params: { terminate: true } })
}

/** Everybody who is still there hears of the end once, and leaves. */
export async function afterTheEnd(world: World, editors: readonly WalkEditor[]): Promise<void> {
  await Promise.all(
    editors.map(async (editor) => {
      if (editor.presence.kind !== 'in') return
      await inTime(`terminated for ${editor.name}`, heardTheEnd(editor.presence.client))
      await leave(world, editor)
    }),
  )
}

const heardTheEnd = (client: DapClient) => client.waitForEvent('terminated', () => true, SLOW)
