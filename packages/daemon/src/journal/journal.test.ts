import { jsonObject } from '@dapplex/testkit'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adapterTraits } from '@dapplex/protocol'
import { clientId } from '@dapplex/mux'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { exportSession } from './export-session.js'
import { JournalFolder } from './journal-folder.js'
import type { JournalHeader } from './journal-line.js'

const home = mkdtempSync(join(tmpdir(), 'dapplex-journal-'))
afterAll(() => rmSync(home, { recursive: true }))

const log = pino({ level: 'silent' })
const header: JournalHeader = {
  journal: 1,
  session: 's1',
  adapter: 'table',
  adapterTitle: 'Table',
  request: 'launch',
  cwd: '/app',
  startedAt: 1_000,
  firstBreakpointId: 1,
  policies: {},
  limits: {},
  traits: adapterTraits.parse({}),
}
const secrets = { mayHide: (json: string) => json.includes('hush'), redact: () => '[REDACTED]' }
const opened = (name: string) =>
  new JournalFolder(join(home, name), { secrets, log, isThere: () => false }).open(header)
const linesOf = (path: string) => readFileSync(path, 'utf8').trimEnd().split('\n')
const output = (text: string) => ({
  kind: 'adapterMessage' as const,
  message: { seq: 1, type: 'event', event: 'output', body: { output: text } },
})

describe('the journal of a session', () => {
  test('has the inputs only, in order; what a start says to dapplex alone is not stored', async () => {
    const journal = opened('inputs')
    journal.take({ kind: 'adapterStarted' }, 1_000)
    const args = { program: '/p', dapplexToken: 'hush', dapplexSession: 's1' }
    const message = { seq: 1, type: 'request', command: 'launch', arguments: args }
    journal.take({ kind: 'clientMessage', client: clientId(1), message }, 1_001)
    await journal.flush()
    const [first, ...entries] = linesOf(journal.path).map((line) => jsonObject(JSON.parse(line)))
    expect(first).toEqual(JSON.parse(JSON.stringify(header)))
    expect(entries).toEqual([
      { kind: 'adapterStarted', now: 1_000 },
      {
        kind: 'clientMessage',
        client: 1,
        message: { ...message, arguments: { program: '/p', dapplexSession: 's1' } },
        now: 1_001,
      },
    ])
    expect(statSync(journal.path).mode & 0o777).toBe(0o600)
  })
  test('masks a message that may hold a secret', async () => {
    const journal = opened('masked')
    journal.take({ kind: 'adapterMessage', message: { seq: 1, body: 'hush' } }, 1_000)
    await journal.flush()
    expect(linesOf(journal.path)[1]).toBe('{"kind":"adapterMessage","message":"[REDACTED]","now":1000}')
  })
  const came = (text: string) => ({
    kind: 'adapterMessage' as const,
    message: jsonObject(JSON.parse(text)),
    printed: Buffer.from(text),
  })
  const written = async (name: string, text: string) => {
    const journal = opened(name)
    journal.take(came(text), 1_000)
    await journal.flush()
    return linesOf(journal.path).slice(1)
  }
  test('a message that came as text is written as it came', async () => {
    expect(await written('as-came', '{"seq": 1,"type":"event","event":"é"}')).toEqual([
      '{"kind":"adapterMessage","message":{"seq": 1,"type":"event","event":"é"},"now":1000}',
    ])
  })
  test.each([
    ['as it is', '{"seq":1,"body":"hush"}'],
    ['behind an escape', String.raw`{"seq":1,"body":"h\u0075sh"}`],
    ['behind an escape without need', String.raw`{"seq":1,"body":"hush\/"}`],
    ['in a message of several lines', '{\n"seq":1,\r\n"body":"hush"\n}'],
  ])('masks a secret in a message that came as text: %s', async (name, text) => {
    expect(await written(name, text)).toEqual(['{"kind":"adapterMessage","message":"[REDACTED]","now":1000}'])
  })
  test('more messages than one write takes are all written, in order', async () => {
    const journal = opened('many-pieces')
    const text = (seq: number) => JSON.stringify({ seq, type: 'event', event: 'é', body: 'x'.repeat(600) })
    const numbers = Array.from({ length: 3000 }, (_, at) => at)
    for (const seq of numbers) journal.take(came(text(seq)), seq)
    await journal.flush()
    const [, ...lines] = linesOf(journal.path)
    expect(lines).toEqual(numbers.map((seq) => `{"kind":"adapterMessage","message":${text(seq)},"now":${seq}}`))
  })
  test('what fills one write is written behind the session: nothing has gone to the disk when it goes on', async () => {
    const journal = opened('behind')
    const { size } = statSync(journal.path)
    for (let at = 0; at < 2000; at += 1) journal.take({ kind: 'timerFired', timer: 't' }, at)
    expect(statSync(journal.path).size).toBe(size)
    await journal.flush()
    expect(linesOf(journal.path)).toHaveLength(2001)
  })
  test('a message that came in several lines is one line', async () => {
    const [line = '', ...others] = await written('lines', '{\n  "seq": 1,\r\n  "body": "a\\nb"\n}')
    expect(others).toEqual([])
    expect(JSON.parse(line)).toEqual({ kind: 'adapterMessage', message: { seq: 1, body: 'a\nb' }, now: 1000 })
  })
  test('of the messages that are written together only those with a secret are changed', async () => {
    const journal = opened('one-of-many')
    const texts = [
      '{"seq": 1,"body":"é"}',
      '{"seq":2,"body":"hush"}',
      String.raw`{"seq": 3,"body":"\u00e9"}`,
      '{"seq": 4}',
    ]
    for (const text of texts) journal.take(came(text), 1)
    journal.take({ kind: 'timerFired', timer: 'hush' }, 2)
    await journal.flush()
    expect(linesOf(journal.path).slice(1)).toEqual([
      ...['{"seq": 1,"body":"é"}', '"[REDACTED]"', '{"seq":3,"body":"é"}', '{"seq": 4}'].map(
        (message) => `{"kind":"adapterMessage","message":${message},"now":1}`,
      ),
      '{"kind":"timerFired","timer":"hush","now":2}',
    ])
  })
  test('the text of a start, and of an answer to a request by a sensitive name, is not written as it came', async () => {
    const journal = opened('not-as-came')
    const start = '{"seq":1,"type":"request","command":"launch","arguments":{"dapplexToken":"t0ken","program":"/p"}}'
    journal.take({ ...came(start), kind: 'clientMessage', client: clientId(1) }, 1_000)
    journal.asked({ seq: 7, type: 'request', command: 'evaluate', arguments: { expression: 'password' } })
    const answer = '{"seq":2,"type":"response","request_seq":7,"success":true,"body":{"result":"t0ken"}}'
    journal.take(came(answer), 1_001)
    await journal.flush()
    const [, ...lines] = linesOf(journal.path)
    expect(lines).toHaveLength(2)
    expect(lines.join()).not.toContain('t0ken')
    expect(lines[0]).toContain('"program":"/p"')
  })
  test('does not fill with what the program prints', async () => {
    const journal = opened('output')
    for (let at = 0; at < 100; at += 1) journal.take(output('x'.repeat(100_000)), at)
    journal.take({ kind: 'timerFired', timer: 'last' }, 101)
    await journal.flush()
    expect(statSync(journal.path).size).toBeLessThan(3 * 1024 * 1024)
    expect(linesOf(journal.path).at(-1)).toContain('"last"')
  })
  test('ends at its limit, and says so; what was recorded until then can be exported', async () => {
    const journal = opened('limit')
    journal.take({ kind: 'adapterStarted' }, 1_000)
    const body = { threads: [], text: 'x'.repeat(1024 * 1024) }
    for (let seq = 1; seq < 40; seq += 1) {
      journal.take({ kind: 'adapterMessage', message: { seq, type: 'event', event: 'custom', body } }, 1_000 + seq)
      await journal.flush()
    }
    expect(statSync(journal.path).size).toBeLessThanOrEqual(33 * 1024 * 1024)
    const { lines, incomplete } = await exportSession(journal)
    expect(incomplete).toContain('limited')
    expect(lines.length).toBeGreaterThan(20)
  })
  test('a disk that cannot be written ends the journal, not the session', async () => {
    const journal = opened('gone')
    rmSync(join(home, 'gone'), { recursive: true })
    journal.take({ kind: 'adapterStarted' }, 1_000)
    await journal.flush()
    journal.take({ kind: 'adapterStarted' }, 1_001)
    await journal.flush()
    expect(readdirSync(home)).not.toContain('gone')
  })
  test('a last line that was cut off is left out', async () => {
    const journal = opened('torn')
    journal.take({ kind: 'adapterStarted' }, 1_000)
    await journal.flush()
    writeFileSync(journal.path, '{"kind":"adapterMess', { flag: 'a' })
    expect((await exportSession(journal)).lines).toHaveLength(1)
  })
  test('the oldest make room, but for those of sessions that are there: a clock was set back', () => {
    const folder = new JournalFolder(join(home, 'many'), { secrets, log, isThere: (session) => session === 's3' })
    for (let at = 0; at < 60; at += 1) folder.open({ ...header, session: `s${at}`, startedAt: at })
    const names = readdirSync(join(home, 'many')).sort()
    expect(names).toHaveLength(51)
    expect(names.slice(0, 2)).toEqual([expect.stringContaining('-s3.'), expect.stringContaining('-s10.')])
  })
  test('mux 27: a file that somebody has removed is not begun again without its header', async () => {
    const journal = opened('removed')
    journal.take({ kind: 'adapterStarted' }, 1_000)
    await journal.flush()
    rmSync(journal.path)
    journal.take({ kind: 'adapterStarted' }, 1_001)
    await journal.flush()
    expect(existsSync(journal.path)).toBe(false)
  })
})
