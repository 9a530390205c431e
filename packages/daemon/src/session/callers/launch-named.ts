import type { CallPlace, DapSession } from '@dapplex/tools'
import type { Identity } from '../../access/identity.js'
import { CallerSessions, type SharedSessions } from './caller-sessions.js'

/** Time for the adapter and the program to start. */
const START_MS = 30_000

/** A named launch configuration, and where its session hangs in the workflow tree. */
export interface NamedLaunch {
  readonly configuration: string
  readonly workspace: string
  readonly place: CallPlace
}

/** Starts a named launch configuration as `debug_launch {configuration}` of this caller does. */
export function launchNamed(
  shared: SharedSessions,
  { configuration, workspace, place }: NamedLaunch,
  caller: Identity,
): Promise<DapSession> {
  const spec = { program: '', args: [], cwd: workspace, env: {}, stopAtEntry: false, adapterArgs: {} }
  return new CallerSessions(shared, caller).launch({ configuration, spec }, { timeoutMs: START_MS, place })
}
