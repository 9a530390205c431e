import { programName } from '../configuration/dynamic-configurations.js'
import { lastAct, stateWord } from '../daemon/session-state.js'
import { isLive, type ClientRow, type SessionRow } from '../daemon/session-rows.js'

/** A row of the view. */
export type Node =
  | { readonly kind: 'session'; readonly session: SessionRow; readonly children: readonly Node[] }
  | { readonly kind: 'client'; readonly session: SessionRow; readonly client: ClientRow }

/** What a row shows. `context` chooses its commands (`viewItem` in package.json). */
export interface Shown {
  readonly label: string
  readonly description: string
  readonly tooltip: string
  readonly icon: string
  readonly context: string
}

/** What this window knows of a session beside its row. */
export interface Standing {
  readonly isJoined: boolean
  /** Name of the client that holds control. */
  readonly holder?: string
  /** It is this window. */
  readonly isHeldHere: boolean
  /** Name of this window. */
  readonly you: string
}

/** The sessions as a tree: live ones first, the newest above; below each who is in it, then what its program has started. */
export function sessionTree(sessions: readonly SessionRow[]): readonly Node[] {
  const known = new Set(sessions.map(({ session_id: id }) => id))
  const below = (parent: string | undefined): readonly Node[] =>
    ordered(sessions.filter((one) => parentOf(one, known) === parent)).map((session) => ({
      kind: 'session',
      session,
      children: [
        ...session.clients.map((client): Node => ({ kind: 'client', session, client })),
        ...below(session.session_id),
      ],
    }))
  return below(undefined)
}

/** A child whose parent is forgotten stands at the top. */
const parentOf = ({ parent }: SessionRow, known: ReadonlySet<string>): string | undefined =>
  parent !== undefined && known.has(parent) ? parent : undefined

function ordered(sessions: readonly SessionRow[]): readonly SessionRow[] {
  const newestFirst = [...sessions].sort((one, other) => other.started_at.localeCompare(one.started_at))
  return [...newestFirst.filter(isLive), ...newestFirst.filter((one) => !isLive(one))]
}

export function showSession(session: SessionRow, standing: Standing): Shown {
  const { session_id: id, adapter, pid, program } = session
  const holds =
    standing.holder === undefined ? [] : [`${standing.isHeldHere ? 'you have' : `${standing.holder} has`} control`]
  const state = stateWord(session, standing.you)
  return {
    label: programName(session),
    description: [id, ...holds, state].join(' · '),
    tooltip: [
      `Session ${id}, ${adapter}, ${state}`,
      ...(program === undefined ? [] : [program]),
      ...(pid === undefined ? [] : [`process ${pid}`]),
      `since ${new Date(session.started_at).toLocaleString()}`,
      ...holds,
    ].join('\n'),
    icon: ICONS[session.state],
    context: isLive(session)
      ? `session-live-${standing.isJoined ? 'joined' : 'apart'}-${standing.isHeldHere ? 'held' : 'free'}`
      : 'session-ended',
  }
}

const ICONS: Readonly<Record<SessionRow['state'], string>> = {
  not_attached: 'loading~spin',
  running: 'debug-continue',
  stopped: 'debug-pause',
  exited: 'history',
}

export function showClient(client: ClientRow, isYou: boolean): Shown {
  const act = lastAct(client)
  return {
    label: client.name,
    description: [
      ...(isYou ? ['you'] : []),
      ...(client.role === 'owner' ? [] : [client.role]),
      ...(act === undefined ? [] : [act]),
    ].join(' · '),
    tooltip: `${client.name}: ${client.kind} of ${client.principal}, ${client.role}, ${client.breakpoints} breakpoints`,
    icon: CLIENT_ICONS[client.kind],
    context: 'client',
  }
}

const CLIENT_ICONS: Readonly<Record<ClientRow['kind'], string>> = {
  agent: 'hubot',
  editor: 'window',
  terminal: 'terminal',
  surface: 'server-process',
}
