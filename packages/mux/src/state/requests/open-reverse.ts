import type { JsonObject } from '@dapplex/protocol'
import type { ClientId, ProgramExit } from '../contract/input.js'

/** A request of the adapter that a client, or the runtime, is working on. */
export interface OpenReverse {
  /** The adapter's number. */
  readonly upstreamSeq: number
  readonly command: string
  /** Who was asked, and by which number; undefined for the runtime. */
  readonly client: ClientId | undefined
  readonly clientSeq: number
}

/** Requests of the adapter that have no answer yet, by a number that the multiplexer gives. */
export interface Reverses {
  count: number
  readonly open: Map<number, OpenReverse>
}

export const createReverses = (): Reverses => ({ count: 0, open: new Map() })

/** Child sessions that are being opened: the adapter's request that is to be answered, if it was one. */
export interface Children {
  count: number
  readonly opening: Map<number, OpeningChild>
  /** Sessions of open children by the id of their process, until it is known how that has ended. */
  readonly processes: Map<number, string>
}

export interface OpeningChild {
  readonly reverse: number | undefined
  readonly configuration: JsonObject
  /** How its process has ended meanwhile. */
  exit: ProgramExit | undefined
}

export const createChildren = (): Children => ({ count: 0, opening: new Map(), processes: new Map() })
