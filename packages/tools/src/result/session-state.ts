import type { Actor, ClientView, Phase, SessionView } from '@dapplex/protocol'
import { present } from './present.js'

export type State = 'running' | 'stopped' | 'exited'

const STATES: Readonly<Record<Phase, State>> = {
  starting: 'running',
  configuring: 'running',
  running: 'running',
  stopped: 'stopped',
  ended: 'exited',
}

/** Once the exit code is known the state is `exited`, although the session may end a moment later. */
export const stateOf = ({ phase, exitCode }: Pick<SessionView, 'phase' | 'exitCode'>): State =>
  exitCode === undefined ? STATES[phase] : 'exited'

export const actorRow = ({ client, name, principal, kind }: Actor) => ({ client_id: client, name, principal, kind })

/** The people and agents of a session, without the session's own client, which launched the program. */
export function clientRows(view: SessionView) {
  return view.clients.filter(({ kind }) => kind !== 'surface').map(clientRow)
}

function clientRow(client: ClientView) {
  return present({
    ...actorRow(client),
    role: client.role,
    joined_at: new Date(client.joinedAt).toISOString(),
    last_command: client.lastCommand,
    breakpoints: client.breakpoints,
  })
}
