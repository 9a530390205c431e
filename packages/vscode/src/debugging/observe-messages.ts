import { isJsonObject, type JsonObject } from '@dapplex/protocol/plain'
import type { RelayOptions } from './relay.js'
import type { Typing } from './typing.js'

/** Requests by which a person moves the program. */
const MOVES: ReadonlySet<unknown> = new Set([
  'launch',
  'attach',
  'restart',
  'continue',
  'next',
  'stepIn',
  'stepOut',
  'stepBack',
  'reverseContinue',
  'goto',
  'pause',
])

/**
 * What the extension sees and changes of the messages: it learns the session of the daemon, and a stop while somebody types asks
 * for no focus (DAP, `preserveFocusHint`).
 */
export function observeMessages(
  typing: Typing,
  joined: (session: string) => void,
): Pick<RelayOptions, 'onToEditor' | 'onFromEditor'> {
  return {
    onFromEditor: (message) => {
      if (MOVES.has(message['command'])) typing.moved()
      return message
    },
    onToEditor: (message) => {
      const body = isJsonObject(message['body']) ? message['body'] : {}
      const session = message['event'] === 'dapplex_session' ? body['session_id'] : undefined
      if (typeof session === 'string') joined(session)
      return message['event'] === 'stopped' && typing.isUnderWay ? withoutFocus(message, body) : message
    },
  }
}

const withoutFocus = (message: JsonObject, body: JsonObject): JsonObject => ({
  ...message,
  body: { ...body, preserveFocusHint: true },
})
