import type { BreakOn } from '@dapplex/tools'
import type { KeptSpec } from './kept-spec.js'

/** The core gives those that nobody has set ids of their own. */
export const IMPLICIT_ID = -1

/** What stops a program without a breakpoint: exceptions of every type, as `break_on` says. */
export function implicitSpecs(breakOn: BreakOn | undefined): readonly KeptSpec[] {
  if (breakOn === undefined || breakOn === 'none') return []
  const exception = { type: '*', firstChance: breakOn === 'all', secondChance: true, subtypes: true }
  return [{ id: IMPLICIT_ID, enabled: true, implicit: true, exception }]
}
