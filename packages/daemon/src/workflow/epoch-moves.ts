import {
  effectOf,
  isJsonObject,
  listsArguments,
  type Effect,
  type ExpressionTraits,
  type JsonObject,
} from '@dapplex/protocol'
import type { EpochMove } from '@dapplex/workflow'

/** How each effect moves the epoch; undefined for an effect that no inspection shows. */
const MOVES: Readonly<Record<Effect, EpochMove | undefined>> = {
  read: undefined,
  write: 'written',
  evaluate: 'evaluated',
  move: 'resume-sent',
  pause: undefined,
  breakpoints: undefined,
  configure: undefined,
  start: 'restarted',
  restart: 'restarted',
  end: 'disconnected',
  cancel: undefined,
  input: 'evaluated',
  arrange: undefined,
}

/**
 * How a request that is sent to the adapter moves the session's epoch, whoever sent it (workflow 24); undefined where it
 * only reads, as the expression of the adapter's definition that lists arguments does. A request that the catalogue does not
 * know counts as an evaluation.
 */
export function epochMove(message: unknown, language: ExpressionTraits = { names: 'common' }): EpochMove | undefined {
  if (!isJsonObject(message) || message['type'] !== 'request' || typeof message['command'] !== 'string')
    return undefined
  const args: JsonObject = isJsonObject(message['arguments']) ? message['arguments'] : {}
  const asked = { command: message['command'], args }
  if (listsArguments(asked, language)) return undefined
  const effect = effectOf(asked, language.names)
  return effect === undefined ? 'evaluated' : MOVES[effect]
}
