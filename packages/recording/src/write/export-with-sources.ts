import { Buffer } from 'node:buffer'
import { setImmediate as otherWork } from 'node:timers/promises'
import { countIn, objectIn, textIn } from '@dapplex/protocol'
import { encodeFrame } from '../format/frame.js'
import type { RecordedSource } from '../format/records.js'
import type { DiskSources, SourceFile } from '../page/sources.js'
import type { PastStop, Recording } from '../read/recording.js'

/** Lines above and below a place. */
const AROUND = 20
const MOST_BYTES = 512 * 1024
const LONGEST_LINE = 1000
/** The newest stops whose places are shown, and crash stops before them. */
const MOST_STOPS = 1000
const MOST_CRASHES = 32
/** Frames of each stack. */
const MOST_FRAMES = 16
/** After this many stops other work gets a turn. */
const BATCH = 32

export interface WithSources {
  readonly sources: DiskSources
  /** Hides what a line tells of secrets. */
  readonly redact: (text: string) => string
  /** Bytes of all lines together, as they are printed; default: 512 KiB. */
  readonly mostBytes?: number
}

/**
 * The file of a recording with the lines of source around its stops behind it, which another machine does not have. A damaged
 * recording stays as it is, and so does one that has them already.
 */
export async function exportWithSources(recording: Recording, limits: WithSources): Promise<Buffer> {
  const places = recording.damage === undefined && recording.sources.size === 0 ? await placesOf(recording) : NO_PLACES
  const records = recordsOf(places, limits)
  const bytes = recording.allBytes()
  if (records.length === 0) return bytes
  const frame = encodeFrame(records.map((record) => JSON.stringify({ kind: 'source', ...record })))
  return Buffer.concat([bytes.subarray(0, recording.bytes), frame])
}

/** Lines in which frames stand, by file: those of crashes first, then those of the newest stops. */
type Places = ReadonlyMap<string, ReadonlySet<number>>

const NO_PLACES: Places = new Map()

async function placesOf(recording: Recording): Promise<Places> {
  const crashes = recording.crashIds.slice(-MOST_CRASHES).reverse()
  const newest = recording.stopIds.slice(-MOST_STOPS).reverse()
  const places = new Map<string, Set<number>>()
  for (const [index, stopId] of [...new Set([...crashes, ...newest])].entries()) {
    if (index % BATCH === BATCH - 1) await otherWork()
    const stop = recording.stop(stopId)
    if (stop === undefined) continue
    for (const { path, line } of placesAt(stop)) places.set(path, (places.get(path) ?? new Set<number>()).add(line))
  }
  return places
}

function placesAt(stop: PastStop): { readonly path: string; readonly line: number }[] {
  const refs = stop.record.stacks.flatMap(({ frames }) => frames.slice(0, MOST_FRAMES))
  return refs.flatMap((ref) => {
    const frame = stop.frame(ref) ?? {}
    const path = textIn(objectIn(frame, 'source') ?? {}, 'path')
    const line = countIn(frame, 'line') ?? 0
    return path === undefined || line < 1 ? [] : [{ path, line }]
  })
}

/** What fits: when the room is used up, the places that come last have no lines. */
function recordsOf(places: Places, { sources, redact, mostBytes = MOST_BYTES }: WithSources): RecordedSource[] {
  let room = mostBytes
  const records: RecordedSource[] = []
  for (const [path, lines] of places) {
    const file = sources.file(path)
    if (file === undefined) continue
    const pieces: RecordedSource['pieces'] = []
    for (const range of rangesAround(lines, file)) {
      const piece = { first: range.first, lines: textOf(file, range, redact) }
      const bytes = Buffer.byteLength(JSON.stringify(piece))
      if (bytes > room) continue
      room -= bytes
      pieces.push(piece)
    }
    if (pieces.length > 0) records.push({ path, changedAt: file.changedAt, total: file.lines.length, pieces })
  }
  return records
}

interface Range {
  readonly first: number
  readonly last: number
}

/** The lines around places as ranges in order; those that touch are one. */
function rangesAround(places: ReadonlySet<number>, { lines }: SourceFile): Range[] {
  const ranges: Range[] = []
  for (const line of [...places].sort((a, b) => a - b)) {
    if (line > lines.length) break
    const latest = ranges.at(-1)
    const last = Math.min(lines.length, line + AROUND)
    const first = Math.max(1, line - AROUND)
    if (latest !== undefined && first <= latest.last + 1) ranges[ranges.length - 1] = { first: latest.first, last }
    else ranges.push({ first, last })
  }
  return ranges
}

const textOf = ({ lines }: SourceFile, { first, last }: Range, redact: (text: string) => string): string[] =>
  lines.slice(first - 1, last).map((line) => redact(line).slice(0, LONGEST_LINE))
