import {
  readHitCondition,
  readLogMessage,
  textIn,
  type HitRule,
  type JsonObject,
  type LogPart,
  type NameStyle,
} from '@dapplex/protocol'
import { readCondition, type Condition } from '@dapplex/recording'
import type { RecordedStop } from '../recording/recording.js'
import { isSameFile } from './breakpoints.js'

type Place =
  | { readonly kind: 'line'; readonly path: string; readonly line: number }
  | { readonly kind: 'function'; readonly name: string }

/** A breakpoint of the client. */
export interface Held {
  readonly id: number
  readonly place: Place
  readonly text: string
  readonly condition: Condition | 'none' | 'unreadable'
  /** Undefined where every hit counts. */
  readonly hitRule: HitRule | undefined
  /** Of a log point, which stops nobody. */
  readonly log: readonly LogPart[] | undefined
}

/** What the client asks of a place (DAP, `SourceBreakpoint`, `FunctionBreakpoint`). */
export function readHeld(id: number, place: Place, { spec, names }: { spec: JsonObject; names: NameStyle }): Held {
  const [text, hits, log] = [textIn(spec, 'condition'), textIn(spec, 'hitCondition'), textIn(spec, 'logMessage')]
  return {
    id,
    place,
    text: text ?? '',
    condition: text === undefined || text.trim() === '' ? 'none' : (readCondition(text, names) ?? 'unreadable'),
    hitRule: hits === undefined ? undefined : readHitCondition(hits),
    log: log === undefined || log === '' ? undefined : readLogMessage(log),
  }
}

export function isAt({ flight }: RecordedStop, { place: wanted }: Held): boolean {
  const { path, line, function: name } = flight?.place ?? {}
  if (wanted.kind === 'function') return name !== undefined && isNamed(name, wanted.name)
  return line === wanted.line && path !== undefined && isSameFile(path, wanted.path)
}

/** Adapters write a module or a class before the name (`main.total`, `shop!total`, `Shop::total`), and Lisp has no case. */
function isNamed(recorded: string, asked: string): boolean {
  const [full, wanted] = [recorded.toLowerCase().replace(/\(.*$/, ''), asked.toLowerCase()]
  return full === wanted || (full.endsWith(wanted) && /[.:!/]/.test(full.charAt(full.length - wanted.length - 1)))
}

/** Whether its condition was met at a stop at its place; undefined where that depends on something that was not recorded. */
export function isMet({ flight }: RecordedStop, { condition }: Held): boolean | undefined {
  if (condition === 'none') return true
  return condition === 'unreadable' ? undefined : flight?.meets(condition)
}

/** The line of a log point at a stop; what was not recorded is told in its place. */
export const logLine = ({ flight }: RecordedStop, parts: readonly LogPart[]): string =>
  parts.map(({ kind, text }) => (kind === 'text' ? text : (flight?.shown(text) ?? '{not recorded}'))).join('')

export const placeText = ({ place }: Held): string =>
  place.kind === 'line' ? `${place.path}:${place.line}` : place.name
