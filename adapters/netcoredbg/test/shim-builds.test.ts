import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { commandOf, markerLine, openSession } from '@dapplex/testkit'
import { afterEach, expect, test } from 'vitest'
import { projectCopy, Scope } from './dotnet-programs.js'
import { notLive, startShim } from './shim-session.js'

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
