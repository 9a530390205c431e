import type { JsonObject } from '@dapplex/protocol'
import type { BreakpointList, BreakpointSpec, Slot } from './breakpoints.js'
import type { Stop } from './stop.js'

/** What is asked about an exception: what it is, where it stopped, whether it only passes there, and what types it has. */
export type ExceptionStep = 'info' | 'frame' | 'passing' | 'types'

/** The way of an exception to the frame of a stop: how many places, and a key of them. */
export interface ThrownWay {
  readonly count: number
  readonly key: string
}

/** What is known of the exception of a stop. */
export interface ThrownFacts {
  /** DAP, `ExceptionBreakMode`; undefined where the adapter does not tell. */
  readonly mode: string | undefined
  /** Names of its type and of those above it, the most specific first. */
  readonly types: readonly string[]
  /** It was told already: it only passes the frame of this stop on its way out. */
  readonly passes?: boolean
}

/** A request at the place of a stop, and what is known of whether it is hit. */
export interface Candidate {
  readonly list: BreakpointList
  readonly slot: Slot
  readonly spec: BreakpointSpec
  verdict: 'open' | 'hit' | 'missed'
}

/** One expression that was sent to be evaluated. */
export interface Question {
  readonly candidate: Candidate
  readonly what: 'condition' | 'log'
  /** Position among the parts of the log message. */
  readonly part: number
  value: string | undefined
}

/**
 * A stop that is held back until it is known whom it concerns (mux 1, 4). `step` is what was asked last: the top frame,
 * the conditions, the expressions of log messages, or what was thrown.
 */
export interface Examination {
  readonly number: number
  readonly stop: Stop
  /** What is known of the exception, where the stop is for one. */
  thrown?: ThrownFacts
  step: 'frame' | 'conditions' | 'logs' | 'exception'
  frame: JsonObject | undefined
  candidates: Candidate[]
  questions: Question[]
  unanswered: number
}

export interface Examinations {
  count: number
  current: Examination | undefined
  /** Whether the adapter has evaluated something for an examination in this session. */
  hasEvaluated: boolean
  /** Other stops that came meanwhile, in order. */
  later: JsonObject[]
  /** By thread: the exception that it last stopped for. */
  readonly ways: Map<number, ThrownWay>
}

export const createExaminations = (): Examinations => ({
  count: 0,
  current: undefined,
  hasEvaluated: false,
  later: [],
  ways: new Map(),
})
