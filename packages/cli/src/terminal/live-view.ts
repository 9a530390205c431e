import { join } from 'node:path'
import { stateFolder } from '@dapplex/daemon/files'
import { EXIT } from '../exit/exit-codes.js'
import { shown } from '../output/escape-text.js'
import { print } from '../output/print.js'
import { completeLine } from './completer.js'
import { formatPrompt, type StateRow } from './prompt.js'
import { openKeyboard } from './keyboard.js'
import { followSession, MOVES } from './follow-session.js'
import { runCommandLine } from './run-command-line.js'
import { showInOrder } from './show-event.js'
import { LiveOutput } from './live-output.js'
import { call, type ViewContext, withCalls } from './view-context.js'

/**
 * The live view: a person types below, and what happens appears above. It begins with the stop where the program stands, or with
 * its end. Returns the exit code.
 * @param state of the session, as it was found: the first prompt shows it
 */
export async function runLive(view: ViewContext & { readonly left: Promise<void> }, state: StateRow): Promise<number> {
  let exitCode: number | undefined
  const leave = (code: number) => {
    exitCode ??= code
    view.leave()
  }
  const keyboard = await openKeyboard({
    prompt: formatPrompt(view.sessionId, state),
    historyFile: join(stateFolder(process.env), 'history'),
    complete: (line) => completeLine(view, line),
    onCommand: async (line, signal) => {
      await runCommandLine(cancellable(live, signal), line)
      await printed
    },
    onDropped: (count) =>
      live.print(count === 1 ? '1 waiting line was dropped' : `${count} waiting lines were dropped`),
    onInterrupt: () => leave(EXIT.interrupted),
    onEnd: () => leave(EXIT.done),
  })
  const live: ViewContext = {
    ...view,
    print: keyboard.above,
    ask: keyboard.ask,
    leave: () => {
      keyboard.close()
      leave(EXIT.done)
    },
  }
  const output = new LiveOutput(live.print)
  // One after the other: a stop asks for its place, and the events after it must not overtake it.
  let printed = Promise.resolve()
  await followSession(view, (event) => {
    printed = printed.then(async () => {
      await showInOrder(live, event, output)
      if (MOVES.has(event.type)) keyboard.setPrompt(await readPrompt(view).catch(() => shown`${view.sessionId}> `))
    })
  })
  live.memory.ownId = await joinSession(view)
  await view.left
  output.flush()
  const hasPrompt = keyboard.close()
  if (hasPrompt) print('')
  return exitCode ?? EXIT.done
}

/** The others see who looks on, also while the program runs. Gives the id of this client, which its events carry. */
async function joinSession(view: ViewContext): Promise<number | undefined> {
  await call(view, 'threads_list').catch(() => undefined)
  const { clients } = await call<{ clients: ClientRow[] }>(view, 'clients_list')
  return clients.find((one) => one.is_you === true)?.client_id
}

interface ClientRow {
  readonly client_id: number
  readonly is_you?: true
}

const readPrompt = async (view: ViewContext) => formatPrompt(view.sessionId, await call<StateRow>(view, 'debug_state'))

/** The view of one command that Ctrl-C ends: its call is cancelled, the program stays as it is. */
const cancellable = (view: ViewContext, signal: AbortSignal): ViewContext =>
  withCalls(view, (method, params) => view.client.call(method, params, { signal }))
