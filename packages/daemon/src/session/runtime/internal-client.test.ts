import { genericAdapters } from '@dapplex/adapters-generic'
import { expect, test } from 'vitest'
import type { ClientLine } from './client-sink.js'
import { InternalClient } from './internal-client.js'

/** A session that answers nothing. */
function silent() {
  const [module] = genericAdapters
  if (module === undefined) throw new Error('there is no generic adapter')
  const nothing = () => undefined
  const line: ClientLine = { client: 1, receive: nothing, introduce: nothing, closed: nothing, drained: nothing }
  return { module, connect: () => line }
}

test('what is open when a client leaves is cancelled, and so is what it asks afterwards', async () => {
  const client = new InternalClient(silent(), {
    name: 'agent',
    principal: 'me',
    kind: 'agent',
    role: 'owner',
    presence: 'named',
    isLocal: true,
    keepBreakpoints: false,
    foreignBreakpoints: false,
  })
  const open = client.request('dapplex_controlAcquire', {}, { timeoutMs: 60_000 })
  client.leave('left')
  const later = client.request('stackTrace', { threadId: 1 }, { timeoutMs: 60_000 })
  for (const answer of await Promise.all([open, later]))
    expect(answer).toMatchObject({ success: false, error: { variables: { type: 'CANCELLED' } } })
})
