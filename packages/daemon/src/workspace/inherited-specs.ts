import type { BreakpointView } from '@dapplex/protocol'
import { specOf } from './breakpoint-table.js'
import type { KeptSpec } from './kept-spec.js'

/** Kinds of breakpoints that make sense in another process. */
const LASTING: ReadonlySet<BreakpointView['what']> = new Set(['source', 'function', 'exception'])

/**
 * Breakpoints set through the tools in a session, for a session that it starts: under the same ids, without those that the
 * workspace gives it anyway. Those of editors stay theirs: an editor sets its own when it joins.
 */
export function inheritedSpecs(
  breakpoints: readonly BreakpointView[],
  workspace: readonly KeptSpec[],
): readonly KeptSpec[] {
  const known = new Set(workspace.map(({ id }) => id))
  return breakpoints
    .filter(({ owner, what, id }) => owner === undefined && LASTING.has(what) && !known.has(id))
    .map(specOf)
}
