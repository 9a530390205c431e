import { memoryPair } from '@dapplex/transport'
import { describe, expect, test } from 'vitest'
import { DapClient } from '../dap/dap-client.js'
import { ScriptedAdapter } from '../adapters/scripted-adapter.js'
import { formatTranscript, parseTranscript, recordTranscript, type TranscriptHeader } from './transcript.js'

const header: TranscriptHeader = { transcript: 1, adapter: 'scripted', version: '1', program: 'none', title: 'threads' }
const head = JSON.stringify(header)

describe('transcripts', () => {
  test('what a client recorded is read back the same', async () => {
    const [left, right] = memoryPair()
    new ScriptedAdapter(right)
    const client = new DapClient(left)
    await client.request('initialize', { adapterID: 'scripted' })
    const stop = recordTranscript(client, header)
    await client.request('threads')
    const transcript = stop()
    await client.request('threads')
    expect(transcript.lines.map(({ dir, m }) => `${dir} ${m.type}`)).toEqual([
      'out request',
      'in response',
      'out request',
      'in response',
    ])
    expect(parseTranscript(formatTranscript(transcript))).toEqual(transcript)
    await client.close()
  })

  test.each([
    { text: '', want: 'tour:1: not JSON' },
    { text: '{"transcript":2}', want: 'tour:1: a header needs "transcript": 1' },
    { text: `${head}\n\n{"t":1}\n`, want: 'tour:3: a line needs t (ms), dir (in or out) and m' },
    { text: `${head}\n{"t":1,"dir":"up","m":{"type":"event"}}`, want: 'tour:2: a line needs' },
    { text: `${head}\n{"t":1,`, want: 'tour:2: not JSON' },
  ])('refused: $want', ({ text, want }) => expect(() => parseTranscript(text, 'tour')).toThrow(want))
})
