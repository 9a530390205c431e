import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firstOf, must, untilGone } from '@dapplex/testkit'
import { expectValid } from '../rules/support/sessions.js'
import { testDaemon } from '../support/test-daemon.js'
import { agentTurn, launchByAgent } from './agent-acts.js'
import { come, leave, stop, vanish } from './coming-and-going.js'
import { EDITOR_IN } from './editor-acts.js'
import { checkSuspicions, HasLeft } from './editor-reads.js'
import { afterTheEnd, checkAlive, end, endRestarted } from './ending.js'
import type { WalkSubject } from './subjects.js'
import { Trace } from './trace.js'
import type { Round, Turn, Walk } from './turn.js'
import { Watcher } from './watcher.js'
import { isLive, noteEnd, type WalkEditor, type World } from './world.js'

type Processes = () => readonly { readonly pid: number; readonly command: string }[]

/** What a walk found: nothing, or what was wrong, and what happened before. */
export interface WalkResult {
  readonly problems: readonly string[]
  readonly history: string
  readonly refusals: ReadonlyMap<string, number>
}

/**
 * Plays a walk of three editors and an agent through one program, with a daemon of its own and the real debugger.
 * @param processes all processes that this test has started; none is left at the end
 */
export async function playWalk(walk: Walk, subject: WalkSubject, processes: Processes): Promise<WalkResult> {
  const trace = new Trace()
  const host = await testDaemon()
  const world: World = {
    host,
    subject,
    program: await subject.program(),
    trace,
    editors: ['ada', 'bob', 'cyd'].map((name) => ({ name, presence: { kind: 'away' } })),
    agent: await host.agent('agent'),
    clients: [],
    suspicions: [],
    sessions: [],
    session: undefined,
    isStarting: false,
  }
  const watcher = await Watcher.start(await host.agent('watcher'))
  try {
    await walkAndEnd(world, { walk, watcher, processes })
  } catch (error) {
    trace.problem('walk', error instanceof Error ? `${error.message}\n${error.stack ?? ''}` : String(error))
  }
  await host.daemon.stop('the walk is over')
  if (trace.problems.length > 0) trace.problem('walk', `the recordings are in ${keepRecordings(host.home)}`)
  await host.stop()
  const left = processes()
  if (left.length > 0) trace.problem('walk', `the daemon has ended, and these still run: ${JSON.stringify(left)}`)
  return { problems: trace.problems, history: trace.history(), refusals: trace.refusals }
}

/** What entered the sessions, for whoever looks for the fault: `dapplex replay` reads it. */
function keepRecordings(home: string): string {
  const kept = mkdtempSync(join(tmpdir(), 'dapplex-walk-'))
  cpSync(join(home, 'sessions'), kept, { recursive: true })
  return kept
}

interface Course {
  readonly walk: Walk
  readonly watcher: Watcher
  readonly processes: Processes
}

async function walkAndEnd(world: World, { walk, watcher, processes }: Course): Promise<void> {
  const { trace } = world
  const idle = new Set(processes().map(({ pid }) => pid))
  await (walk.launcher === 'agent' ? launchByAgent(world) : come(world, firstOf(world.editors), 0))
  await walkRounds(world, walk.rounds, watcher)
  const { session } = world
  if (isLive(session)) {
    if (session.isEnding) await watcher.sawEnd(session)
    session.isOver = await watcher.hasEnded(session)
  }
  // What is broken already is not looked at any further: the daemon ends it.
  if (trace.problems.length > 0) return
  const left = isLive(session) ? session : undefined
  if (left !== undefined) {
    const last = await checkAlive(world, left)
    await end(world, { session: left, last, watcher, ending: walk.ending })
  }
  await endRestarted(world, left)
  await afterTheEnd(world, world.editors)
  await untilGone(() => processes().filter(({ pid }) => !idle.has(pid)), 60_000)
  const { sessions } = await world.agent.call('sessions_list')
  for (const { session_id, state } of sessions)
    if (state !== 'exited') trace.problem('walk', `${session_id} is still ${state}`)
  await watcher.finishAll()
  watcher.check()
  for (const { client, session } of world.clients) {
    try {
      // What is started again can end again.
      expectValid(client, 1 + session.restarts)
    } catch (error) {
      trace.problem(client.timeline.name, String(error))
    }
  }
}

async function walkRounds(world: World, rounds: readonly Round[], watcher: Watcher): Promise<void> {
  const running = new Set<Promise<void>>()
  for (const { turns, isAwaited } of rounds) {
    if (isLive(world.session)) {
      if (await watcher.hasEnded(world.session)) noteEnd(world.session)
      else watcher.follow(world.session)
    }
    for (const turn of turns) {
      const played = play(world, turn).finally(() => running.delete(played))
      running.add(played)
    }
    if (isAwaited) {
      await Promise.all(running)
      await checkSuspicions(world)
    }
    if (world.trace.problems.length > 0) break
  }
  await Promise.all(running)
  await checkSuspicions(world)
}

async function play(world: World, turn: Turn): Promise<void> {
  try {
    if (turn.who === 'agent') await agentTurn(world, turn.act, turn.n)
    else await playEditor(world, { editor: must(world.editors[turn.who]), turn })
  } catch (error) {
    if (!(error instanceof HasLeft))
      world.trace.problem(String(turn.who), error instanceof Error ? error.message : String(error))
  }
}

type EditorTurn = Exclude<Turn, { readonly who: 'agent' }>

async function playEditor(world: World, { editor, turn }: { editor: WalkEditor; turn: EditorTurn }): Promise<void> {
  const { presence } = editor
  switch (presence.kind) {
    case 'moving':
      return
    case 'away':
      await come(world, editor, turn.n)
      return
    case 'in':
      if (presence.session.isOver) await afterTheEnd(world, [editor])
      else if (turn.act === 'leave') await leave(world, editor)
      else if (turn.act === 'vanish') await vanish(world, editor)
      else if (turn.act === 'stop') await stop(world, editor)
      else await EDITOR_IN[turn.act](world, presence, turn.n)
  }
}
