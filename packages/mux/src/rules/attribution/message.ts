import type { Actor } from '@dapplex/protocol'
import { record } from '../../outbox/record.js'
import { answer, fail, tellImportant } from '../../outbox/to-client.js'
import type { Asked, Client } from '../../state/clients/client.js'
import { argumentsOf, hears } from '../../state/clients/client.js'
import type { Session } from '../../state/session.js'

/** What a person types in an editor's console to send the others a message. No debugger command begins like this. */
const SAY = '/say '
/** Longest message, in UTF-16 code units. */
const LONGEST_TEXT = 16_384

/**
 * `dapplex_message {text, to?}`: sends a text to all other clients, or to those whose ids are in `to`. Editors show it
 * in their console; the others read the record. Answers `{to}`: the clients that got it. Errors: INVALID_REQUEST.
 */
export function sendMessage(session: Session, asked: Asked): void {
  const { text, to } = argumentsOf(asked)
  if (typeof text !== 'string' || text.trim() === '' || text.length > LONGEST_TEXT) {
    const why = `dapplex_message needs "text", 1 to ${LONGEST_TEXT} characters`
    fail(session, asked, { type: 'INVALID_REQUEST', text: why })
    return
  }
  const wanted = Array.isArray(to) ? new Set<unknown>(to) : undefined
  answer(session, asked, { to: say(session, asked.client, { text, wanted }) })
}

export const isSaying = (asked: Asked): boolean => {
  if (asked.client.actor.kind !== 'editor' || asked.request.command !== 'evaluate') return false
  const { expression, context } = argumentsOf(asked)
  return context === 'repl' && typeof expression === 'string' && expression.startsWith(SAY)
}

/** Sends a message that a person typed in the console of an editor, which needs to know nothing about dapplex. */
export function sayInConsole(session: Session, asked: Asked): void {
  const text = String(argumentsOf(asked)['expression']).slice(SAY.length)
  const to = say(session, asked.client, { text, wanted: undefined })
  const names = to.map(({ name }) => name).join(', ')
  answer(session, asked, { result: names === '' ? 'nobody else is here' : `told ${names}`, variablesReference: 0 })
}

function say(
  session: Session,
  from: Client,
  { text, wanted }: { readonly text: string; readonly wanted: ReadonlySet<unknown> | undefined },
): readonly Actor[] {
  const others = [...session.clients.values()].filter(
    (one) => one !== from && one.stage !== 'left' && one.actor.kind !== 'surface',
  )
  const to = wanted === undefined ? others : others.filter(({ id }) => wanted.has(id))
  const actors = to.map(({ actor }) => actor)
  record(session, { kind: 'message', text, ...(wanted === undefined ? {} : { to: actors }) }, from.actor)
  for (const client of to)
    if (client.actor.kind === 'editor' && hears(client))
      tellImportant(session, client, `[${from.profile.name}] ${text}`)
  return actors
}
