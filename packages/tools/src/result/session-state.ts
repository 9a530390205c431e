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

/** A program that has exited has, although its session may take a moment longer to end. */
export const stateOf = ({ phase, exitCode }: Pick<SessionView, 'phase' | 'exitCode'>): State =>
  exitCode === undefined ? STATES[phase] : 'exited'

export const actorRow = ({ client, name, principal, kind }: Actor) => ({ client_id: client, name, principal, kind })

/** The people and agents of a session; its own client, which launched the program, is none of them. */
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
