import { countIn, namedIn, objectIn, textIn } from '@dapplex/protocol'
import type { RecordedEvent, RecordedOutput, Who } from '../format/records.js'
import { withoutColours } from './output.js'
import { placeOf, type ShownStop } from './shown-stop.js'

/** One row of the timeline: what happened, and whose doing it was. */
export interface Happening {
  readonly at: number
  /** Undefined: the program's own doing. */
  readonly who: string | undefined
  readonly kind: 'stop' | 'crash' | 'output' | 'event'
  readonly text: string
  readonly stopId: number | undefined
}

export interface Told {
  readonly stops: readonly ShownStop[]
  readonly events: Iterable<RecordedEvent>
  readonly output: readonly RecordedOutput[]
}

/** All that happened, in order of time. Output between two other rows is one row. */
export function happenings({ stops, events, output }: Told): readonly Happening[] {
  const rows: Happening[] = [...stops.map(ofStop), ...[...events].flatMap(ofEvent)]
  const all = [...rows, ...output.map(ofOutput)].sort((a, b) => a.at - b.at)
  return all.filter((row, at) => row.kind !== 'output' || all[at - 1]?.kind !== 'output')
}

const ofStop = ({ record, place }: ShownStop): Happening => ({
  at: record.at,
  who: record.by?.name,
  kind: record.reason === 'exception' ? 'crash' : 'stop',
  text: `${record.reason}${place === undefined ? '' : ` at ${placeOf(place)}`}`,
  stopId: record.stopId,
})

const LONGEST = 120

function ofOutput({ at, text }: RecordedOutput): Happening {
  const [line = ''] = withoutColours(text).trim().split('\n')
  return { at, who: undefined, kind: 'output', text: line.slice(0, LONGEST), stopId: undefined }
}

function ofEvent(event: RecordedEvent): Happening[] {
  const text = wordsOf(event)
  if (text === undefined) return []
  const client = objectIn(event.about, 'client')
  const who = event.by?.name ?? (client === undefined ? undefined : textIn(client, 'name'))
  return [{ at: event.at, who, kind: 'event', text: text.slice(0, LONGEST), stopId: undefined }]
}

const DONE: Readonly<Record<string, string>> = { new: 'set', removed: 'removed', changed: 'changed' }

/** What an event says to a person; undefined for what says nothing. */
function wordsOf({ event, by, about }: RecordedEvent): string | undefined {
  const told = (key: string): string => textIn(about, key) ?? ''
  switch (event) {
    case 'clientJoined':
      return 'joined'
    case 'clientLeft':
      return 'left'
    case 'breakpoint':
      return by === undefined
        ? undefined
        : `${namedIn(DONE, told('reason')) ?? told('reason')} breakpoint ${countIn(about, 'breakpointId') ?? ''}`
    case 'written':
      return told('what')
    case 'control':
      return told('change') === 'renewed'
        ? undefined
        : `control ${told('change')}${about['reason'] === undefined ? '' : `: ${told('reason')}`}`
    case 'message':
      return `said: ${told('text')}`
    case 'job':
      return `${told('tool')} has ${told('change')}`
    case 'child':
      return `opened session ${told('session')}`
    case 'unresponsive':
      return `the adapter has not answered ${told('command')} for ${countIn(about, 'waitedMs') ?? 0} ms`
    case 'exited':
      return `the program ended with ${about['signal'] === undefined ? `exit code ${countIn(about, 'exitCode') ?? '?'}` : told('signal')}`
    case 'restarting':
      return by === undefined ? 'the program is started again' : 'starts the program again'
    case 'ended':
      return `the session ended: ${told('why')}`
    default:
      return undefined
  }
}

/** A client as a page names it: `who.kind` tells an agent from an editor. */
export interface Lane {
  readonly name: string
  readonly kind: Who['kind'] | undefined
}

/** Everybody who did something, in the order of their first appearance. */
export function lanesOf(rows: readonly Happening[], known: readonly Who[]): readonly Lane[] {
  const kinds = new Map(known.map(({ name, kind }) => [name, kind]))
  const names = new Set(rows.flatMap(({ who }) => (who === undefined ? [] : [who])))
  return [...names].map((name) => ({ name, kind: kinds.get(name) }))
}
