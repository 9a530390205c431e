import { basename } from 'node:path'
import type { DebugEventMessage } from '@dapplex/client'
import type { StopPlace } from './stop-place.js'

type Stopped = Extract<DebugEventMessage, { type: 'stopped' }>

/** What this window knows when a program stops. */
export interface Situation {
  readonly isEnabled: boolean
  readonly isJoined: boolean
  /** A notice of this session is shown already. */
  readonly isTold: boolean
  /** Kinds of the clients in the session. */
  readonly kinds: readonly string[]
}

/**
 * Whether a stop is told. Steps are not: an agent makes many of them. Neither is a stop that nobody but a person can have caused.
 */
export function isWorthTelling(stop: Stopped, { isEnabled, isJoined, isTold, kinds }: Situation): boolean {
  if (!isEnabled || isJoined || isTold || stop.reason === 'step') return false
  return stop.by?.kind === 'agent' || kinds.includes('agent') || kinds.length === 0
}

export interface Noticed {
  readonly program: string
  readonly agent: string | undefined
  /** Where it stands, as far as that is known. */
  readonly place: StopPlace | undefined
}

/** The notice, for a person who was busy with something else. */
export function noticeText(stop: Stopped, { program, agent, place }: Noticed): string {
  const who = agent === undefined ? '' : ` (${agent})`
  const why = stop.description ?? stop.text ?? stop.reason
  return `${program} has stopped${who}: ${[why, ...wordsOf(place, program)].join(', ')}`
}

function wordsOf(place: StopPlace | undefined, program: string): readonly string[] {
  if (place === undefined) return []
  const file = basename(place.file)
  const line = file === program ? `line ${place.line}` : `${file}:${place.line}`
  return [place.function === undefined ? line : `${line} in ${place.function}`]
}
