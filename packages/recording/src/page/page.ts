import { setImmediate as otherWork } from 'node:timers/promises'
import type { RecordedRows, Ref, Who } from '../format/records.js'
import type { PastStop, Recording } from '../read/recording.js'
import { DETAILS, fitting } from './detail.js'
import { document } from './document.js'
import { happenings, lanesOf } from './happenings.js'
import { header, stopList } from './overview.js'
import { bytesOf, markup, type Html } from './html.js'
import { OutputLog, outputLines } from './output.js'
import { shownStop, type ShownStop } from './shown-stop.js'
import type { Sources } from './sources.js'
import { isCrash, stopArticle, type PageContext } from './stop-article.js'
import { timeline } from './timeline.js'
import { valuesOf, type Values } from './values.js'

export interface PageOptions {
  /** Where the lines around a stop are found. */
  readonly sources: Sources
  /** Hides a secret in a text; the values of the recording are masked already. */
  readonly redact: (text: string) => string
}

/** Of a page. A mail takes it, and a browser opens it at once. */
export const MOST_PAGE_BYTES = 1_000_000
/** Kept free of it for what this count leaves out. */
const SPARE_BYTES = 20_000
/** The newest stops, and the crashes before them. */
const MOST_STOPS = 400
const MOST_CRASHES = 32
/** Characters of the output, its end: as many as have no more bytes. */
const OUTPUT = [4000, 16_000, 60_000] as const
const MOST_OUTPUT_BYTES = 80_000
/** A crash may take so much of the room that is left, but no more bytes than this. */
const CRASH_SHARE = 0.25
const MOST_CRASH_BYTES = 80_000
/** Kept for each stop that is still to come: its heading has no more. */
const BARE_BYTES = 1000
/** A stop may take so many times the room that is left for each. */
const NEWER = 1.2
const COLOURS = 8
/** After this many stops other work gets a turn. */
const BATCH = 8

/**
 * One page that shows a recording: it needs nothing else, runs without scripts and fetches nothing. It has `MOST_PAGE_BYTES` at most;
 * of many stops each shows less.
 */
export async function recordingPage(recording: Recording, { sources, redact }: PageOptions): Promise<string> {
  const stops = pickedStops(recording)
  const output = new OutputLog(recording.output())
  const rows = happenings({ stops, events: recording.events(), output: output.pieces })
  const lanes = lanesOf(rows, clientsOf(recording, stops))
  const colours = new Map(lanes.map(({ name }, at) => [name, `c${at % COLOURS}`]))
  const { header: about } = recording
  const page: PageContext = {
    startedAt: about.startedAt,
    sources,
    redact,
    colour: (client) => colours.get(client) ?? 'c0',
  }
  const ids = new Set(stops.map(({ record }) => record.stopId))
  const around = {
    before: markup`${header({ recording, stops, lanes, rows }, page)}${stopList(stops, page)}`,
    timeline: timeline({ rows, lanes, stops: ids }, page),
    output: outputSection(output, recording.dropped.output),
  }
  const spent = bytesOf(
    document({
      title: titleOf(recording),
      before: around.before,
      after: markup`${around.timeline}${around.output}`,
      stops: [],
    }),
  )
  const articles = await stopArticles(stops, { output, page, room: MOST_PAGE_BYTES - SPARE_BYTES - spent })
  return document({
    title: titleOf(recording),
    before: around.before,
    after: markup`${around.timeline}${around.output}`,
    stops: articles,
  }).text
}

const titleOf = ({ header: { program, session } }: Recording): string =>
  program === undefined || program === '' ? `Session ${session}` : program

function pickedStops(recording: Recording): readonly ShownStop[] {
  const newest = recording.stopIds.slice(-MOST_STOPS)
  const crashes = recording.crashIds.filter((stopId) => !newest.includes(stopId)).slice(-MOST_CRASHES)
  return [...crashes, ...newest].flatMap((stopId) => {
    const stop = recording.stop(stopId)
    return stop === undefined ? [] : [shownStop(remembered(stop))]
  })
}

/** Reads each list of values once: it is shown in more than one form until one fits. */
function remembered(stop: PastStop): PastStop {
  const known = new Map<Ref, RecordedRows | undefined>()
  const rows = (ref: Ref) => {
    if (!known.has(ref)) known.set(ref, stop.rows(ref))
    return known.get(ref)
  }
  return { ...stop, rows }
}

function clientsOf(recording: Recording, stops: readonly ShownStop[]): readonly Who[] {
  const known = [...recording.events()].flatMap(({ by }) => by ?? [])
  return [...known, ...stops.flatMap(({ record }) => record.by ?? [])]
}

interface Room {
  readonly output: OutputLog
  readonly page: PageContext
  /** Bytes for all stops. */
  readonly room: number
}

/** The stops in their order. Crashes and the last stop get their room first, then the newest. */
async function stopArticles(stops: readonly ShownStop[], { output, page, room }: Room): Promise<readonly Html[]> {
  const before = await changesOf(stops)
  const made = new Map<number, Html>()
  let left = room
  let open = stops.length
  const take = (at: number, most: number): void => {
    const shown = stops[at]
    if (shown === undefined || made.has(at)) return
    const article = (detail: Parameters<typeof stopArticle>[0]['detail']) =>
      stopArticle(
        {
          shown,
          detail,
          before: before[at],
          previous: stops[at - 1]?.record.stopId,
          next: stops[at + 1]?.record.stopId,
          output,
          outputBefore: stops[at - 1]?.record.output ?? 0,
        },
        page,
      )
    const chosen = fitting(most, DETAILS, article)
    made.set(at, chosen)
    left -= bytesOf(chosen)
    open -= 1
  }
  const order = stops.map((_stop, at) => at).toReversed()
  const isFirst = (at: number) => at === stops.length - 1 || isCrash(stops[at]?.record.reason ?? '')
  for (const at of order.filter(isFirst)) take(at, Math.min((left - open * BARE_BYTES) * CRASH_SHARE, MOST_CRASH_BYTES))
  for (const at of order) {
    take(at, BARE_BYTES + (left / Math.max(open, 1) - BARE_BYTES) * (open > 1 ? NEWER : 1))
    if (at % BATCH === 0) await otherWork()
  }
  return stops.map((_stop, at) => made.get(at) ?? markup``)
}

/** What the variables of each stop were at the stop before it, where that stood in the same function. */
async function changesOf(stops: readonly ShownStop[]): Promise<readonly (Values | undefined)[]> {
  const all: (Values | undefined)[] = []
  let previous: { readonly values: Values; readonly name: string | undefined } | undefined
  for (const shown of stops) {
    const values = valuesOf(shown)
    const name = shown.place?.name
    const isSame = previous !== undefined && previous.values.size > 0 && previous.name === name
    all.push(isSame ? previous?.values : undefined)
    previous = { values, name }
    if (all.length % BATCH === 0) await otherWork()
  }
  return all
}

function outputSection(output: OutputLog, dropped: number): Html | undefined {
  if (output.pieces.length === 0) return undefined
  const lines = fitting(MOST_OUTPUT_BYTES, OUTPUT, (most) => outputLines(output.pieces, most) ?? markup``)
  const gone = dropped === 0 ? undefined : markup`<p class="q">${dropped} older bytes are no longer recorded.</p>`
  return markup`<section id="output"><h2>Output</h2>${gone}${lines}</section>`
}
