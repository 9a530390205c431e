import type { DapMessage } from '@dapplex/protocol'

/** Hears what goes to the adapter of a session as it is sent, and what comes from it, before the core does. Never throws. */
export interface Traffic {
  sent(message: DapMessage): void
  received(message: unknown): void
}
