import type { StopView } from '@dapplex/protocol'

/** What is known of one stop, from its event or from the core's view. */
export type Stop = Pick<StopView, 'reason' | 'breakpointIds'> & {
  readonly stopId: number
  readonly threadId?: number
  readonly description?: string
  readonly text?: string
}
