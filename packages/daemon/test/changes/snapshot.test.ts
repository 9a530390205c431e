import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildDotnet, buildGo, fixture, markerLine, missing, type ProgramName } from '@dapplex/testkit'
import { endSessions } from '../support/end-sessions.js'
import type { RpcClient } from '../support/rpc-client.js'
import { testDaemon, type TestDaemon } from '../support/test-daemon.js'

let host: TestDaemon
let agent: RpcClient
beforeAll(async () => {
  host = await testDaemon()
  agent = await host.agent()
})
afterEach(() => endSessions(host))
afterAll(async () => {
  await agent.close()
  await host.stop()
})

/** The program `waits` in one language: five workers wait for jobs, and two clerks for each other's lock. */
interface Waits {
  readonly name: string
  readonly needs: readonly ProgramName[]
  readonly source: string
  readonly build?: () => Promise<string>
  /** The function of the workers, and that of a clerk. */
  readonly work: RegExp
  readonly clerk: RegExp
}

const program = (path: string) => fixture(`programs/${path}`)

const languages: readonly Waits[] = [
  { name: 'Python', needs: ['debugpy'], source: program('python/waits.py'), work: /^work /, clerk: /^clerk / },
  {
    name: 'Go',
    needs: ['go', 'delve'],
    source: program('go/waits/main.go'),
    build: () => buildGo(program('go/waits')),
    work: /work /,
    clerk: /clerk /,
  },
  {
    name: 'C#',
    needs: ['dotnet', 'netcoredbg'],
    source: program('dotnet/waits/Program.cs'),
    build: () => buildDotnet(program('dotnet/waits/waits.csproj')),
    work: /Work/,
    clerk: /Ann|Bob/,
  },
  { name: 'Common Lisp', needs: ['sbcl'], source: program('lisp/waits.lisp'), work: /work/, clerk: /clerk/ },
]

describe.each(languages)('all threads at once: $name', (language) => {
  const lacks = missing(...language.needs)
  let path = language.source
  beforeAll(async () => {
    if (lacks === undefined && language.build !== undefined) path = await language.build()
  }, 240_000)
  beforeEach((context) => {
    if (lacks !== undefined) context.skip(lacks)
  })

  test('equal stacks are one row, and who waits is told', async () => {
    const line = markerLine(language.source, 'STOP')
    await agent.call('debug_launch', {
      program: path,
      breakpoints: [{ file: language.source, line }],
      timeout_ms: 200_000,
      wait_ms: 100_000,
    })
    const snapshot = await agent.call('snapshot_get', {})
    console.log(JSON.stringify(snapshot, null, 1))
    expect(snapshot.location).toMatchObject({ line })
  })
})
