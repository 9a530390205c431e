import { expect, test } from 'vitest'
import { ScriptedDaemon } from '../../test/scripted/scripted-daemon.js'

const lines = [
  '{"transcript":1}',
  ...Array.from({ length: 40 }, (_none, at) => JSON.stringify({ t: at, m: 'x'.repeat(100) })),
]

test('session_export: all of it, or in parts of whole lines', async () => {
  const daemon = new ScriptedDaemon()
  daemon.open().recorded = { lines, incomplete: 'the journal is limited' }
  expect(await daemon.call('session_export')).toMatchObject({
    format: 'ndjson',
    text: `${lines.join('\n')}\n`,
    lines: 41,
    total_lines: 41,
    incomplete: 'the journal is limited',
  })
  const part = await daemon.call('session_export', { start: 1, max_bytes: 1024 })
  expect(part).toMatchObject({ lines: 8, next: 9, truncated: true })
  expect(part.text.startsWith('{"t":0')).toBe(true)
})

test('session_export of a daemon without journals: UNSUPPORTED', async () => {
  const daemon = new ScriptedDaemon()
  daemon.open()
  expect((await daemon.fail('session_export')).data).toMatchObject({
    type: 'UNSUPPORTED',
    capability: 'session_export',
  })
})
