import type { BreakpointSpec } from '@dapplex/tools'

/** A breakpoint that is set in another session under the same id. */
export type KeptSpec = BreakpointSpec & { readonly id: number; readonly enabled: boolean }
