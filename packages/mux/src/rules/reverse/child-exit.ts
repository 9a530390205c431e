import type { JsonObject } from '@dapplex/protocol'
import { countIn, isJsonObject, textIn } from '@dapplex/protocol'
import { ask } from '../../outbox/to-adapter.js'
import type { ProgramExit } from '../../state/contract/input.js'
import type { OpeningChild } from '../../state/requests/open-reverse.js'
import type { Session } from '../../state/session.js'

/**
 * The system tells the exit code of a process to the process that started it, and to no other (POSIX, waitpid). Where the adapter
 * definition says how, that program itself tells it (`traits.childExits`), and the child session learns it (mux 14).
 */

/** Has the program tell the ends of the processes that it starts. Called before it runs. */
export function watchChildExits(session: Session): void {
  const { traits, policies } = session.options
  if (traits.childExits === undefined || !policies.opensChildren) return
  const args = { expression: traits.childExits.watch, context: 'repl' }
  ask(session, { command: 'evaluate', args, purpose: { kind: 'unheard' } })
}

/** Returns true when it has handled the event. */
export function childExitEvent(session: Session, event: string, body: unknown): boolean {
  const { childExits } = session.options.traits
  if (event !== childExits?.event) return false
  const members = isJsonObject(body) ? body : {}
  const exitCode = countIn(members, 'exitCode')
  const processId = countIn(members, 'processId')
  if (exitCode !== undefined && processId !== undefined)
    processExited(session, processId, { exitCode, signal: textIn(members, 'signal') })
  return true
}

/** Most of the processes that a program waits for are no children with a session. */
function processExited(session: Session, processId: number, exit: ProgramExit): void {
  const { opening, processes } = session.children
  const child = processes.get(processId)
  if (child !== undefined) {
    processes.delete(processId)
    session.effects.push({ kind: 'childExited', session: child, exit })
    return
  }
  for (const one of opening.values()) if (processIdOf(session, one.configuration) === processId) one.exit = exit
}

/** The child has a session now. */
export function rememberProcess(session: Session, { configuration, exit }: OpeningChild, child: string): void {
  const processId = processIdOf(session, configuration)
  if (exit !== undefined) session.effects.push({ kind: 'childExited', session: child, exit })
  else if (processId !== undefined) session.children.processes.set(processId, child)
}

function processIdOf({ options }: Session, configuration: JsonObject): number | undefined {
  const { childExits } = options.traits
  return childExits === undefined ? undefined : countIn(configuration, childExits.processId)
}
