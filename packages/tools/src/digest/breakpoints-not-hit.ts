import type { BreakpointView } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { sessionsBelow } from '../call/session-tree.js'
import { present } from '../result/present.js'
import { isThere } from '../sources/is-there.js'

/** A breakpoint that never stopped the program, and why, as far as it is known. */
export interface BreakpointNotHit {
  readonly id: number
  readonly file?: string
  readonly line?: number
  readonly function?: string
  readonly condition?: string
  readonly why: 'never loaded' | 'never reached' | 'no such function' | 'another process ran'
  readonly process?: string
}

/** Of the breakpoints that were set through the tools, those that were not hit. A log point stops nobody. */
export async function breakpointsNotHit(on: SessionCall): Promise<BreakpointNotHit[]> {
  const missed = on.view.breakpoints.filter(
    ({ owner, enabled, hits, what, logMessage }) =>
      owner === undefined && enabled && hits === 0 && logMessage === undefined && PLACES.has(what),
  )
  return Promise.all(missed.map((view) => explain(on, view)))
}

const PLACES: ReadonlySet<BreakpointView['what']> = new Set(['source', 'function'])

async function explain(on: SessionCall, view: BreakpointView): Promise<BreakpointNotHit> {
  const { id, path, function: name, condition } = view
  const line = name === undefined ? (view.actualLine ?? view.line) : undefined
  const process = processThatHit(on, view)
  const why = process === undefined ? await reason(on, view) : ('another process ran' as const)
  return present({ id, file: path, line, function: name, condition, why, process })
}

/** What the program has started that hit the same breakpoint. */
function processThatHit({ session, call }: SessionCall, view: BreakpointView): string | undefined {
  const isHit = (one: BreakpointView) =>
    one.hits > 0 && one.path === view.path && one.line === view.line && one.function === view.function
  const child = sessionsBelow(call.sessions, session).find((one) => one.view().breakpoints.some(isHit))
  return child === undefined ? undefined : (child.view().process?.name ?? child.program ?? `session ${child.id}`)
}

async function reason(on: SessionCall, view: BreakpointView): Promise<BreakpointNotHit['why']> {
  if (await isThere(on, view)) return 'never reached'
  return view.what === 'function' ? 'no such function' : 'never loaded'
}
