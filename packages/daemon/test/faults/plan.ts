import fc from 'fast-check'
import { clientKinds } from './kinds/client.js'
import { daemonKinds } from './kinds/daemon.js'
import { endingKinds } from './kinds/ending.js'
import { machineKinds } from './kinds/machine.js'
import { spokenKinds } from './kinds/spoken.js'
import type { FaultKind } from './kind.js'
import type { FaultSubject } from './subjects.js'

export const allKinds: readonly FaultKind[] = [
  ...spokenKinds,
  ...clientKinds,
  ...endingKinds,
  ...machineKinds,
  ...daemonKinds,
]

/** What `npm run faults` asks for, by the environment variable DAPPLEX_FAULTS. */
export interface FaultRun {
  readonly count: number
  readonly seed: number
  /** Only this adapter. */
  readonly adapter?: string
  /** Only the kinds whose name has this text. */
  readonly kind?: string
}

export function longRun(): FaultRun | undefined {
  const given = process.env['DAPPLEX_FAULTS_RUN']
  return given === undefined ? undefined : (JSON.parse(given) as FaultRun)
}

export interface PlannedFault {
  readonly kind: FaultKind
  readonly subject: FaultSubject
  readonly n: number
}

/** Sides of a die. */
const DICE = 1_000_003

/** The faults of a run, from its seed alone. What costs much is rare: kinds by their weight, starts by the adapter's. */
export function faultsOf({ count, seed, kind }: FaultRun, subjects: readonly FaultSubject[]): PlannedFault[] {
  const kinds = allKinds.filter(({ name }) => kind === undefined || name.includes(kind))
  const share = fc.nat(DICE - 1).map((number) => number / DICE)
  const dice = fc.noBias(fc.tuple(share, share, fc.nat()))
  return fc.sample(dice, { seed, numRuns: count }).map(([chance, which, n]) => {
    const found = weighed(kinds, (one) => one.weight, chance)
    const fitting = subjects.filter(({ adapter }) => found.without?.[adapter] === undefined)
    const isCheap = found.effect === 'nothing' || found.effect === 'either'
    return { kind: found, n, subject: weighed(fitting, (one) => (isCheap ? 1 : one.starts), which) }
  })
}

/** @param chance from 0 to 1, without 1 */
function weighed<T>(list: readonly T[], weight: (one: T) => number, chance: number): T {
  let left = chance * list.reduce((sum, one) => sum + weight(one), 0)
  for (const one of list) {
    left -= weight(one)
    if (left < 0) return one
  }
  throw new Error('there is nothing to choose from')
}
