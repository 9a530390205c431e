import fc from 'fast-check'

/** What an editor may do at its turn, and how often. An editor that is away joins, or launches where nothing runs. */
const EDITOR_ACTS = {
  look: 22,
  breakpoints: 10,
  continue: 12,
  next: 14,
  stepIn: 8,
  stepOut: 4,
  pause: 9,
  evaluate: 8,
  write: 5,
  threads: 4,
  leave: 4,
  vanish: 2,
  restart: 1,
  stop: 1,
} as const
export type EditorAct = keyof typeof EDITOR_ACTS

/** What the agent may do at its turn, and how often. */
const AGENT_ACTS = {
  state: 12,
  stack: 10,
  variables: 8,
  threads: 4,
  inspect: 4,
  evaluate: 6,
  write: 4,
  continue: 8,
  continueAndWait: 5,
  step: 14,
  pause: 8,
  wait: 8,
  setBreakpoint: 8,
  removeBreakpoint: 5,
  acquire: 3,
  release: 3,
  restart: 1,
  leave: 1,
  stop: 1,
} as const
export type AgentAct = keyof typeof AGENT_ACTS

/** One thing that one client does. The numbers choose among what is possible when it is played. */
export type Turn =
  | { readonly who: 0 | 1 | 2; readonly act: EditorAct; readonly n: number }
  | { readonly who: 'agent'; readonly act: AgentAct; readonly n: number }

/** Turns that begin together. `isAwaited`: all of them end before the next round begins. */
export interface Round {
  readonly turns: readonly Turn[]
  readonly isAwaited: boolean
}

export interface Walk {
  /** Who launches the program first. */
  readonly launcher: 'editor' | 'agent'
  readonly rounds: readonly Round[]
  /** Chooses how everybody leaves. */
  readonly ending: number
}

const weighted = <T extends string>(weights: Readonly<Record<T, number>>): fc.Arbitrary<T> =>
  fc.oneof(...namesOf(weights).map((name) => ({ weight: weights[name], arbitrary: fc.constant(name) })))

const namesOf = <T extends string>(weights: Readonly<Record<T, number>>): T[] => Object.keys(weights) as T[]

const number = fc.nat({ max: 0xffff })
const turn: fc.Arbitrary<Turn> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ who: fc.constantFrom(0, 1, 2), act: weighted<EditorAct>(EDITOR_ACTS), n: number }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ who: fc.constant('agent'), act: weighted<AgentAct>(AGENT_ACTS), n: number }),
  },
)

const round: fc.Arbitrary<Round> = fc.record({
  turns: fc.array(turn, { minLength: 1, maxLength: 5, size: 'max' }),
  isAwaited: fc.oneof({ weight: 2, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
})

/** The walk of a seed. A walk of fewer rounds is the beginning of a longer one. */
export function walkOf(seed: number, rounds: number): Walk {
  const [walk] = fc.sample(
    fc.record({
      launcher: fc.constantFrom<Walk['launcher']>('editor', 'agent'),
      ending: number,
      rounds: fc.array(round, { minLength: rounds, maxLength: rounds, size: 'max' }),
    }),
    { seed, numRuns: 1 },
  )
  if (walk === undefined) throw new Error('fast-check gave no walk')
  return walk
}
