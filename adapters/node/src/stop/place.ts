import type { Script } from '../sources/scripts.js'

/** Where code stands. Line and column from 0, as V8 counts. */
export interface Place {
  readonly script: Script | undefined
  readonly line: number
  readonly column: number
}
