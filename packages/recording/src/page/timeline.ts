import { fitting } from './detail.js'
import type { Happening, Lane } from './happenings.js'
import { markup, type Html } from './html.js'
import { chip, type PageContext } from './stop-article.js'
import { sinceText } from './times.js'

/** The newest rows, as many as have no more bytes; a longer table is not read. */
const ROWS = [100, 200, 400, 800] as const
const MOST_BYTES = 150_000

export interface Timeline {
  readonly rows: readonly Happening[]
  readonly lanes: readonly Lane[]
  /** Stops that the page has. */
  readonly stops: ReadonlySet<number>
}

/** Who did what, and when: a drawing with a lane for each client, and the same as a list. */
export function timeline(all: Timeline, page: PageContext): Html {
  return fitting(MOST_BYTES, ROWS, (most) => timelineOf(all, { page, most }))
}

function timelineOf({ rows: all, lanes, stops }: Timeline, { page, most }: { page: PageContext; most: number }): Html {
  const rows = all.slice(-most)
  const left = all.length - rows.length
  const items = rows.map((row) => item(row, { page, stops }))
  const note = left > 0 ? markup`<p class="q">${left} older entries are left out.</p>` : undefined
  const list = markup`<details open><summary>All entries</summary><ol class="t">\n${items}</ol></details>`
  return markup`<section id="timeline"><h2>Timeline</h2>${drawing({ rows, lanes, stops }, page)}${note}${list}</section>\n`
}

interface In {
  readonly page: PageContext
  readonly stops: ReadonlySet<number>
}

function item({ at, who, kind, text, stopId }: Happening, { page, stops }: In): Html {
  const by = who === undefined ? markup`<span class="chip">program</span>` : chip(who, page)
  const link =
    stopId !== undefined && stops.has(stopId) ? markup`<a href="#stop-${stopId}">stop ${stopId}</a> ` : undefined
  return markup`<li class="${kind}"><time>${sinceText(at - page.startedAt)}</time> ${by} <span>${link}${kind === 'output' ? markup`<code>${text}</code>` : text}</span></li>\n`
}

const WIDTH = 1000
const NAMES = 150
const ROW = 30
const TOP = 18

/**
 * A lane for the program and one for each client, time from left to right. A long wait takes less room than it lasted: else all that
 * happened would stand at two places.
 */
function drawing({ rows, lanes, stops }: Timeline, page: PageContext): Html {
  const names = [undefined, ...lanes.map(({ name }) => name)]
  const places = placesOf(rows)
  const y = (who: string | undefined) => TOP + ROW / 2 + Math.max(0, names.indexOf(who)) * ROW
  const height = TOP + names.length * ROW
  const lines = names.map((name) => {
    const kind = lanes.find((lane) => lane.name === name)?.kind
    const title = name === undefined ? 'program' : short(name)
    return markup`<line x1="${NAMES}" x2="${WIDTH}" y1="${y(name)}" y2="${y(name)}" /><text x="0" y="${y(name) + 4}"><title>${name ?? 'program'}${kind === undefined ? '' : ` (${kind})`}</title>${title}</text>`
  })
  const points = rows.map((row, at) => {
    const x = places[at] ?? NAMES
    const colour = row.who === undefined ? 'own' : page.colour(row.who)
    const title = markup`<title>${sinceText(row.at - page.startedAt)} ${row.text}</title>`
    const size = row.kind === 'crash' ? 8 : row.kind === 'stop' ? 5 : 3
    const point = markup`<circle class="${row.kind} ${colour}" cx="${x}" cy="${y(row.who)}" r="${size}">${title}</circle>`
    return row.stopId !== undefined && stops.has(row.stopId)
      ? markup`<a href="#stop-${row.stopId}">${point}</a>`
      : point
  })
  return markup`<div class="lanes"><svg viewBox="0 0 ${WIDTH + 12} ${height}" role="img" aria-label="Who did what, and when">${lines}${points}</svg></div>`
}

/** How far right each row stands: a wait counts by its logarithm. */
function placesOf(rows: readonly Happening[]): readonly number[] {
  let sum = 0
  const sums = rows.map((row, at) => (sum += Math.log1p(Math.max(0, row.at - (rows[at - 1]?.at ?? row.at)) / 20) + 0.2))
  return sums.map((one) => Math.round((NAMES + 10 + (one / Math.max(sum, 1)) * (WIDTH - NAMES - 10)) * 10) / 10)
}

const LONGEST_NAME = 18
const short = (name: string): string => (name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME - 1)}…`)
