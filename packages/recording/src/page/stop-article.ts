import { listIn, objectIn, textIn } from '@dapplex/protocol'
import { isBare, type Detail } from './detail.js'
import { markup, type Html } from './html.js'
import { outputLines, type OutputLog } from './output.js'
import { placeOf, type ShownFrame, type ShownStack, type ShownStop } from './shown-stop.js'
import type { Sources } from './sources.js'
import { sinceText } from './times.js'
import { frameValues, type Values } from './values.js'

export interface ArticleOf {
  readonly shown: ShownStop
  readonly detail: Detail
  readonly before: Values | undefined
  /** The stops beside it. */
  readonly previous: number | undefined
  readonly next: number | undefined
  readonly output: OutputLog
  readonly outputBefore: number
}

/** What all stops of a page share. */
export interface PageContext {
  readonly startedAt: number
  readonly sources: Sources
  /** Hides what a line of source tells of secrets. */
  readonly redact: (text: string) => string
  /** The class of the colour of a client. */
  readonly colour: (client: string) => string
}

/** One stop: where, why, who, the source around it, its variables, stack and output. */
export function stopArticle(article: ArticleOf, page: PageContext): Html {
  const { record } = article.shown
  const crash = isCrash(record.reason) ? markup` class="x"` : undefined
  const cut = record.cut === undefined ? undefined : markup`<p class="q">${CUT[record.cut]}</p>`
  const isBefore = record.frames.some((frame) => frame.isBeforeChange === true)
  const before = isBefore
    ? markup`<p class="q">Variables were read before the last change by a client at this stop.</p>`
    : undefined
  if (isBare(article.detail))
    return markup`<article id="stop-${record.stopId}"${crash}>${heading(article, page)}<p class="n">More does not fit on this page.</p></article>\n`
  const two = markup`<div class="two">${sourceBlock(article, page)}<div>${variables(article)}</div></div>`
  const below = markup`${stackBlock(article)}${outputBlock(article)}${cut}${before}`
  return markup`<article id="stop-${record.stopId}"${crash}>${heading(article, page)}${exceptionBlock(article)}${two}${below}</article>\n`
}

function heading({ shown: { record, place }, detail, previous, next }: ArticleOf, page: PageContext): Html {
  const short = (text: string): string => text.slice(0, 2 * detail.text)
  const name = place === undefined ? 'place not recorded' : short(placeOf(place))
  const by = record.by === undefined ? undefined : markup` ${chip(record.by.name, page)}`
  const why = short(record.description ?? record.reason)
  const function_ = place === undefined ? undefined : markup`<code>${short(place.name)}</code> `
  const time = markup`<time>${sinceText(record.at - page.startedAt)}</time>`
  const beside = markup`<nav>${stopLink(previous, '←', 'stop before')}${stopLink(next, '→', 'next stop')}</nav>`
  return markup`<header><h2><a href="#stop-${record.stopId}">${record.stopId}</a> ${name}</h2><p>${function_}<span class="why">${why}</span>${by} ${time}</p>${beside}</header>`
}

const CUT = {
  time: 'Less was read than usual: the time at this stop was used up.',
  room: 'Less was recorded than usual: the values of this stop are large.',
  moved: 'Less was read than usual: the program went on at once.',
}

export const isCrash = (reason: string): boolean => reason === 'exception'

/** Characters of the name of a client or a thread. */
const MOST_NAME = 40

export const chip = (name: string, { colour }: Pick<PageContext, 'colour'>): Html =>
  markup`<span class="chip ${colour(name)}">${name.slice(0, MOST_NAME)}</span>`

const stopLink = (stopId: number | undefined, arrow: string, title: string): Html | undefined =>
  stopId === undefined ? undefined : markup`<a href="#stop-${stopId}" title="${title}">${arrow}</a>`

/** The exception as DAP tells it (`ExceptionInfoResponse`). */
function exceptionBlock({ shown: { stop, record }, detail }: ArticleOf): Html | undefined {
  const { exception } = stop
  const most = 2 * detail.text
  if (exception === undefined) {
    if (!isCrash(record.reason) || record.text === undefined) return undefined
    return markup`<p class="e">${record.text.slice(0, most)}</p>`
  }
  const { type, message, trace } = exceptionTexts(exception)
  const causes = listIn(objectIn(exception, 'details') ?? {}, 'innerException').slice(0, MOST_CAUSES)
  const inner = causes.map((cause) => {
    const { type: name, message: why } = exceptionTexts({ details: cause })
    return markup`<p>because of <b>${name.slice(0, most)}</b> ${why.slice(0, most)}</p>`
  })
  const isShown = trace !== undefined && detail.output > 0
  const full = isShown ? markup`<pre>${trace.slice(0, 2 * detail.output)}</pre>` : undefined
  const thrown = isShown ? markup`<details><summary>as it was thrown</summary>${full}</details>` : undefined
  return markup`<div class="e"><p><b>${type.slice(0, most)}</b> ${message.slice(0, most)}</p>${inner}${thrown}</div>`
}

const MOST_CAUSES = 4

export function exceptionTexts(exception: Readonly<Record<string, unknown>>) {
  const details = objectIn(exception, 'details') ?? {}
  const type =
    textIn(details, 'fullTypeName') ?? textIn(details, 'typeName') ?? textIn(exception, 'exceptionId') ?? 'exception'
  const message = textIn(details, 'message') ?? textIn(exception, 'description') ?? ''
  return { type, message, trace: textIn(details, 'stackTrace') }
}

function sourceBlock({ shown, detail }: ArticleOf, { sources, redact }: PageContext): Html {
  const { place, record } = shown
  const found =
    place?.path === undefined || place.line === undefined
      ? undefined
      : sources.excerpt({ path: place.path, line: place.line, around: detail.around, at: record.at })
  if (place === undefined || found === undefined)
    return markup`<div class="n">${place?.path === undefined ? 'No source here' : 'The source was not at hand'}</div>`
  const rows = found.lines.map((text, at) => {
    const line = found.first + at
    const shownLine = markup`<u>${line}</u>${redact(text).slice(0, MOST_LINE)}\n`
    return line === place.line ? markup`<mark>${shownLine}</mark>` : shownLine
  })
  const changed = found.hasChanged
    ? markup`<p class="q">The file has changed since this stop: its lines may have been others.</p>`
    : undefined
  return markup`<div><pre class="s" title="${place.path}">${rows}</pre>${changed}</div>`
}

const MOST_LINE = 300

function variables({ shown, detail, before }: ArticleOf): Html {
  const { stop, stack, read } = shown
  const [top, ...others] = read.slice(0, detail.frames)
  if (top === undefined) return markup`<p class="n">No variables were recorded</p>`
  const name = (index: number) => stack?.frames[index]?.name ?? ''
  const rest = others.map(
    (frame) =>
      markup`<details><summary>in <code>${name(frame.index)}</code></summary>${frameValues(frame, { stop, detail, before: undefined })}</details>`,
  )
  return markup`${frameValues(top, { stop, detail, before })}${rest}`
}

function stackBlock({ shown, detail }: ArticleOf): Html | undefined {
  const { stack, others } = shown
  if (stack === undefined) return undefined
  const threads = others
    .slice(0, detail.threads)
    .map((one) => markup`<h4>${one.thread.slice(0, MOST_NAME)}</h4>${frameList(one, detail)}`)
  return markup`<details><summary>Stack of ${stack.thread.slice(0, MOST_NAME)}</summary>${frameList(stack, detail)}${threads}</details>`
}

function frameList({ frames }: ShownStack, { stack }: Detail): Html {
  const more = frames.length - stack
  const rest = more > 0 ? markup`<li class="m">${more} more</li>` : undefined
  return markup`<ol class="k">${frames.slice(0, stack).map(frameItem)}${rest}</ol>`
}

const frameItem = (frame: ShownFrame): Html =>
  markup`<li><code>${frame.name}</code> <span title="${frame.path}">${frame.file === undefined ? '' : placeOf(frame)}</span></li>`

function outputBlock({ output, outputBefore, shown, detail }: ArticleOf): Html | undefined {
  const lines = outputLines(output.between(outputBefore, shown.record.output), detail.output)
  return lines === undefined ? undefined : markup`<details><summary>Output before it</summary>${lines}</details>`
}
