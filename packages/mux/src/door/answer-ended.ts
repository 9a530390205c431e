import { answer } from '../outbox/to-client.js'
import { answerUnset } from '../rules/breakpoints/set.js'
import { serveWaitingJoiner } from '../rules/lifecycle/start/join.js'
import type { Asked } from '../state/clients/client.js'
import { groupOf } from '../state/requests/standard.js'
import type { Session } from '../state/session.js'
import { viewThreads } from './view.js'

/** Answers requests that come after the end from what is known (mux 15), so that a late client gets no failure. */
export function answerFromCache(session: Session, asked: Asked): void {
  switch (groupOf(asked.request.command)) {
    case 'breakpoints':
      answerUnset(session, asked, `the session with ${session.options.adapterTitle} has ended`)
      return
    case 'threads':
      answer(session, asked, {
        threads: viewThreads(session).map(({ threadId, name }) => ({
          id: threadId,
          name: name ?? `Thread ${threadId}`,
        })),
      })
      return
    case 'configurationDone':
      answer(session, asked)
      serveWaitingJoiner(session, asked.client)
      return
    default:
      answer(session, asked)
  }
}
