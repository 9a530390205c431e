import type { Phase } from '@dapplex/protocol'
import type { CommandGroup } from '../../state/requests/standard.js'

/** What happens to a request in a phase: goes on, waits, is answered from what is known, or fails with a reason. */
export type Decision = 'allow' | 'defer' | 'cache' | 'reject'

/** Rule: mux 10, 11, 20. Every phase × group has its cell; docs/lifecycle.md is drawn from this. */
export const lifecycleTable: Readonly<Record<CommandGroup, Readonly<Record<Phase, Decision>>>> = {
  initialize: { starting: 'allow', configuring: 'allow', running: 'allow', stopped: 'allow', ended: 'allow' },
  start: { starting: 'allow', configuring: 'allow', running: 'allow', stopped: 'allow', ended: 'allow' },
  breakpoints: { starting: 'defer', configuring: 'allow', running: 'allow', stopped: 'allow', ended: 'cache' },
  configurationDone: { starting: 'defer', configuring: 'allow', running: 'allow', stopped: 'allow', ended: 'cache' },
  move: { starting: 'defer', configuring: 'defer', running: 'allow', stopped: 'allow', ended: 'reject' },
  pause: { starting: 'defer', configuring: 'defer', running: 'allow', stopped: 'allow', ended: 'reject' },
  threads: { starting: 'defer', configuring: 'allow', running: 'allow', stopped: 'allow', ended: 'cache' },
  inspect: { starting: 'defer', configuring: 'allow', running: 'allow', stopped: 'allow', ended: 'reject' },
  change: { starting: 'defer', configuring: 'allow', running: 'allow', stopped: 'allow', ended: 'reject' },
  disconnect: { starting: 'allow', configuring: 'allow', running: 'allow', stopped: 'allow', ended: 'allow' },
  terminate: { starting: 'allow', configuring: 'allow', running: 'allow', stopped: 'allow', ended: 'cache' },
  restart: { starting: 'allow', configuring: 'defer', running: 'allow', stopped: 'allow', ended: 'allow' },
  cancel: { starting: 'allow', configuring: 'allow', running: 'allow', stopped: 'allow', ended: 'allow' },
  own: { starting: 'allow', configuring: 'allow', running: 'allow', stopped: 'allow', ended: 'allow' },
  other: { starting: 'defer', configuring: 'allow', running: 'allow', stopped: 'allow', ended: 'reject' },
}
