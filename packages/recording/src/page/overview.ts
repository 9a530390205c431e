import type { Recording } from '../read/recording.js'
import type { Happening, Lane } from './happenings.js'
import { markup, type Html } from './html.js'
import { placeOf, shortName, type ShownStop } from './shown-stop.js'
import { chip, exceptionTexts, isCrash, type PageContext } from './stop-article.js'
import { momentText, sinceText } from './times.js'

export interface Overview {
  readonly recording: Recording
  readonly stops: readonly ShownStop[]
  readonly lanes: readonly Lane[]
  readonly rows: readonly Happening[]
}

/** What the page is about: the program, how it ended, who was there. */
export function header({ recording, stops, lanes, rows }: Overview, page: PageContext): Html {
  const { header: about, dropped, damage, stopIds } = recording
  const program = about.program ?? ''
  const lasted = Math.max(0, (rows.at(-1)?.at ?? about.startedAt) - about.startedAt)
  const left = stopIds.length - stops.length + dropped.stops
  const facts = [
    ['Debugger', about.adapterTitle],
    ['Started', momentText(about.startedAt)],
    ['Lasted', sinceText(lasted).slice(1)],
    ['Stops', `${stopIds.length + dropped.stops}${left > 0 ? `, ${left} older ones are not shown` : ''}`],
    ['Session', about.session],
  ].map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`)
  const who = lanes.map(
    ({ name, kind }) =>
      markup`${chip(name, page)}${kind === undefined || kind === 'surface' ? '' : markup` <small>${kind}</small>`} `,
  )
  return markup`<header class="top"><h1>${program === '' ? `Session ${about.session}` : shortName(program)}</h1><p class="path">${page.redact(program)}</p><dl>${facts}${
    who.length === 0 ? undefined : markup`<div><dt>Clients</dt><dd>${who}</dd></div>`
  }</dl>${crashBanner(stops)}${damage === undefined ? undefined : markup`<p class="q">The end of the recording is missing: ${damage}</p>`}<nav><a href="#stops">Stops</a><a href="#timeline">Timeline</a><a href="#output">Output</a></nav></header>\n `
}

function crashBanner(stops: readonly ShownStop[]): Html | undefined {
  const crash = stops.findLast(({ record }) => isCrash(record.reason))
  if (crash === undefined) return undefined
  const { exception } = crash.stop
  const { type, message } =
    exception === undefined ? { type: 'exception', message: crash.record.text ?? '' } : exceptionTexts(exception)
  const place = crash.place === undefined ? '' : ` at ${placeOf(crash.place)}`
  return markup`<p class="e"><b>${type.slice(0, MOST_MESSAGE)}</b> ${message.slice(0, MOST_MESSAGE)} <a href="#stop-${crash.record.stopId}">stop ${crash.record.stopId}${place}</a></p>`
}

const MOST_MESSAGE = 300

const MOST_PLACE = 40

/** All stops, each a link. */
export function stopList(stops: readonly ShownStop[], page: PageContext): Html {
  const items = stops.map(({ record, place }) => {
    const colour = record.by === undefined ? undefined : markup` class="${page.colour(record.by.name)}"`
    const crash = isCrash(record.reason) ? markup` class="x"` : undefined
    return markup`<li${crash}><a href="#stop-${record.stopId}"><b>${record.stopId}</b> <span>${place === undefined ? '?' : placeOf(place).slice(0, MOST_PLACE)}</span> <i${colour}>${record.reason}</i></a></li>\n`
  })
  return markup`<nav id="stops"><h2>Stops</h2>${
    stops.length === 0 ? markup`<p class="n">No stop was recorded</p>` : markup`<ol>${items}</ol>`
  }</nav> `
}
