import type { BreakpointSpec } from '@dapplex/tools'

/** A breakpoint that later sessions get under the same id. */
export type KeptSpec = BreakpointSpec & {
  readonly id: number
  readonly enabled: boolean
}

/** A kept breakpoint and the folder whose programs get it. */
export type PlacedSpec = KeptSpec & { readonly workspace: string }
