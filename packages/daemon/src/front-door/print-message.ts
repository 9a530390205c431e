import { isEvent, type DapMessage } from '@dapplex/protocol'
import type { Printed } from '@dapplex/transport'

/** Printed bodies of events: the core gives all clients of the same conventions the same body. */
const printedBodies = new WeakMap<object, string>()

/**
 * A message as JSON text in pieces. The body of an event is printed once for all clients; only the envelope with its `seq`
 * differs from client to client.
 */
export function printMessage(message: DapMessage): readonly Printed[] {
  if (!isEvent(message)) return [JSON.stringify(message)]
  const body: unknown = message.body
  if (typeof body !== 'object' || body === null) return [JSON.stringify(message)]
  return [JSON.stringify({ ...message, body: undefined }).slice(0, -1), ',"body":', printBody(body), '}']
}

function printBody(body: object): string {
  const known = printedBodies.get(body)
  if (known !== undefined) return known
  const text = JSON.stringify(body)
  printedBodies.set(body, text)
  return text
}
