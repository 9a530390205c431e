import type { AdapterDefinitionInput } from '@dapplex/protocol'

type Traits = NonNullable<AdapterDefinitionInput['traits']['evaluation']>

/** How netcoredbg tells that an evaluation failed. */
export const evaluationQuirks = {
  failures: [
    // A thread paused in native code (Sleep, Wait), in optimized code or in a prolog cannot run a call, whatever the call
    // does; fields can still be read. The sentence comes before one of several reasons.
    {
      pattern: '^This expression causes side effects and will not be evaluated|CORDBG_E_ILLEGAL',
      kind: 'unsafe_point',
    },
    { pattern: 'Evaluation timed out', kind: 'timeout' },
    // The words of our own shim before it.
    { pattern: '^the thread stands in native code', kind: 'unsafe_point' },
    { pattern: '^no answer within|^the evaluation took longer|^it calls itself without end', kind: 'timeout' },
    { pattern: '^it would run code of the program', kind: 'side_effects' },
    // The compiler's own diagnostics, such as `error CS1026: ) expected`.
    { pattern: '^(error )?CS\\d+', kind: 'syntax' },
  ],
  // `customer.Failing`, whose getter throws, is a success of the exception's type.
  thrownAsValue: true,
} satisfies Traits
