import type { AdapterDefinitionInput } from '@dapplex/protocol'

type Traits = AdapterDefinitionInput['traits']

/** What netcoredbg does differently in a session; each has its transcript in `quirks.test.ts`. */
export const lifecycleQuirks = {
  /** C#. Run live: a breakpoint with two joined conditions stopped for either. */
  conditions: { open: '(', or: ' || ', close: ')' },
  /** An unknown command is answered `Failed command 'x' : 0x80004001`; the session goes on. */
  unknown: 'pass',
  /** `allThreadsStopped` is always true. */
  stops: 'all',
  /** References begin at 1 again after each stop. */
  references: { evaluate: 'stop', output: 'session' },
  failsAtConfigurationDone: true,
  acceptsContinueWhileRunning: true,
  hitBreakpointIds: false,
  changedSources: 'checksums',
  exceptions: {
    firstChance: { filter: 'all' },
    secondChance: { filter: 'user-unhandled' },
    unhandledAlways: true,
    types: { from: 'details' },
  },
} satisfies Traits
