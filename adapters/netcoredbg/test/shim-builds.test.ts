import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildDotnet, commandOf, fixture, markerLine, openSession } from '@dapplex/testkit'
import { afterEach, expect, test } from 'vitest'
import { projectCopy, Scope } from './dotnet-programs.js'
import { evaluate, notLive, placeOf, startShim, stopped } from './shim-session.js'

const dncdbg = process.env['DNCDBG_PATH'] ?? 'dncdbg'
const scope = new Scope()
afterEach(() => scope.end(), 120_000)

test(
  'a Release build: why no breakpoint verifies, and the text that its symbols carry',
  { timeout: 240_000 },
  async ({ skip }) => {
    // Built here, so that its symbols name files that are gone; no recording has a build.
    skip(notLive !== undefined, notLive)
    const folder = projectCopy(scope)
    const options = ['-c', 'Release', '-p:EmbedAllSources=true', '--nologo', '-v', 'quiet', '-nodeReuse:false']
    execFileSync(commandOf('dotnet')[0], ['build', folder, ...options, '-p:UseSharedCompilation=false'])
    const path = join(folder, 'Program.cs')
    const line = markerLine(path, 'BREAK: body')
    rmSync(path)
    const client = await startShim(scope)
    const { breakpoints } = await openSession(client, {
      request: 'launch',
      arguments: { program: join(folder, 'bin/Release/net10.0/orders.dll'), args: ['wait'], cwd: folder },
      breakpoints: { [path]: [line] },
    })
    expect(breakpoints[path]).toMatchObject([{ verified: false }])
    const told = await client.waitForEvent('output', ({ body }) => body.category === 'important', { timeoutMs: 60_000 })
    expect(told.body.output).toMatch(/^orders\.dll is a Release build: .* Launch with "justMyCode": false/)
    await client.waitForEvent('output', ({ body }) => body.output.includes('grand total'))
    const { content } = await client.expectSuccess('source', { source: { path }, sourceReference: 0 })
    expect(content).toContain('BREAK: body')
    expect(client.events('stopped')).toEqual([])
  },
)

/** Why dncdbg cannot be tried here. */
function noDncdbg(): string | undefined {
  try {
    execFileSync(dncdbg, ['--version'])
    return notLive
  } catch {
    return 'dncdbg is missing: put it on PATH'
  }
}

test('dncdbg behind the shim: LINQ, what is thrown, a path', async ({ skip }) => {
  const why = noDncdbg()
  skip(why !== undefined, why)
  const program = await buildDotnet(fixture('programs/dotnet/gallery/gallery.csproj'))
  const client = await startShim(scope, undefined, dncdbg)
  const { path, line } = placeOf('report')
  const launch = { program, args: ['report'], cwd: fixture('programs/dotnet/gallery') }
  await openSession(client, { request: 'launch', arguments: launch, breakpoints: { [path]: [line] } })
  const at = await stopped(client, 0)
  expect(await evaluate(at, 'orders.Count(o => o.Id > 0)')).toBe('2 : int')
  expect(await evaluate(at, 'nobody.Name')).toMatch(/^! NullReferenceException: /)
  expect(await evaluate(at, 'customer.Name')).toBe('"John" : string')
})
