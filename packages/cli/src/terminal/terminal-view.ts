import type { Client } from '@dapplex/client'
import { CommandError } from '../exit/command-error.js'
import { EXIT } from '../exit/exit-codes.js'
import { makePaint } from '../output/paint.js'
import { print } from '../output/print.js'
import { runLive } from './live-view.js'
import type { StateRow } from './prompt.js'
import { runScript } from './script.js'
import { newMemory, type ViewContext } from './view-context.js'

export interface TerminalViewSpec {
  readonly client: Client
  /** The only live session when left out. */
  readonly sessionId?: string
  /** Run these and leave; otherwise lines come from standard input. */
  readonly commands?: readonly string[]
  /** A script goes on after a failed command. */
  readonly keepGoing?: boolean
  /** One JSON object a command. */
  readonly json?: boolean
}

/** The view of one session: live on a terminal, else a script. Returns the exit code. */
export async function runTerminalView(spec: TerminalViewSpec): Promise<number> {
  const { client, sessionId, commands, keepGoing = false, json = false } = spec
  const isLive = commands === undefined && process.stdin.isTTY && !json
  const { joined, state } = await sessionToJoin(client, sessionId)
  const view = makeView(client, joined, isLive ? 'live' : 'script')
  if (isLive) return runLive(view, state)
  return (await runScript(view, { commands, keepGoing, json })) ? EXIT.done : EXIT.failed
}

interface Joined {
  readonly joined: string
  readonly state: StateRow
}

/** Errors: CommandError when there is no session; SESSION_NOT_FOUND, SESSION_AMBIGUOUS. */
async function sessionToJoin(client: Client, sessionId: string | undefined): Promise<Joined> {
  const state = (await client.call(
    'debug_state',
    sessionId === undefined ? {} : { session_id: sessionId },
  )) as StateRow & {
    _meta?: { session_id?: string }
  }
  const joined = state._meta?.session_id
  if (joined !== undefined) return { joined, state }
  throw new CommandError('there is no session to join; run `dapplex launch PROGRAM --attach` to start one')
}

function makeView(client: Client, sessionId: string, manner: ViewContext['manner']) {
  let leave = (): void => undefined
  let hasLeft = false
  const left = new Promise<void>((resolve) => (leave = resolve))
  void left.then(() => (hasLeft = true))
  client.on('close', () => leave())
  const memory = newMemory()
  return {
    client,
    sessionId,
    memory,
    paint: makePaint(),
    manner,
    print,
    left,
    hasLeft: () => hasLeft,
    leave: () => leave(),
  } satisfies ViewContext & { left: Promise<void>; hasLeft(): boolean }
}
