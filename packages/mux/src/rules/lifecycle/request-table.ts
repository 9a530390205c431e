import type { StateKind } from '../../state/lifecycle.js'
import type { CommandGroup } from '../../state/requests/standard.js'

/**
 * What happens to a request: it is performed, it waits, it is answered from what is known, or it fails with a reason.
 */
export type Decision = 'allow' | 'defer' | 'cache' | 'reject'

/** Why a restart is refused while another one is under way. */
export const RESTART_UNDER_WAY = 'a restart is under way already; wait until the program runs'

/** What needs a program that is being debugged. */
const debugging = { starting: 'defer', undebugged: 'reject', restarting: 'defer', ended: 'reject' } as const

/** Rule: mux 10, 11, 20. Every state × group has its cell; docs/lifecycle.md is drawn from this. */
export const lifecycleTable: Readonly<Record<CommandGroup, Readonly<Record<StateKind, Decision>>>> = {
  initialize: allowed(),
  start: allowed(),
  breakpoints: allowed({ starting: 'defer', restarting: 'defer', ended: 'cache' }),
  configurationDone: allowed({ starting: 'defer', restarting: 'defer', ended: 'cache' }),
  move: allowed({ ...debugging, configuring: 'defer' }),
  pause: allowed({ ...debugging, configuring: 'defer' }),
  threads: allowed({ ...debugging, ended: 'cache' }),
  inspect: allowed(debugging),
  change: allowed(debugging),
  disconnect: allowed(),
  terminate: allowed({ ended: 'cache' }),
  restart: allowed({ configuring: 'defer', restarting: 'reject' }),
  cancel: allowed(),
  multiplexer: allowed(),
  other: allowed({ starting: 'defer', restarting: 'defer', ended: 'reject' }),
}

function allowed(except: Partial<Record<StateKind, Decision>> = {}): Readonly<Record<StateKind, Decision>> {
  return {
    starting: 'allow',
    configuring: 'allow',
    running: 'allow',
    stopped: 'allow',
    undebugged: 'allow',
    restarting: 'allow',
    ended: 'allow',
    ...except,
  }
}
