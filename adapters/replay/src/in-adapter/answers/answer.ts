import type { JsonObject } from '@dapplex/protocol/dap'
import type { RecordedAnswer, RecordedStop } from '../recording/recording.js'

/** What the recording answers to a request. `missing` says what it has instead. */
export type Answer =
  { readonly kind: 'recorded'; readonly answer: RecordedAnswer } | { readonly kind: 'missing'; readonly has: string }

/** A request at a stop. `from` is the first exchange that counts: those before it were asked before a recorded change. */
export interface Question {
  readonly command: string
  readonly args: JsonObject
  readonly stop: RecordedStop
  readonly from: number
}

export const recorded = (answer: RecordedAnswer): Answer => ({ kind: 'recorded', answer })
export const success = (body: JsonObject): Answer => recorded({ success: true, body })
export const missing = (has: string): Answer => ({ kind: 'missing', has })

const SHOWN = 8

/** "a, b, c and 4 more", or "none". */
export function listed(names: readonly string[]): string {
  const distinct = [...new Set(names)]
  if (distinct.length === 0) return 'none'
  const rest = distinct.length - SHOWN
  return distinct.slice(0, SHOWN).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}
