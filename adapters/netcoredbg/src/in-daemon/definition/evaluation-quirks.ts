import type { AdapterDefinitionInput } from '@dapplex/protocol'

type Traits = NonNullable<AdapterDefinitionInput['traits']['evaluation']>

/** How netcoredbg reports a failed evaluation. The shim turns it into a documented error. */
export const evaluationQuirks = {
  failures: [
    // A thread paused in native code (Sleep, Wait), in optimized code or in a prolog cannot call anything. Its fields can
    // still be read. One of several reasons follows this sentence.
    {
      pattern: '^This expression causes side effects and will not be evaluated|CORDBG_E_ILLEGAL',
      kind: 'unsafe_point',
    },
    { pattern: 'would run code of the program', kind: 'side_effects' },
    { pattern: 'Evaluation timed out', kind: 'timeout' },
    // The compiler's own diagnostics, such as `error CS1026: ) expected`.
    { pattern: '^(error )?CS\\d+', kind: 'syntax' },
  ],
  // Without the inspector, `customer.Failing`, whose getter throws, is a success with the type of the exception.
  thrownAsValue: true,
  // The shim refuses a getter of the program in a hover.
  hoverIsSafe: true,
} satisfies Traits
