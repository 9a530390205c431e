import type { AdapterDefinitionInput } from '@dapplex/protocol'

type Traits = AdapterDefinitionInput['traits']

/** Where a netcoredbg session differs from DAP. `quirks.test.ts` shows each difference in a recording. */
export const lifecycleQuirks = {
  /** C# operators. Measured: a breakpoint with two joined conditions stops for either of them. */
  conditions: { open: '(', or: ' || ', close: ')' },
  /** An unknown command is answered `Failed command 'x' : 0x80004001`; the session goes on. */
  unknown: 'pass',
  /** `allThreadsStopped` is always true. */
  stops: 'all',
  /** Variable references start at 1 again after each stop. */
  references: { evaluate: 'stop', output: 'session' },
  failsAtConfigurationDone: true,
  moveWhileRunning: 'succeeds',
  // netcoredbg detaches only from what it has attached to (`DisconnectDetach` of 3.1.3); a program that it leaves stands for ever.
  letsLaunchedGo: false,
  hitBreakpointIds: false,
  // `LineBreakpoint` of 3.1.3 has no column; an inline breakpoint is where a plain one on its line is.
  ignoresBreakpointColumns: true,
  changedSources: 'checksums',
  exceptions: {
    firstChance: { filter: 'all' },
    secondChance: { filter: 'user-unhandled' },
    unhandledAlways: true,
    types: { from: 'details' },
  },
} satisfies Traits
