import type { BreakpointSpec } from '@dapplex/tools'

/** A breakpoint that later sessions get under the same id. */
export type KeptSpec = BreakpointSpec & { readonly id: number; readonly enabled: boolean }
