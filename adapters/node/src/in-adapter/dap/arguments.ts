// The whole protocol package takes a quarter of a second to load; the adapter needs only this part of it.
import { Fields, type BadField } from '@dapplex/protocol/dap'
import { RequestFailure } from './request-failure.js'

/** The arguments of one request. A field that does not fit is a `RequestFailure` which names the request and the field. */
export function argumentsOf(command: string, raw: unknown): Fields {
  return new Fields(raw, ({ path, needs, value }: BadField) => {
    if (value === undefined) throw new RequestFailure(`${command}: ${path} is missing; it must be ${needs}`)
    throw new RequestFailure(`${command}: ${path} must be ${needs}, not ${JSON.stringify(value)}`)
  })
}
