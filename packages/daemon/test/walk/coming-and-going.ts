import { DapFailure, type DapClient } from '@dapplex/testkit'
import { join, launch, type Launched } from '../rules/support/sessions.js'
import { ask } from './editor-reads.js'
import { inTime } from './in-time.js'
import { Stands } from './stands.js'
import { begin, isLive, type Presence, type WalkEditor, type WalkSession, type World } from './world.js'

/** An editor that is away launches the program where nothing runs, and joins where it runs. */
export async function come(world: World, editor: WalkEditor, n: number): Promise<void> {
  if (world.isStarting) return
  const { session } = world
  editor.presence = { kind: 'moving' }
  try {
    editor.presence = isLive(session) ? await joined(world, editor, { session, n }) : await launched(world, editor)
  } catch (error) {
    editor.presence = { kind: 'away' }
    throw error
  }
}

async function launched(world: World, editor: WalkEditor): Promise<Presence> {
  const { host, subject, program, trace } = world
  world.isStarting = true
  trace.note(editor.name, 'launches')
  try {
    const breakpoints = { [program.source]: [program.lines[0]] }
    const opened = await inTime('a launch', launch(host, subject, { program, breakpoints, name: editor.name }))
    const session = begin(world, opened.session, 'editor')
    return enter(world, editor, { opened, session })
  } finally {
    world.isStarting = false
  }
}

async function joined(
  world: World,
  editor: WalkEditor,
  { session, n }: { readonly session: WalkSession; readonly n: number },
): Promise<Presence> {
  const { host, program, trace } = world
  trace.note(editor.name, `joins ${session.id}`)
  const breakpoints = n % 2 === 0 ? {} : { [program.source]: [program.lines[n % 3] ?? program.lines[0]] }
  try {
    const opened = await inTime('a join', join(host, session.id, { name: editor.name, breakpoints }))
    return enter(world, editor, { opened, session })
  } catch (error) {
    // Somebody has ended or restarted the session while this editor was on its way in.
    if (isLive(session) && !session.mayEnd && session.restarts === 0) throw error
    trace.note(editor.name, `did not get in: ${error instanceof DapFailure ? error.message : String(error)}`)
    return { kind: 'away' }
  }
}

interface Entering {
  readonly opened: Pick<Launched, 'client'>
  readonly session: WalkSession
}

function enter(world: World, editor: WalkEditor, { opened: { client }, session }: Entering): Presence {
  world.clients.push({ client, session })
  const stands = new Stands(client, session)
  world.trace.note(editor.name, `is in ${session.id}`)
  return { kind: 'in', client, stands, session, hasLeft: false }
}

/** Leaves with `disconnect`. What it has asked before is answered before (mux 20). */
export async function leave(world: World, editor: WalkEditor): Promise<void> {
  const { presence } = editor
  if (presence.kind !== 'in') return
  const { client } = presence
  world.trace.note(editor.name, 'disconnect')
  editor.presence = { kind: 'moving' }
  presence.hasLeft = 'disconnected'
  if (isAlone(world)) presence.session.mayEnd = true
  const response = await inTime(`disconnect of ${editor.name}`, client.request('disconnect', {}))
  if (!response.success) world.trace.problem(editor.name, `disconnect was refused: ${response.message ?? ''}`)
  for (const command of unanswered(client))
    world.trace.problem(editor.name, `${command} was not answered before disconnect`)
  await inTime('closing', client.close())
  editor.presence = { kind: 'away' }
}

const isAlone = ({ editors }: World): boolean => editors.every(({ presence }) => presence.kind !== 'in')

function unanswered({ timeline }: DapClient): string[] {
  const open = new Map<number, string>()
  for (const { dir, message } of timeline.entries) {
    if (dir === 'out' && message.type === 'request' && 'command' in message) open.set(message.seq, message.command)
    if (dir === 'in' && message.type === 'response' && 'request_seq' in message) open.delete(message.request_seq)
  }
  return [...open.values()]
}

/** Ends the program for everybody. `disconnect` would not: an editor that has joined only leaves by it (mux 11). */
export async function stop(world: World, editor: WalkEditor): Promise<void> {
  const { presence } = editor
  if (presence.kind !== 'in') return
  const { session } = presence
  session.mayEnd = true
  const { success } = await ask(world, presence, { command: 'terminate', args: {} })
  if (success) session.isEnding = true
  await leave(world, editor)
}

/** Is gone without a word. */
export async function vanish(world: World, editor: WalkEditor): Promise<void> {
  const { presence } = editor
  if (presence.kind !== 'in') return
  world.trace.note(editor.name, 'vanishes')
  editor.presence = { kind: 'moving' }
  presence.hasLeft = 'vanished'
  if (isAlone(world)) presence.session.mayEnd = true
  await inTime('closing', presence.client.close())
  editor.presence = { kind: 'away' }
}
