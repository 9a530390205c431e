import type { BreakpointWish } from '@dapplex/tools'

/** A breakpoint that is set in another session under the same id. */
export type KeptWish = BreakpointWish & { readonly id: number; readonly enabled: boolean }
