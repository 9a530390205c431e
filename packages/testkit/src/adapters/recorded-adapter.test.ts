import { memoryPair } from '@dapplex/transport'
import { expect, test } from 'vitest'
import { DapClient } from '../dap/dap-client.js'
import { RecordedAdapter } from './recorded-adapter.js'
import type { AnyMessage } from '../dap/entry.js'
import type { Transcript } from '../transcripts/transcript.js'

const line = (dir: 'in' | 'out', t: number, m: object) => ({ dir, t, m: m as AnyMessage })
const transcript: Transcript = {
  header: { transcript: 1, adapter: 'x', version: '1', program: 'none', title: 'two requests' },
  lines: [
    line('out', 0, { seq: 1, type: 'request', command: 'source', arguments: { path: '/there/a.cs' } }),
    line('in', 5, { seq: 1, type: 'event', event: 'output', body: { output: '/there/a.cs' } }),
    line('in', 6, { seq: 2, type: 'response', request_seq: 1, command: 'source', success: true, body: { n: 1 } }),
    line('out', 7, { seq: 2, type: 'request', command: 'skipped' }),
    line('in', 8, { seq: 3, type: 'response', request_seq: 2, command: 'skipped', success: true }),
    line('out', 9, { seq: 3, type: 'request', command: 'threads' }),
    line('in', 10, { seq: 4, type: 'response', request_seq: 3, command: 'threads', success: true, body: { n: 3 } }),
  ],
}

test('a recording answers what was asked then, in its order, with the paths of this machine', async () => {
  const [left, right] = memoryPair()
  const times: number[] = []
  const paths = { '/here/': '/there/' }
  const adapter = new RecordedAdapter(right, transcript, { paths, onTime: (t) => times.push(t) })
  const client = new DapClient(left)
  expect(await client.expectSuccess('source', { path: '/here/a.cs' } as never)).toEqual({ n: 1 })
  expect(client.events('output')[0]?.body).toEqual({ output: '/here/a.cs' })
  expect(await client.expectSuccess('threads')).toEqual({ n: 3 })
  expect((await client.expectFailure('modules', {})).message).toBe('modules: not recorded')
  expect(adapter.unknown).toEqual(['modules {}'])
  expect(times).toEqual([5, 6, 10])
  await client.close()
})
