import type { Policies } from '@dapplex/mux'
import type { OnAbandon } from '@dapplex/tools'

/** The core's default (mux, "AbandonPolicy"). */
const LINGER_MS = 60_000
/**
 * How long an attached program of the tools may stand while no client is there. Longer than `LINGER_MS`: calls that connect
 * for a moment come and go.
 */
const STANDING_MS = 5 * 60_000

/** How a session was started. */
interface Start {
  readonly request: 'launch' | 'attach'
  readonly onAbandon?: OnAbandon | undefined
  readonly parent?: object | undefined
  /** Somebody else runs its adapter. */
  readonly isRemote: boolean
}

/**
 * What the user's settings and the start say. An adapter that the daemon has not started may be a stranger's: the daemon runs no
 * commands for it (DAP, `runInTerminal`).
 */
export function policiesOf(settings: Partial<Policies>, start: Start): Partial<Policies> {
  return { ...abandonPolicies(settings, start), runsCommands: !start.isRemote, opensChildren: true }
}

/**
 * With `onAbandon` the caller counts as a client, and the client of the tools no longer keeps the session alive. Where
 * the caller of an attach says nothing, a program that stands is not left standing for ever (mux 29).
 */
function abandonPolicies(policies: Partial<Policies>, { onAbandon, request, parent }: Start): Partial<Policies> {
  const { lingerMs = LINGER_MS, attached = 'detach' } = policies.abandon ?? {}
  if (onAbandon === 'end' || onAbandon === 'detach')
    return { ...policies, abandon: { lingerMs, attached: 'detach', surfaceClient: 'leaves' } }
  if (onAbandon === 'keep' || request !== 'attach' || parent !== undefined) return policies
  return { ...policies, abandon: { lingerMs: STANDING_MS, attached, surfaceClient: 'runs' } }
}
