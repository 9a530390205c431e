import { failureWords, type JsonObject } from '@dapplex/protocol'
import { log } from '../../../outbox/record.js'
import { ask } from '../../../outbox/to-adapter.js'
import type { Session } from '../../../state/session.js'
import { watchChildExits } from '../../reverse/child-exit.js'

/** What the adapter's definition has evaluated in each program before it runs. */
export function prepareProgram(session: Session): void {
  const { plainReads } = session.options.traits.evaluation
  if (plainReads !== undefined)
    ask(session, {
      command: 'evaluate',
      args: { expression: plainReads.prepare, context: 'repl' },
      purpose: { kind: 'prepare' },
    })
  watchChildExits(session)
}

/** Where an adapter of another version cannot be prepared, what is read may run code of the program: the log says so. */
export function preparedProgram(session: Session, answer: JsonObject): void {
  if (answer['success'] === true) return
  const why = failureWords(answer) ?? 'it gave no reason'
  log(session, 'warn', `${session.options.adapterTitle} does not read without running code of the program: ${why}`)
}
