import { openClient } from '../daemon/open-client.js'
import { printJson } from '../output/print.js'

/** Subscribes and prints each `debug_event` until the connection ends or the process is interrupted. */
export async function printEvents({ session, type }: { session?: string; type?: string[] }): Promise<void> {
  const client = await openClient({ name: 'dapplex events', kind: 'agent', start: 'never' })
  const gone = new Promise<void>((resolve) => client.on('close', () => resolve()))
  client.on('debug_event', (event) => printJson(event, 'line'))
  const params = {
    ...(session === undefined ? {} : { session_id: session }),
    ...(type === undefined ? {} : { types: type }),
  }
  await client.call('events_subscribe', params)
  process.once('SIGINT', () => client.close())
  await gone
}
