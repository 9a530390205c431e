import {
  countIn,
  elementCountIn,
  flagIn,
  objectIn,
  textIn,
  type AdapterTraits,
  type JsonObject,
} from '@dapplex/protocol'
import type { KnownStack, OpenStop } from './open-stop.js'

/** A request of the recorder. */
export interface Look {
  readonly command: string
  readonly args: JsonObject
}

/** What is the same at all stops of a session. */
export interface LookPlan {
  readonly traits: AdapterTraits
  /** Names of frames that are not of the program. */
  readonly library: readonly RegExp[]
  /** Types that have nothing of their own. */
  readonly familiar: RegExp | undefined
  /** The adapter tells of exceptions (DAP, `exceptionInfo`). */
  readonly tellsExceptions: boolean
  /** Folders of the program's own code. */
  readonly folders: readonly string[]
}

/** The patterns of an adapter, compiled once: they are needed at every row. */
export function patternsOf({ presentation }: AdapterTraits): Pick<LookPlan, 'library' | 'familiar'> {
  const { libraryFrames, familiarTypes } = presentation
  return {
    library: libraryFrames.map((pattern) => new RegExp(pattern)),
    familiar: familiarTypes === undefined ? undefined : new RegExp(familiarTypes),
  }
}

/** How much is read. At a crash nobody can come back to ask for more. */
interface Measure {
  readonly frames: number
  /** Levels below the variables, of the first frame and of the others. */
  readonly depth: number
  readonly otherDepth: number
  readonly members: number
  readonly threads: number
}
const USUAL: Measure = { frames: 3, depth: 2, otherDepth: 1, members: 30, threads: 0 }
const CRASH: Measure = { frames: 8, depth: 3, otherDepth: 2, members: 100, threads: 8 }

/** As many as a digest reads: then one request serves both. */
const STACK_FRAMES = 30
const MOST_ROWS = 100
const MOST_SCOPES = 4

/** The next read of a stop that is worth most; undefined when enough is known. None of them runs code of the program. */
export function nextLook(stop: OpenStop, plan: LookPlan): Look | undefined {
  stop.catchUp()
  for (const look of looks(stop, plan)) if (!stop.refused.has(keyOf(look))) return look
  return undefined
}

export const keyOf = ({ command, args }: Look): string => `${command} ${JSON.stringify(args)}`

function* looks(stop: OpenStop, plan: LookPlan): Generator<Look> {
  const { threadId, reason } = stop.facts
  const isCrash = reason === 'exception'
  const measure = isCrash ? CRASH : USUAL
  if (threadId !== undefined) {
    if (!isWhole(stop.stacks.get(threadId))) yield stackOf(threadId)
    if (isCrash && plan.tellsExceptions && stop.exception === undefined)
      yield { command: 'exceptionInfo', args: { threadId } }
    yield* frameLooks(stop, { plan, measure, threadId })
  }
  if (stop.threads === undefined) yield { command: 'threads', args: {} }
  if (!stop.facts.allThreadsStopped) return
  for (const { id } of stop.threads?.slice(0, measure.threads) ?? [])
    if (typeof id === 'number' && !stop.stacks.has(id)) yield stackOf(id)
}

/** A client may have read a part of it only. */
const isWhole = (stack: KnownStack | undefined): boolean =>
  stack !== undefined && stack.frames.length >= Math.min(STACK_FRAMES, stack.total ?? STACK_FRAMES)

const stackOf = (threadId: number): Look => ({
  command: 'stackTrace',
  args: { threadId, startFrame: 0, levels: STACK_FRAMES },
})

interface Reading {
  readonly plan: LookPlan
  readonly measure: Measure
  readonly threadId: number
}

function* frameLooks(stop: OpenStop, { plan, measure, threadId }: Reading): Generator<Look> {
  const frames = telling(stop.stacks.get(threadId)?.frames ?? [], plan).slice(0, measure.frames)
  let budget = measure.members
  for (const [position, frame] of frames.entries()) {
    const frameId = countIn(frame, 'id') ?? 0
    const scopes = stop.scopes.get(frameId)
    if (scopes === undefined) yield { command: 'scopes', args: { frameId } }
    const names = plan.traits.presentation.argumentNames
    if (names?.from === 'expression' && stop.evaluated.get(frameId)?.has(names.expression.trim()) !== true)
      yield { command: 'evaluate', args: { expression: names.expression, frameId, context: names.context } }
    const rows: JsonObject[] = []
    for (const scope of scopes?.filter(isRead).slice(0, MOST_SCOPES) ?? []) {
      const known = stop.rows.get(countIn(scope, 'variablesReference') ?? 0)
      if (known === undefined) yield childrenOf(scope, plan)
      for (const row of known ?? []) rows.push(row)
    }
    const depth = position === 0 ? measure.depth : measure.otherDepth
    let level: readonly JsonObject[] = rows
    for (let below = 0; below < depth && budget > 0; below += 1) {
      const parents = level.filter((row) => hasMembers(row, plan)).slice(0, budget)
      budget -= parents.length
      level = yield* membersOf(stop, parents, plan)
    }
  }
}

function* membersOf(
  stop: OpenStop,
  parents: readonly JsonObject[],
  plan: LookPlan,
): Generator<Look, readonly JsonObject[]> {
  const members: JsonObject[] = []
  for (const parent of parents) {
    const known = stop.rows.get(countIn(parent, 'variablesReference') ?? 0)
    if (known === undefined) yield childrenOf(parent, plan)
    for (const member of known ?? []) members.push(member)
  }
  return members
}

/** Of a long list only the beginning. */
function childrenOf(parent: JsonObject, { traits }: LookPlan): Look {
  const variablesReference = countIn(parent, 'variablesReference') ?? 0
  const isLong = (elementCountIn(parent) ?? 0) > MOST_ROWS
  const paging = isLong ? { filter: 'indexed', start: 0, count: MOST_ROWS } : {}
  const { plainReads } = traits.evaluation
  const format = plainReads === undefined ? {} : { format: plainReads.format }
  return { command: 'variables', args: { variablesReference, ...paging, ...format } }
}

/**
 * Index of the first frame of the program's own code in the stack of the thread that stopped; where there is none, of the first with a
 * source, or the top one. Undefined where no stack was read.
 */
export function ownFrameOf(stop: OpenStop, plan: LookPlan): number | undefined {
  const frames = stop.stacks.get(stop.facts.threadId ?? -1)?.frames ?? []
  const [first] = telling(frames, plan)
  return first === undefined ? undefined : frames.indexOf(first)
}

/** The frames of the program's own code, then those with a source, then the top one whatever it is. */
function telling(frames: readonly JsonObject[], { folders, library }: LookPlan): JsonObject[] {
  const isLibrary = (frame: JsonObject) =>
    ['subtle', 'label'].includes(textIn(frame, 'presentationHint') ?? '') ||
    library.some((one) => one.test(textIn(frame, 'name') ?? ''))
  const pathOf = (frame: JsonObject) => textIn(objectIn(frame, 'source') ?? {}, 'path')
  const withSource = frames.filter((frame) => !isLibrary(frame) && pathOf(frame) !== undefined)
  const own = withSource.filter((frame) => folders.some((folder) => isBelow(pathOf(frame) ?? '', folder)))
  return [...new Set([...own, ...withSource.slice(0, 1), ...frames.slice(0, 1)])]
}

const isBelow = (path: string, folder: string): boolean => path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)

/** Not globals and registers: they are many, and say little about a stop. */
function isRead(scope: JsonObject): boolean {
  const hint = textIn(scope, 'presentationHint')
  if ((countIn(scope, 'variablesReference') ?? 0) <= 0 || flagIn(scope, 'expensive')) return false
  return hint !== 'globals' && hint !== 'registers' && !/\b(globals?|registers?)\b/i.test(textIn(scope, 'name') ?? '')
}

/** Reading a lazy value runs code of the program (DAP, `lazy`); functions and grouping rows have nothing of their own. */
function hasMembers(row: JsonObject, { traits, familiar }: LookPlan): boolean {
  if ((countIn(row, 'variablesReference') ?? 0) <= 0) return false
  if (flagIn(objectIn(row, 'presentationHint') ?? {}, 'lazy')) return false
  if (familiar?.test(textIn(row, 'type') ?? '') === true) return false
  return !traits.presentation.groupRows.includes(textIn(row, 'name') ?? '')
}
