import { mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { DapClient } from '@dapplex/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endSessions } from '../support/end-sessions.js'
import { testDaemon, type TestDaemon } from '../support/test-daemon.js'
import { endTogether, join as joinSession, launch, stopAfter, topFrame } from './support/sessions.js'
import { allSubjects, needs } from './support/subjects.js'

let host: TestDaemon
beforeAll(async () => (host = await testDaemon()))
afterAll(() => host.stop())
afterEach(() => endSessions(host))

/** The path of a file through a symbolic link to its folder. */
function throughLink(path: string): string {
  const link = join(mkdtempSync(join(tmpdir(), 'dapplex-link-')), 'link')
  symlinkSync(dirname(path), link)
  return join(link, basename(path))
}

const withDetour = (path: string) => `${dirname(path)}/nowhere/../${basename(path)}`

/** What the adapter says about one spelling of a path; ids are given anew each time. */
async function answersFor(client: DapClient, path: string, line: number): Promise<unknown> {
  const source = { path }
  const answers = [
    await client.request('breakpointLocations', { source, line }),
    await client.request('gotoTargets', { source, line }),
    await client.request('source', { source, sourceReference: 0 }),
  ]
  return answers.map(({ success, message, body }) => ({
    success,
    message,
    body: JSON.parse(JSON.stringify({ body }, (key, value: unknown) => (key === 'id' ? undefined : value))) as unknown,
  }))
}

describe.each(allSubjects)('spellings of a path', (subject) => {
  test(
    `mux 1: places and sources are the same under every spelling, and each client sees its own [${subject.adapter}]`,
    { timeout: 240_000 },
    async (context) => {
      needs(context, subject)
      const program = await subject.program()
      const { source, body } = program
      const first = await launch(host, subject, { program, breakpoints: { [source]: [body] } })
      const { threadId, path } = await stopAfter(first.client)
      const expected = await answersFor(first.client, path, body)
      const { client: second } = await joinSession(host, first.session)
      await stopAfter(second)
      for (const spelling of [throughLink(source), withDetour(source)]) {
        expect(await answersFor(second, spelling, body)).toEqual(
          JSON.parse(JSON.stringify(expected).replaceAll(JSON.stringify(path), JSON.stringify(spelling))),
        )
        expect((await topFrame(second, threadId)).source?.path).toBe(spelling)
      }
      expect((await topFrame(first.client, threadId)).source?.path).toBe(path)
      await endTogether(first.client, [first.client, second])
    },
  )
})
