/** What decides about the program when a client disconnects (mux 11). */
export interface Leaving {
  readonly request: 'launch' | 'attach'
  /** Whether nobody else is in the session. */
  readonly isLast: boolean
  /** `terminateDebuggee` as asked; undefined when the client did not say. */
  readonly terminate: boolean | undefined
  /** Whether it may end the program: it launched it, is an owner, or holds control; an editor that has joined may not end that of others. */
  readonly mayEnd: boolean
}

/** `stay`: only the client goes. The others end the session: with the program, or leaving it alive. */
export type Outcome = 'stay' | 'kill' | 'release'

export interface LeaveRow {
  readonly request: 'launch' | 'attach' | 'any'
  readonly last: boolean | 'any'
  readonly terminate: boolean | 'unsaid' | 'any'
  readonly mayEnd: boolean | 'any'
  readonly outcome: Outcome
  readonly isGranted: boolean
  readonly why: string
}

/** Rule: mux 11. The first row that fits decides; docs/lifecycle.md is drawn from this. */
export const leaveTable: readonly LeaveRow[] = [
  {
    request: 'any',
    last: false,
    terminate: true,
    mayEnd: true,
    outcome: 'kill',
    isGranted: true,
    why: 'it may end the program for everybody',
  },
  {
    request: 'any',
    last: false,
    terminate: true,
    mayEnd: false,
    outcome: 'stay',
    isGranted: false,
    why: 'others are still debugging it',
  },
  {
    request: 'any',
    last: false,
    terminate: 'any',
    mayEnd: 'any',
    outcome: 'stay',
    isGranted: true,
    why: 'others are still debugging it',
  },
  {
    request: 'any',
    last: true,
    terminate: true,
    mayEnd: true,
    outcome: 'kill',
    isGranted: true,
    why: 'the last client asked for it',
  },
  {
    request: 'any',
    last: true,
    terminate: true,
    mayEnd: false,
    outcome: 'release',
    isGranted: false,
    why: 'it has no right to end the program',
  },
  {
    request: 'any',
    last: true,
    terminate: false,
    mayEnd: 'any',
    outcome: 'release',
    isGranted: true,
    why: 'the last client asked for it',
  },
  {
    request: 'launch',
    last: true,
    terminate: 'unsaid',
    mayEnd: true,
    outcome: 'kill',
    isGranted: true,
    why: 'a launched program ends with its session (DAP)',
  },
  {
    request: 'launch',
    last: true,
    terminate: 'unsaid',
    mayEnd: false,
    outcome: 'release',
    isGranted: true,
    why: 'it has no right to end the program',
  },
  {
    request: 'attach',
    last: true,
    terminate: 'unsaid',
    mayEnd: 'any',
    outcome: 'release',
    isGranted: true,
    why: 'an attached program is never killed by default',
  },
]

export function decideLeave(leaving: Leaving): LeaveRow {
  const terminate = leaving.terminate ?? 'unsaid'
  const fits = (cell: unknown, value: unknown) => cell === 'any' || cell === value
  const row = leaveTable.find(
    (one) =>
      fits(one.request, leaving.request) &&
      fits(one.last, leaving.isLast) &&
      fits(one.terminate, terminate) &&
      fits(one.mayEnd, leaving.mayEnd),
  )
  if (row === undefined) throw new Error(`no row of the leave table fits ${JSON.stringify(leaving)}`)
  return row
}
