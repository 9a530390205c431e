import type { DapAnswer, RequestOptions } from '@dapplex/tools'
import type { InternalClient } from './internal-client.js'

/** `initialize` of the clients inside the daemon, with the conventions of the tools' port. */
export function introduce(client: InternalClient, clientName: string, options: RequestOptions): Promise<DapAnswer> {
  const conventions = {
    clientID: 'dapplex',
    clientName,
    adapterID: client.adapterId,
    locale: 'en',
    linesStartAt1: true,
    columnsStartAt1: true,
    pathFormat: 'path',
    supportsVariableType: true,
    supportsVariablePaging: true,
    supportsMemoryReferences: true,
    supportsInvalidatedEvent: true,
    supportsMemoryEvent: true,
    supportsANSIStyling: false,
  }
  return client.request('initialize', conventions, options)
}
