import { countIn, objectIn, textIn, type JsonObject } from '@dapplex/protocol'
import type { RecordedRow, RecordedStop } from '../format/records.js'
import type { PastStop } from '../read/recording.js'
import { framesOfStop, type RecordedFrame } from '../serve/find-path.js'

export interface ShownFrame {
  readonly name: string
  /** Of its source: as the adapter names it, and short. */
  readonly path: string | undefined
  readonly file: string | undefined
  readonly line: number | undefined
}

export interface ShownStack {
  readonly threadId: number
  readonly thread: string
  readonly frames: readonly ShownFrame[]
}

/** A stop as a page tells it. */
export interface ShownStop {
  readonly stop: PastStop
  readonly record: RecordedStop
  readonly stack: ShownStack | undefined
  readonly others: readonly ShownStack[]
  /** The frames of this stack whose variables were read: that of `place` first, if it is one of them. */
  readonly read: readonly RecordedFrame[]
  /** The frame that the program's author looks at first. */
  readonly place: ShownFrame | undefined
}

export function shownStop(stop: PastStop): ShownStop {
  const { record } = stop
  const names = new Map(stop.threads.map(({ id, name }) => [id, name]))
  const stacks = record.stacks.map(({ threadId, frames }) => ({
    threadId,
    thread: names.get(threadId) ?? `Thread ${threadId}`,
    frames: frames.map((ref) => shownFrame(stop.frame(ref) ?? {})),
  }))
  const stack = stacks.find(({ threadId }) => threadId === record.threadId) ?? stacks[0]
  const others = stacks.filter((one) => one !== stack && one.frames.length > 0)
  const read = readFrames(stop).filter(({ threadId }) => threadId === stack?.threadId)
  const frameOf = ({ index }: RecordedFrame) => stack?.frames[index]
  const own =
    read.find(({ index }) => index === record.ownFrame) ?? read.find((one) => frameOf(one)?.path !== undefined)
  const first = (UNCHOSEN.has(record.reason) ? own : undefined) ?? read[0]
  const place =
    (first === undefined ? undefined : frameOf(first)) ??
    stack?.frames.find(({ path }) => path !== undefined) ??
    stack?.frames[0]
  return { stop, record, stack, others, read: first === undefined ? [] : [...new Set([first, ...read])], place }
}

/** Nobody has chosen the place: the program may stand inside its runtime or a library, which has thrown or waits. */
const UNCHOSEN: ReadonlySet<string> = new Set(['exception', 'pause'])

/** Characters of a name: some languages have long ones. */
const MOST_NAME = 100

function shownFrame(frame: JsonObject): ShownFrame {
  const source = objectIn(frame, 'source') ?? {}
  const path = textIn(source, 'path')
  const line = countIn(frame, 'line')
  return {
    name: (textIn(frame, 'name') ?? '').slice(0, MOST_NAME),
    path,
    file: (textIn(source, 'name') ?? (path === undefined ? undefined : shortName(path)))?.slice(0, MOST_NAME),
    line: line === 0 ? undefined : line,
  }
}

/** The last part of a path of any system. */
export const shortName = (path: string): string => path.split(/[\\/]/).findLast((part) => part !== '') ?? path

/** Where a frame stands, in words. */
export const placeOf = ({ file, line, name }: ShownFrame): string =>
  file === undefined ? name : `${file}${line === undefined ? '' : `:${line}`}`

export const nameOf = ({ row }: RecordedRow): string => textIn(row, 'name') ?? ''
export const valueOf = ({ row }: RecordedRow): string => textIn(row, 'value') ?? ''

/** Frames of the thread that stopped whose variables were read, the top one first. */
const readFrames = (stop: PastStop): readonly RecordedFrame[] =>
  framesOfStop(stop).filter(({ scopes }) => scopes.some(({ rows }) => rows !== undefined))
