import { listIn } from '@dapplex/protocol'
import { firstOf, jsonObject, z } from '@dapplex/testkit'
import { ask, integer, look, note, refusalType, stillLasts, suspect, type Inside } from './editor-reads.js'
import type { EditorAct } from './turn.js'
import { beginsAnew, pick, type World } from './world.js'

const threads = z.object({ threads: z.array(z.object({ id: z.number() })) })

/** Why a resume may be refused. Everything else is a problem. */
const MOVE_REFUSALS = ['STOP_CHANGED', 'NOT_PAUSED', 'CONTROL_HELD', 'NOT_READY', 'SESSION_ENDED', 'CANCELLED'] as const
/** Why anything may be refused. */
const ENDED = ['NOT_READY', 'SESSION_ENDED', 'CANCELLED', 'ADAPTER_CRASHED']

type Act = (world: World, inside: Inside, n: number) => Promise<unknown>

/** What an editor that is in a session does. Leaving and coming is in `coming-and-going.ts`. */
export const EDITOR_IN: Readonly<Record<Exclude<EditorAct, 'leave' | 'vanish' | 'stop'>, Act>> = {
  look,
  breakpoints: setBreakpoints,
  continue: (world, inside, n) => move(world, inside, { command: 'continue', n }),
  next: (world, inside, n) => move(world, inside, { command: 'next', n }),
  stepIn: (world, inside, n) => move(world, inside, { command: 'stepIn', n }),
  stepOut: (world, inside, n) => move(world, inside, { command: 'stepOut', n }),
  pause,
  evaluate,
  write,
  threads: aThread,
  restart: async (world, inside) => {
    const { session } = inside
    const wasEnding = beginsAnew(session)
    const response = await ask(world, inside, { command: 'restart', args: {} })
    if (response.success) session.isEnding = false
    // One whose client leaves meanwhile still happens.
    else if (refusalType(response) !== 'CANCELLED') session.isEnding ||= wasEnding
    if (!response.success && ![...ENDED, 'CONTROL_HELD', 'FORBIDDEN'].includes(refusalType(response)))
      world.trace.problem(inside.client.timeline.name, `restart was refused: ${response.message ?? ''}`)
  },
}

/** Refusals are no problem: the program may stand at a stop that is held back. That it can be paused is tried at the end. */
async function pause(world: World, inside: Inside): Promise<void> {
  await ask(world, inside, { command: 'pause', args: { threadId: await aThread(world, inside) } })
}

/** The thread of the latest stop; another one where it has ended, or where nothing has stopped yet. */
async function aThread(world: World, inside: Inside): Promise<number> {
  const known = inside.stands.stops.at(-1)?.threadId
  const { success, body } = await ask(world, inside, { command: 'threads' })
  const ids = success ? threads.parse(body).threads.map(({ id }) => id) : []
  return known !== undefined && ids.includes(known) ? known : (ids[0] ?? known ?? 1)
}

async function setBreakpoints(world: World, inside: Inside, n: number): Promise<void> {
  const { source, lines } = world.program
  const options = [
    {},
    {},
    {},
    { condition: world.subject.condition },
    { hitCondition: '3' },
    { logMessage: 'at {tick}' },
  ]
  const breakpoints = lines
    .filter((_line, at) => (n >> at) % 2 === 1)
    .map((line, at) => ({ line, ...pick([firstOf(options), ...options.slice(1)], n >> (3 + 3 * at)) }))
  const response = await ask(world, inside, {
    command: 'setBreakpoints',
    args: { source: { path: source }, breakpoints, lines: breakpoints.map(({ line }) => line) },
  })
  const { name } = inside.client.timeline
  if (!response.success) {
    // While the program ends, the adapter may say in its own words that it is gone.
    if (!ENDED.includes(refusalType(response)) && !inside.session.mayEnd)
      world.trace.problem(name, `setBreakpoints was refused: ${response.message ?? ''}`)
    return
  }
  const answered = listIn(jsonObject(response.body), 'breakpoints')
  if (answered.length !== breakpoints.length)
    world.trace.problem(name, `setBreakpoints of ${breakpoints.length} answers ${answered.length}`)
}

async function move(world: World, inside: Inside, { command, n }: { command: string; n: number }): Promise<void> {
  // Most editors look at a stop before they move it; one in four clicks at once.
  if (n % 4 !== 0) await look(world, inside)
  const { stop } = inside.stands
  const threadId = stop?.threadId ?? (await aThread(world, inside))
  const response = await ask(world, inside, { command, args: { threadId } })
  if (response.success || MOVE_REFUSALS.some((type) => type === refusalType(response))) return
  // The adapter may refuse to move what runs already, or what stands outside the program's own code.
  if (stop?.isInside === true) suspect(world, inside, { stop, what: `${command}: ${response.message ?? ''}` })
}

async function evaluate(world: World, inside: Inside, n: number): Promise<void> {
  const { stop } = inside.stands
  const read = await look(world, inside)
  if (stop === undefined || read?.frameId === undefined || read.tick === undefined) return
  const isSum = n % 2 === 1
  const args = {
    expression: isSum ? world.subject.sum : 'tick',
    frameId: read.frameId,
    context: isSum ? pick(['repl', 'watch'], n >> 1) : pick(['hover', 'watch', 'repl'], n >> 1),
  }
  const response = await ask(world, inside, { command: 'evaluate', args })
  if (!response.success) {
    if (refusalType(response) !== 'CONTROL_HELD')
      suspect(world, inside, { stop, what: `evaluate ${args.expression} (${args.context}): ${response.message ?? ''}` })
  } else if (await stillLasts(world, inside, stop))
    note(inside, stop, { tick: tickOf(jsonObject(response.body)['result'], isSum) })
}

export function tickOf(text: unknown, isSum: boolean): number | undefined {
  const value = integer(text)
  return value === undefined ? undefined : value - (isSum ? 1 : 0)
}

/** Some debuggers write only in the top frame of the current thread, so a refusal is no problem. */
async function write(world: World, inside: Inside, n: number): Promise<void> {
  const read = await look(world, inside)
  if (read?.locals === undefined) return
  const args = { variablesReference: read.locals, name: 'knob', value: String(n % 100) }
  await ask(world, inside, { command: 'setVariable', args })
}
