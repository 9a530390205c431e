import { isJsonObject } from '@dapplex/protocol'
import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import type { EventOf } from './typed-messages.js'

/** A DAP message by its kind. The rest has not been checked. */
export type AnyMessage = Dap.Request | Dap.Response | Dap.Event

/** Whether it is one of the three kinds of message, by its envelope alone. */
export const isMessage = (value: unknown): value is AnyMessage =>
  isJsonObject(value) && typeof value['type'] === 'string'

/** Whether it is the event of this name: its body then has the type of DAP, or of the catalogue of dapplex. */
export const isEvent = <E extends string>(message: AnyMessage, name: E): message is EventOf<E> & Dap.Event =>
  message.type === 'event' && 'event' in message && message.event === name

/** One message that a client saw. `in` came from the adapter (or the multiplexer), `out` went to it. */
export interface Entry {
  /** Position on the timeline, from 0. */
  readonly index: number
  /** Since the timeline began. */
  readonly atMs: number
  readonly dir: 'in' | 'out'
  readonly message: AnyMessage
}

/** A position between two messages. */
export type Mark = number

/** One line of at most 200 characters: position, time, direction, message. */
export function entryText({ index, atMs, dir, message }: Entry): string {
  const { seq: _seq, type, ...rest } = message
  const line = `  ${index} ${Math.round(atMs)} ms ${dir === 'in' ? '<-' : '->'} ${type} ${JSON.stringify(rest)}`
  return line.length > 200 ? `${line.slice(0, 199)}…` : line
}
