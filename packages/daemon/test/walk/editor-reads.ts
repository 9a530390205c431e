import { isJsonObject } from '@dapplex/protocol'
import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import type { SeenStop } from './stands.js'
import { inTime } from './in-time.js'
import type { Presence, World } from './world.js'

export type Inside = Extract<Presence, { readonly kind: 'in' }>

/** What the refusal says that it is. Empty: the adapter's own failure. */
export function refusalType(response: Dap.Response): string {
  const body: unknown = response.body
  const error = isJsonObject(body) ? body['error'] : undefined
  const variables = isJsonObject(error) ? error['variables'] : undefined
  const type = isJsonObject(variables) ? variables['type'] : undefined
  return typeof type === 'string' ? type : ''
}

/** Its editor has left, so what it was about to do is not done. */
export class HasLeft extends Error {
  override readonly name = 'HasLeft'
}

/**
 * Sends a request and waits for its answer. Every refusal has words.
 * @throws HasLeft where the editor has disconnected or vanished meanwhile
 */
export async function ask(world: World, inside: Inside, request: { command: string; args?: object }) {
  const { command, args } = request
  const { client } = inside
  const { name } = client.timeline
  if (inside.hasLeft !== false) throw new HasLeft()
  world.trace.note(name, `${command} ${JSON.stringify(args ?? {})}`)
  const response = await answerOf(inside, command, args)
  if (response.success) return response
  const type = refusalType(response)
  world.trace.note(name, `${command} was refused: ${type} ${response.message ?? ''}`)
  world.trace.refused(`${command} ${type === '' ? (response.message ?? '') : type}`)
  if ((response.message ?? '') === '') world.trace.problem(name, `${command} was refused without a word`)
  return response
}

async function answerOf(inside: Inside, command: string, args: object | undefined): Promise<Dap.Response> {
  const { client } = inside
  try {
    return await inTime(`${command} of ${client.timeline.name}`, client.request(command, args))
  } catch (error) {
    if (wasLost(inside)) throw new HasLeft()
    throw error
  }
}

/** Whoever vanishes gets no answer any more; whoever disconnects gets all of them first (mux 20). */
const wasLost = ({ hasLeft }: Inside): boolean => hasLeft === 'vanished'

/** Whether a stop still lasts for an editor, once everything that was on its way to it has arrived. */
export async function stillLasts(world: World, inside: Inside, stop: SeenStop): Promise<boolean> {
  if (inside.stands.stop !== stop) return false
  await ask(world, inside, { command: 'threads' })
  return inside.stands.stop === stop
}

/** Something was refused at a stop. It is a problem if the stop turns out to last (`checkSuspicions`). */
export function suspect(world: World, inside: Inside, { stop, what }: { stop: SeenStop; what: string }): void {
  world.suspicions.push({
    inside,
    what,
    lasts: () => inside.hasLeft === false && inside.stands.stop === stop,
  })
}

/**
 * Everything that was asked has been answered. What was refused while the program neither moved nor stopped had no reason to be:
 * a resume that was on its way has been told by now.
 */
export async function checkSuspicions(world: World): Promise<void> {
  for (const { inside, what, lasts } of world.suspicions.splice(0)) {
    // What ends or begins anew is not there to be asked.
    if (inside.session.mayEnd || inside.session.restarts > 0) continue
    // Another connection may be ahead of this one: what was sent before this answer has arrived with it.
    if (lasts()) await ask(world, inside, { command: 'threads' })
    if (lasts()) world.trace.problem(inside.client.timeline.name, `was refused without a reason: ${what}`)
  }
}

export interface Read {
  readonly line?: number | undefined
  readonly tick?: number | undefined
  /** The frame that has `tick`. */
  readonly frameId?: number | undefined
  /** The scope that has `tick` and `knob`. */
  readonly locals?: number | undefined
}

/**
 * Reads as an editor does after a stop: stack, scopes, variables. What is refused while the stop lasts is a problem; what was
 * read while it lasted has to agree with everything else that was read at that stop.
 */
export async function look(world: World, inside: Inside): Promise<Read | undefined> {
  const stop = inside.stands.stop
  if (stop === undefined) return undefined
  const failed: string[] = []
  const demand = async (command: string, args: object): Promise<Readonly<Record<string, unknown>>> => {
    const response = await ask(world, inside, { command, args })
    const body: unknown = response.body
    if (response.success && isJsonObject(body)) return body
    failed.push(`${command}: ${refusalType(response)} ${response.message ?? ''}`)
    return {}
  }
  const read = await readPlace(world, stop, demand)
  if (failed.length > 0 && !isOutside(stop)) suspect(world, inside, { stop, what: failed.join('; ') })
  if (!(await stillLasts(world, inside, stop))) return undefined
  note(inside, stop, read)
  return read
}

/** A pause may find the program before its first line, or in the runtime, where some debuggers know no stack. */
const isOutside = ({ reason, facts }: SeenStop): boolean =>
  (reason === 'pause' || reason === 'error') && facts.line === undefined

type Demand = (command: string, args: object) => Promise<Readonly<Record<string, unknown>>>

async function firstThread(demand: Demand): Promise<unknown> {
  const { threads } = await demand('threads', {})
  return Array.isArray(threads) ? threads.find(isJsonObject)?.['id'] : undefined
}

async function readPlace(world: World, stop: SeenStop, demand: Demand): Promise<Read> {
  const threadId = stop.threadId ?? (await firstThread(demand))
  const { stackFrames } = await demand('stackTrace', { threadId, startFrame: 0, levels: 10 })
  const frames = Array.isArray(stackFrames) ? stackFrames.filter(isJsonObject) : []
  const [top] = frames
  const line = typeof top?.['line'] === 'number' ? top['line'] : undefined
  const own = frames.find(({ source }) => isJsonObject(source) && source['path'] === world.program.source)
  stop.isInside = own !== undefined && own === top
  if (own === undefined || typeof own['id'] !== 'number') return { line }
  const { scopes } = await demand('scopes', { frameId: own['id'] })
  const cheap = Array.isArray(scopes) ? scopes.filter(isJsonObject).filter(({ expensive }) => expensive !== true) : []
  const lists = await Promise.all(cheap.map(({ variablesReference }) => demand('variables', { variablesReference })))
  for (const [at, { variables }] of lists.entries()) {
    const rows = Array.isArray(variables) ? variables.filter(isJsonObject) : []
    const named = (wanted: string) => rows.find(({ name }) => String(name).toLowerCase() === wanted)
    const tick = named('tick')
    const locals = named('knob') === undefined ? undefined : Number(cheap[at]?.['variablesReference'])
    if (tick !== undefined) return { line, tick: integer(tick['value']), frameId: own['id'], locals }
  }
  return { line, frameId: own['id'] }
}

/** Where a variable is not yet bound, its value is no number. */
export function integer(text: unknown): number | undefined {
  const value = Number(text)
  return text !== '' && Number.isInteger(value) ? value : undefined
}

/** Facts of a stop that an editor has read twice must be equal. */
export function note({ client, session: { trace } }: Inside, stop: SeenStop, { line, tick }: Read): void {
  const { facts } = stop
  const { name } = client.timeline
  if (line !== undefined && facts.line !== undefined && line !== facts.line)
    trace.problem(name, `one stop is at line ${facts.line} and at line ${line}`)
  if (tick !== undefined && facts.tick !== undefined && tick !== facts.tick)
    trace.problem(name, `at one stop tick is ${facts.tick} and ${tick}`)
  stop.facts = { ...facts, ...(line === undefined ? {} : { line }), ...(tick === undefined ? {} : { tick }) }
}
