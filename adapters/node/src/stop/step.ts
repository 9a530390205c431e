/** What one look at a pause says, as far as stepping goes. */
export interface StepView {
  /** Code of Node itself is on top. */
  readonly isInternal: boolean
  /** Somewhere below is the user's code. */
  readonly hasOwnCode: boolean
  /** Calls on the stack. */
  readonly depth: number
  readonly scriptId: string
  readonly line: number
  /** The function has its return value and is about to leave. */
  readonly isAtReturn: boolean
}

export type StepKind = 'over' | 'in' | 'out' | 'pause'
export type StepCommand = 'stepOver' | 'stepInto' | 'stepOut' | 'resume'

export interface Step {
  readonly kind: StepKind
  /** Where it began. */
  readonly from: StepView
  /** Commands that were given for it beyond the first. */
  readonly extra: number
}

/**
 * How often a step goes on inside Node's own code by single steps, to find the user's code that it calls (an event
 * listener, a timer): a listener is reached in about 15, `require` would take thousands.
 */
const SEARCH_LIMIT = 40
/** A step that has not ended after so many commands ends where it is. */
const TOTAL_LIMIT = 200

/**
 * What to do with a pause that may be the end of a step: undefined if it is, else the command that goes on.
 *
 * V8's own blackboxing does not work for Node's own code (nodejs/node 50058; so on 20.20: scripts from the snapshot belong
 * to no context), so this walks out of it: it looks for the user's code a while, then returns to the caller.
 */
export function continueStep({ kind, from, extra }: Step, now: StepView): StepCommand | undefined {
  if (extra >= TOTAL_LIMIT) return undefined
  if (!now.isInternal) {
    if (isReturnOfLine({ kind, from, extra }, now)) return 'stepOver'
    return isRestOfStatement({ kind, from, extra }, now) ? 'stepInto' : undefined
  }
  if (kind === 'pause' && now.hasOwnCode) return undefined
  const mayFindOwnCode = kind === 'in' || !now.hasOwnCode
  if (mayFindOwnCode && extra < SEARCH_LIMIT) return 'stepInto'
  if (now.hasOwnCode) return 'stepOut'
  // Nothing of the user's is left to step in: a pause shows where the program is, a step lets it run.
  return kind === 'pause' ? undefined : 'resume'
}

/**
 * The place where a function leaves, on the line where the step began. V8 stops there too; who steps over
 * `return total(order)` has seen that line and means the caller.
 */
function isReturnOfLine({ kind, from }: Step, now: StepView): boolean {
  return (kind === 'over' || kind === 'in') && now.isAtReturn && !from.isAtReturn && isSamePlace(from, now)
}

/** Back from Node's own code in the middle of the statement that the step began with: its other calls are still to come. */
function isRestOfStatement({ kind, from, extra }: Step, now: StepView): boolean {
  return kind === 'in' && extra > 0 && isSamePlace(from, now)
}

/** The same line in the same call. */
const isSamePlace = (from: StepView, now: StepView): boolean =>
  now.line === from.line && now.scriptId === from.scriptId && now.depth === from.depth
