import type { DapSession } from '@dapplex/tools'
import type { Identity } from '../../access/identity.js'
import { ConnectionSessions, type SharedState } from './caller-sessions.js'

/** Time for the adapter and the program to start. */
const START_MS = 30_000

/** Starts a named launch configuration as `debug_launch {configuration}` of this caller would. */
export function launchConfiguration(
  shared: SharedState,
  { configuration, workspace }: { readonly configuration: string; readonly workspace: string },
  caller: Identity,
): Promise<DapSession> {
  const spec = { program: '', args: [], cwd: workspace, env: {}, stopAtEntry: false, adapterArgs: {} }
  return new ConnectionSessions(shared, caller).launch({ configuration, spec }, { timeoutMs: START_MS })
}
