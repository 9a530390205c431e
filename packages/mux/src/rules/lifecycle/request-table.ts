import type { StateKind } from '../../state/lifecycle.js'
import type { CommandGroup } from '../../state/requests/standard.js'

/** What happens to a request in a phase: goes on, waits, is answered from what is known, or fails with a reason. */
export type Decision = 'allow' | 'defer' | 'cache' | 'reject'

/** Why a restart is refused while another one is under way. */
export const RESTART_UNDER_WAY = 'a restart is under way already; wait until the program runs'

/** Rule: mux 10, 11, 20. Every state × group has its cell; docs/lifecycle.md is drawn from this. */
export const lifecycleTable: Readonly<Record<CommandGroup, Readonly<Record<StateKind, Decision>>>> = {
  initialize: {
    starting: 'allow',
    configuring: 'allow',
    running: 'allow',
    stopped: 'allow',
    restarting: 'allow',
    ended: 'allow',
  },
  start: {
    starting: 'allow',
    configuring: 'allow',
    running: 'allow',
    stopped: 'allow',
    restarting: 'allow',
    ended: 'allow',
  },
  breakpoints: {
    starting: 'defer',
    configuring: 'allow',
    running: 'allow',
    stopped: 'allow',
    restarting: 'defer',
    ended: 'cache',
  },
  configurationDone: {
    starting: 'defer',
    configuring: 'allow',
    running: 'allow',
    stopped: 'allow',
    restarting: 'defer',
    ended: 'cache',
  },
  move: {
    starting: 'defer',
    configuring: 'defer',
    running: 'allow',
    stopped: 'allow',
    restarting: 'defer',
    ended: 'reject',
  },
  pause: {
    starting: 'defer',
    configuring: 'defer',
    running: 'allow',
    stopped: 'allow',
    restarting: 'defer',
    ended: 'reject',
  },
  threads: {
    starting: 'defer',
    configuring: 'allow',
    running: 'allow',
    stopped: 'allow',
    restarting: 'defer',
    ended: 'cache',
  },
  inspect: {
    starting: 'defer',
    configuring: 'allow',
    running: 'allow',
    stopped: 'allow',
    restarting: 'defer',
    ended: 'reject',
  },
  change: {
    starting: 'defer',
    configuring: 'allow',
    running: 'allow',
    stopped: 'allow',
    restarting: 'defer',
    ended: 'reject',
  },
  disconnect: {
    starting: 'allow',
    configuring: 'allow',
    running: 'allow',
    stopped: 'allow',
    restarting: 'allow',
    ended: 'allow',
  },
  terminate: {
    starting: 'allow',
    configuring: 'allow',
    running: 'allow',
    stopped: 'allow',
    restarting: 'allow',
    ended: 'cache',
  },
  restart: {
    starting: 'allow',
    configuring: 'defer',
    running: 'allow',
    stopped: 'allow',
    restarting: 'reject',
    ended: 'allow',
  },
  cancel: {
    starting: 'allow',
    configuring: 'allow',
    running: 'allow',
    stopped: 'allow',
    restarting: 'allow',
    ended: 'allow',
  },
  own: {
    starting: 'allow',
    configuring: 'allow',
    running: 'allow',
    stopped: 'allow',
    restarting: 'allow',
    ended: 'allow',
  },
  other: {
    starting: 'defer',
    configuring: 'allow',
    running: 'allow',
    stopped: 'allow',
    restarting: 'defer',
    ended: 'reject',
  },
}
