import type { Fields } from '@dapplex/protocol/dap'
import type { Target } from '../target/target.js'

/** The body of a response; undefined for none. */
export type Body = object | undefined

export interface RequestEntry {
  /**
   * `ordered` requests run one after the other in the order they came: a resume waits for breakpoints that were requested
   * before it. `free` requests run at once.
   */
  readonly lane: 'ordered' | 'free'
  readonly run: (target: Target, args: Fields) => Promise<Body>
}

export type RequestTable = Readonly<Record<string, RequestEntry>>

export const ordered = (run: RequestEntry['run']): RequestEntry => ({ lane: 'ordered', run })
export const free = (run: RequestEntry['run']): RequestEntry => ({ lane: 'free', run })
