import type { AdapterDefinitionInput } from '@dapplex/protocol'

type Traits = NonNullable<AdapterDefinitionInput['traits']['evaluation']>

/** How netcoredbg itself tells that an evaluation failed; the shim says it as a documented error. */
export const evaluationQuirks = {
  failures: [
    // A thread paused in native code (Sleep, Wait), in optimized code or in a prolog cannot run a call, whatever the call
    // does; fields can still be read. The sentence comes before one of several reasons.
    {
      pattern: '^This expression causes side effects and will not be evaluated|CORDBG_E_ILLEGAL',
      kind: 'unsafe_point',
    },
    { pattern: 'Evaluation timed out', kind: 'timeout' },
    // The compiler's own diagnostics, such as `error CS1026: ) expected`.
    { pattern: '^(error )?CS\\d+', kind: 'syntax' },
  ],
  // Where the shim passes: `customer.Failing`, whose getter throws, is a success of the exception's type.
  thrownAsValue: true,
} satisfies Traits
