import { buildDotnet, fixture, openSession } from '@dapplex/testkit'
import { afterEach, expect, test } from 'vitest'
import { Scope } from './dotnet-programs.js'
import { notLive, startShim } from './shim-session.js'

const scope = new Scope()
afterEach(() => scope.end(), 120_000)

test('mux 22: a character that is cut between two writes is whole', async ({ skip }) => {
  skip(notLive !== undefined, notLive)
  const text = 'größe 数 \u{1F600}!'
  const program = await buildDotnet(fixture('programs/dotnet/types/types.csproj'))
  const client = await startShim(scope)
  const launch = { program, args: [text], cwd: fixture('programs/dotnet/types') }
  await openSession(client, { request: 'launch', arguments: launch })
  await client.waitForEvent('terminated', () => true, { timeoutMs: 60_000 })
  const printed = client.events('output').filter(({ body }) => body.category === 'stdout')
  expect(printed.map(({ body }) => body.output).join('')).toBe(text)
})
