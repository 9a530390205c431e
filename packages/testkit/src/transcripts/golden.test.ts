import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Entry } from '../dap/entry.js'
import { expectGolden, goldenText } from './golden.js'

const entries = [
  {
    index: 0,
    atMs: 1,
    dir: 'out',
    message: { seq: 9, type: 'request', command: 'next', arguments: { threadId: 7 } },
  },
  {
    index: 1,
    atMs: 2,
    dir: 'in',
    message: { seq: 4, type: 'response', request_seq: 9, command: 'next', success: true },
  },
  {
    index: 2,
    atMs: 3,
    dir: 'in',
    message: { seq: 5, type: 'event', event: 'stopped', body: { reason: 'step', threadId: 7 } },
  },
] as Entry[]
const text = `-> request next {"threadId":"thread#1"}
<- response next {"success":true}
<- event stopped {"reason":"step","threadId":"thread#1"}
`

describe('goldens', () => {
  const folder = `${mkdtempSync(join(tmpdir(), 'golden-'))}/`
  afterEach(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true, force: true })
  })

  test('messages as text, with stable ids, without seq and time', () => {
    expect(goldenText(entries)).toBe(text)
    expect(goldenText(entries, { keep: ({ dir }) => dir === 'out' })).toBe('-> request next {"threadId":"thread#1"}\n')
  })

  test('a missing file fails, is written only when asked to, then compared', () => {
    expect(() => expectGolden('sub/step', text, { folder })).toThrow('no golden sub/step')
    expect(() => expectGolden('sub/step', text, { folder })).toThrow('DAPPLEX_UPDATE_GOLDENS=1')
    vi.stubEnv('DAPPLEX_UPDATE_GOLDENS', '1')
    expectGolden('sub/step', text, { folder })
    vi.stubEnv('DAPPLEX_UPDATE_GOLDENS', '')
    expect(readFileSync(`${folder}sub/step.txt`, 'utf8')).toBe(text)
    expectGolden('sub/step', text, { folder })
    const changed = text.replace('thread#1"}\n<- response', 'thread#2"}\n<- response')
    expect(() => expectGolden('sub/step', changed, { folder })).toThrow(
      'differs at line 1:\n  want -> request next {"threadId":"thread#1"}\n  got  -> request next {"threadId":"thread#2"}',
    )
    expect(() => expectGolden('sub/step', `${text}more\n`, { folder })).toThrow('at line 4:')
  })
})
