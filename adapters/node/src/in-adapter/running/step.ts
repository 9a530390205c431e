/** What one look at a pause says, as far as stepping goes. */
export interface StepView {
  /** The top call is Node's internal code. */
  readonly isInternal: boolean
  /** The user's code is somewhere on the stack. */
  readonly hasUserCode: boolean
  /** How many calls are on the stack. */
  readonly depth: number
  readonly scriptId: string
  readonly line: number
  /** The function has its return value and is about to return. */
  readonly isAtReturn: boolean
}

export type StepKind = 'over' | 'in' | 'out' | 'pause'
export type StepCommand = 'stepOver' | 'stepInto' | 'stepOut' | 'resume'

export interface Step {
  readonly kind: StepKind
  /** Where it began. */
  readonly from: StepView
  /** How many commands have been sent for it after the first. */
  readonly extra: number
}

/**
 * How often a step goes on inside Node's own code by single steps, to find the user's code that it calls (an event
 * listener, a timer): a listener is reached in about 15, `require` would take thousands.
 */
const SEARCH_LIMIT = 40
/** A step that has not ended after this many commands ends where it is. */
const TOTAL_LIMIT = 200

/**
 * What to do at a pause that may end a step: undefined if it does, else the command to go on with.
 *
 * V8's blackboxing does not work for Node's internal code (nodejs/node 50058; still so in 20.20: scripts from the snapshot
 * belong to no context). So this looks for the user's code for a limited number of steps, then returns to the caller.
 */
export function continueStep({ kind, from, extra }: Step, now: StepView): StepCommand | undefined {
  if (extra >= TOTAL_LIMIT) return undefined
  if (!now.isInternal) {
    if (isReturnOfLine({ kind, from, extra }, now)) return 'stepOver'
    return isRestOfStatement({ kind, from, extra }, now) ? 'stepInto' : undefined
  }
  if (kind === 'pause' && now.hasUserCode) return undefined
  const mayFindUserCode = kind === 'in' || !now.hasUserCode
  if (mayFindUserCode && extra < SEARCH_LIMIT) return 'stepInto'
  if (now.hasUserCode) return 'stepOut'
  // No user code is left to step in: a pause stops here, a step lets the program run.
  return kind === 'pause' ? undefined : 'resume'
}

/**
 * The return of a function on the line where the step began. V8 stops there too, but a user who steps over
 * `return total(order)` has seen that line and wants to reach the caller.
 */
function isReturnOfLine({ kind, from }: Step, now: StepView): boolean {
  return (kind === 'over' || kind === 'in') && now.isAtReturn && !from.isAtReturn && isSamePlace(from, now)
}

/** Back from Node's internal code, in the middle of the statement where the step began: its other calls are still to come. */
function isRestOfStatement({ kind, from, extra }: Step, now: StepView): boolean {
  return kind === 'in' && extra > 0 && isSamePlace(from, now)
}

/** The same line in the same call. */
const isSamePlace = (from: StepView, now: StepView): boolean =>
  now.line === from.line && now.scriptId === from.scriptId && now.depth === from.depth
