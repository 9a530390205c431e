import { readdirSync } from 'node:fs'
import { dapSchema, fixture, readTranscript, type AnyMessage, type Transcript } from '@dapplex/testkit'
import { describe, expect, test } from 'vitest'
import { TRANSCRIPT_EXCEPTIONS } from './transcript-exceptions.js'

const recordings = readdirSync(fixture('transcripts'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name: adapter }) => readdirSync(fixture(`transcripts/${adapter}`)).map((file) => ({ adapter, file })))
  .map(({ adapter, file }) => ({ adapter, file, path: fixture(`transcripts/${adapter}/${file}`) }))

/** What is wrong with what the adapter sent, each problem once. */
function problemsOf({ lines }: Transcript): ReadonlySet<string> {
  const problems = new Set<string>()
  const asked = new Map<number, string>()
  let lastSeq = 0
  for (const { dir, m } of lines) {
    if (dir === 'out') {
      if (m.type === 'request' && 'command' in m) asked.set(m.seq, m.command)
      continue
    }
    for (const problem of dapSchema().check(m)) problems.add(problem.replace(/\/\d+/g, '/*'))
    if (m.seq <= lastSeq) problems.add('seq does not increase')
    lastSeq = m.seq
    const answer = answerProblem(m, asked)
    if (answer !== undefined) problems.add(answer)
  }
  return problems
}

/** Takes the request off: it is answered now. */
function answerProblem(m: AnyMessage, asked: Map<number, string>): string | undefined {
  if (!('request_seq' in m)) return undefined
  const command = asked.get(m.request_seq)
  asked.delete(m.request_seq)
  if (command === undefined) return `a response to no open request: ${m.command}`
  return command === m.command ? undefined : `a response to ${command} that says ${m.command}`
}

describe('mux 24: recorded sessions', () => {
  test('there are recordings of four adapters', () => {
    expect([...new Set(recordings.map((one) => one.adapter))]).toEqual(
      expect.arrayContaining(['debugpy', 'delve', 'lldb', 'netcoredbg']),
    )
  })

  test.each(recordings)('$adapter/$file: parses, its program is there, time goes on', ({ adapter, path }) => {
    const { header, lines } = readTranscript(path)
    expect(header.adapter).toBe(adapter)
    expect(fixture(header.program)).toContain(header.program)
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.map((line) => line.t)).toEqual(lines.map((line) => line.t).sort((a, b) => a - b))
  })

  test.each(recordings)('$adapter/$file: what the adapter sent is DAP, but for the exceptions', ({ adapter, path }) => {
    const excepted = TRANSCRIPT_EXCEPTIONS.filter((one) => one.adapter === adapter).map((one) => one.problem)
    expect([...problemsOf(readTranscript(path))].filter((problem) => !excepted.includes(problem))).toEqual([])
  })

  test.each(TRANSCRIPT_EXCEPTIONS)('the exception still occurs: $adapter: $problem', ({ adapter, problem, reason }) => {
    const found = recordings
      .filter((one) => one.adapter === adapter)
      .flatMap((one) => [...problemsOf(readTranscript(one.path))])
    expect(found).toContain(problem)
    expect(reason).not.toBe('')
  })
})
