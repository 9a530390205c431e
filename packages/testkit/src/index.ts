export { DapClient, DapFailure, type ReverseHandler } from './dap-client.js'
export type { ArgumentsOf, DapCommands, DapEvents, EventOf, ResponseOf } from './dap-messages.js'
export { openSession, type OpenedSession, type OpenSession } from './open-session.js'
export { and, event, matchOrder, message, or, request, response, then, type Order } from './order.js'
export {
  spawnAdapter,
  spawnListeningAdapter,
  type AdapterCommand,
  type ListeningAdapterCommand,
  type SpawnedAdapter,
} from './spawn-adapter.js'
export { entryText, type AnyMessage, type Entry, type Mark } from './entry.js'
export { Timeline, type TimelineOptions, type WaitOptions } from './timeline.js'
