import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildDotnet, buildGo, fixture, markerLine, missing, type ProgramName } from '@dapplex/testkit'
import { daemonWithAgent } from '../support/daemon-with-agent.js'
import { endSessions } from '../support/end-sessions.js'

const { host, agent } = await daemonWithAgent()
afterEach(() => endSessions(host))

/** The program `waits` in one language: five workers wait for jobs, and two clerks for each other's lock. */
interface Waits {
  readonly name: string
  readonly needs: readonly ProgramName[]
  readonly source: string
  readonly build?: () => Promise<string>
  /** What the workers wait for, and whether it is known who holds a lock. */
  readonly jobs: string
  readonly knowsHolders: boolean
}

const program = (path: string) => fixture(`programs/${path}`)

const languages: readonly Waits[] = [
  { name: 'Python', needs: ['debugpy'], source: program('python/waits.py'), jobs: 'queue', knowsHolders: false },
  {
    name: 'Go',
    needs: ['go', 'delve'],
    source: program('go/waits/main.go'),
    build: () => buildGo(program('go/waits')),
    jobs: 'channel',
    knowsHolders: false,
  },
  {
    name: 'C#',
    needs: ['dotnet', 'netcoredbg'],
    source: program('dotnet/waits/Program.cs'),
    build: () => buildDotnet(program('dotnet/waits/waits.csproj')),
    jobs: 'monitor',
    knowsHolders: true,
  },
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
    expect(snapshot).toMatchObject({ reason: 'breakpoint', location: { line } })
    const { groups, waiting = [] } = snapshot
    expect(groups[0]).toMatchObject({ state: 'stopped', stack: [expect.stringContaining(`:${line}`)] })
    const at = markerLine(language.source, 'WORK')
    expect(groups).toContainEqual(
      expect.objectContaining({ count: 5, waits_for: language.jobs, stack: [expect.stringContaining(`:${at}`)] }),
    )
    expect(waiting).toContainEqual(expect.objectContaining({ count: 5, waits_for: language.jobs }))
    const locks = waiting.filter(({ waits_for: what }) => what === 'lock')
    expect(locks.reduce((sum, { count }) => sum + count, 0)).toBe(2)
    expect(locks.every(({ held_by: by }) => (by !== undefined) === language.knowsHolders)).toBe(true)
    expect(snapshot.deadlocks?.map((circle) => circle.length)).toEqual(language.knowsHolders ? [2] : undefined)
    expect(snapshot._meta.bytes).toBeLessThanOrEqual(3000)
    const small = await agent.call('snapshot_get', { max_bytes: 1000 })
    expect(small._meta.bytes).toBeLessThanOrEqual(1000)
    expect(small.threads).toBe(snapshot.threads)
  })
})
