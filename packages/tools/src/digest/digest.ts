import type { TestCase } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { present } from '../result/present.js'
import { locationOf, withoutFile, type Location } from '../stop/location.js'
import { readException, type Thrown } from '../stop/read-exception.js'
import type { Frame } from '../stop/frame.js'
import type { Stack } from '../stop/read-stack.js'
import type { Stop } from '../stop/stop.js'
import { failedCheck } from '../test-results/failed-check.js'
import { currentTest, testFrame } from '../test-results/test-results.js'
import { recentOutput } from './recent-output.js'
import { activationOf, readTop, shownStack, telling } from './digest-stack.js'
import { digestValues, type DigestValue, type DigestValues } from './digest-values.js'
import { part, valueOf, type Part } from './part.js'
import { sourceLines } from './source-lines.js'

export type Detail = 'place' | 'values' | 'full'

/**
 * An adapter that hangs must not keep back that the program has stopped: it is given up after the first answer that takes longer. An
 * adapter that works answers in milliseconds; on a busy machine each answer may take this long.
 */
const ANSWER_MS = 4_000

/** How many callers show their values with detail `full`. */
const MOST_CALLERS = 3

export interface Omitted {
  values?: number
  members?: number
  callers?: number
  stack?: number
  source_lines?: number
  breakpoints?: number
  failures?: number
  late?: string[]
}

/** What is told of an exception (`exceptionSummary` of the registry). */
export interface ExceptionDigest {
  readonly type?: string
  readonly type_full?: string
  readonly message?: string
  readonly chain?: { readonly type?: string; readonly type_full?: string; readonly message?: string }[]
  readonly raised_at?: Location & { readonly frame_index?: number }
}

/** What is shown of a stop (`digestFields` of the registry). What the adapter does not give is absent. */
export interface Digest {
  readonly location?: Location
  readonly test?: TestCase
  readonly exception?: ExceptionDigest
  readonly source_lines?: string[]
  readonly stack?: string[]
  readonly values?: DigestValue[]
  readonly callers?: (Location & { readonly frame_index: number; readonly values: DigestValue[] })[]
  readonly output?: { readonly text: string; readonly more?: number }
  readonly omitted?: Omitted
}

/** The stop and its thread, where it is known. */
export interface Subject {
  readonly stop: Stop
  readonly threadId: number | undefined
}

/** Reads what a stop shows. It runs no code of the program. Only a broken session makes it fail: a slow adapter is told. */
export async function readDigest(on: SessionCall, { stop, threadId }: Subject, detail: Detail): Promise<Digest> {
  const soon = on.eachWithin(ANSWER_MS)
  const isThrown = stop.reason === 'exception'
  const [stacked, raised] = await Promise.all([
    threadId === undefined
      ? undefined
      : part(
          readTop(soon, threadId, detail === 'place' && !isThrown && on.session.tests === undefined ? 1 : undefined),
        ),
    isThrown ? part(readException(soon, stop)) : undefined,
  ])
  const stack = stacked === undefined ? undefined : valueOf(stacked)
  const late = [...lateIn('stack', stacked), ...lateIn('exception', raised)]
  const frames = stack?.frames ?? []
  const test = await currentTest(on, frames)
  const thrown = raised === undefined ? failedCheck(on, frames) : valueOf(raised)
  const isException = isThrown || thrown !== undefined
  const at = testFrame(on, { test, type: thrown?.type, frames })
  const index = at ?? (stack === undefined ? 0 : telling(stack, isException))
  // A runner of tests stops in code of its own that has no file.
  const isInRunner = on.session.tests !== undefined && frames[0]?.path === undefined
  const placed = isInRunner ? frames[index] : frames[0]
  const head = present({
    test,
    location: placed === undefined ? undefined : placeOf(on, placed),
    exception: isException ? exceptionDigest(on, thrown, { frame: frames[index], index, placed }) : undefined,
  })
  if (detail === 'place' || stack === undefined) return present({ ...head, omitted: omittedIn({ late }) })
  on.session.digests.standsIn(activationOf(stack, 0))
  const [lines, values, callers] = await Promise.all([
    part(linesOf(soon, stack, index)),
    part(valuesOf(soon, { stop, stack, index, withMembers: detail === 'full' })),
    detail === 'full' ? part(callersOf(soon, { stop, stack, index })) : undefined,
  ])
  late.push(...lateIn('source_lines', lines), ...lateIn('values', values), ...lateIn('callers', callers))
  const { lines: stackLines, omitted } = shownStack(on, stack)
  const shown = valueOf(values)
  return present({
    ...head,
    source_lines: valueOf(lines),
    stack: stackLines,
    values: shown?.values,
    callers: callers === undefined ? undefined : valueOf(callers),
    output: recentOutput(on, stop.stopId),
    omitted: omittedIn({ values: shown?.omitted, members: shown?.omittedMembers, stack: omitted, late }),
  })
}

const lateIn = (name: string, one: Part<unknown> | undefined): string[] => (one?.kind === 'late' ? [name] : [])

type Counts = { readonly [K in Exclude<keyof Omitted, 'late'>]?: number | undefined }

/** What is told of the parts that are not shown; undefined if all are. */
function omittedIn({ late, ...counts }: Counts & { readonly late: string[] }): Omitted | undefined {
  const told: Omitted = Object.fromEntries(Object.entries(counts).filter(([, count]) => (count ?? 0) > 0))
  const all = late.length === 0 ? told : { ...told, late }
  return Object.keys(all).length === 0 ? undefined : all
}

interface At {
  readonly stop: Stop
  readonly stack: Stack
  readonly index: number
}

async function linesOf(on: SessionCall, { frames }: Stack, index: number): Promise<string[] | undefined> {
  const frame = frames[index]
  return frame === undefined ? undefined : sourceLines(on, frame)
}

async function valuesOf(
  on: SessionCall,
  { stop, stack, index, withMembers }: At & { readonly withMembers: boolean },
): Promise<DigestValues | undefined> {
  const frame = stack.frames[index]
  if (frame === undefined) return undefined
  const { stopId } = stop
  return digestValues(on, { frame, stopId, activation: activationOf(stack, index), withMembers })
}

async function callersOf(on: SessionCall, { stop, stack, index }: At): Promise<Digest['callers']> {
  const callers: NonNullable<Digest['callers']> = []
  for (const [at, frame] of stack.frames.entries()) {
    if (at <= index || frame.isExternal || callers.length >= MOST_CALLERS) continue
    const values = await valuesOf(on, { stop, stack, index: at, withMembers: false })
    if (values === undefined || values.values.length === 0) continue
    callers.push({ frame_index: at, ...beside(on, frame, stack.frames[0]), values: values.values })
  }
  return callers.length === 0 ? undefined : callers
}

/** Column 1 tells nothing. */
function placeOf(on: SessionCall, frame: Frame): Location {
  const { column, ...place } = locationOf(on, frame)
  return column === undefined || column <= 1 ? place : { ...place, column }
}

/** The place of a frame beside `location`, which is that of the top frame. Of the top frame itself the line is enough. */
function beside(on: SessionCall, frame: Frame, top: Frame | undefined): Location {
  return frame === top ? present({ line: frame.line }) : withoutFile(placeOf(on, frame), top?.path)
}

function exceptionDigest(
  on: SessionCall,
  thrown: Thrown | undefined,
  {
    frame,
    index,
    placed,
  }: { readonly frame: Frame | undefined; readonly index: number; readonly placed: Frame | undefined },
): ExceptionDigest {
  const chain = thrown === undefined ? [] : causesOf(thrown).map(summary)
  return present({
    ...(thrown === undefined ? {} : summary(thrown)),
    chain: chain.length === 0 ? undefined : chain,
    raised_at:
      frame === undefined || frame.isExternal
        ? undefined
        : { ...(index === 0 ? {} : { frame_index: index }), ...beside(on, frame, placed) },
  })
}

/** What caused an exception: of several causes each is followed. */
const causesOf = ({ inner }: Thrown): Thrown[] => inner.flatMap((one) => [one, ...causesOf(one)])

const summary = ({ type, typeFull, message }: Thrown) =>
  present({ type, type_full: typeFull === type ? undefined : typeFull, message })
