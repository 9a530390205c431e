import { appendFileSync, copyFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { netcoredbgAdapter } from '@dapplex/adapter-netcoredbg'
import { buildDotnet, fixture, markerLine, missing } from '@dapplex/testkit'
import { afterAll, expect, test } from 'vitest'
import { daemonWithAgent } from './support/daemon-with-agent.js'
import { genericAdapter } from './support/test-daemon.js'

const folder = mkdtempSync(join(tmpdir(), 'dapplex-changed-'))
afterAll(() => rmSync(folder, { recursive: true }))
const { agent } = await daemonWithAgent({ modules: [netcoredbgAdapter, genericAdapter('debugpy')] })

/** What is said of the place where the program stands, of a breakpoint there, and of all breakpoints. */
async function told(file: string, line: number) {
  const { frames } = await agent.call('stacktrace_get')
  const { source_changed: one } = await agent.call('breakpoint_set', { file, line })
  const { breakpoints } = await agent.call('breakpoint_list')
  return [frames[0], { source_changed: one }, ...breakpoints].map((row) => row?.source_changed === true)
}

test('a Python file that is written while its program stands; a restart reads it anew', async (context) => {
  const notLive = missing('debugpy')
  if (notLive !== undefined) context.skip(notLive)
  const program = join(folder, 'tour.py')
  copyFileSync(fixture('programs/python/tour.py'), program)
  const line = markerLine(program, 'break: inside')
  await agent.call('debug_launch', { program, breakpoints: [{ file: program, line }] })
  await agent.call('wait_for_stop')
  appendFileSync(program, '# written later\n')
  expect(await told(program, line)).not.toContain(false)
  const { stop_id: before } = await agent.call('debug_state')
  await agent.call('debug_restart')
  await agent.call('wait_for_stop', { since_stop_id: before })
  expect(await told(program, line)).not.toContain(true)
  await agent.call('debug_disconnect', { terminate: true })
}, 60_000)

test('a C# file that is not what was built', async (context) => {
  const notLive = missing('netcoredbg', 'dotnet')
  if (notLive !== undefined) context.skip(notLive)
  const project = join(folder, 'throws')
  cpSync(fixture('programs/dotnet/throws'), project, {
    recursive: true,
    filter: (path) => !/[\\/](bin|obj)$/.test(path),
  })
  const file = join(project, 'Program.cs')
  const line = markerLine(file, 'BREAK: caught')
  const program = await buildDotnet(join(project, 'throws.csproj'))
  await agent.call('debug_launch', { program, breakpoints: [{ file, line }] })
  await agent.call('wait_for_stop', { timeout_ms: 60_000 })
  const before = await told(file, line)
  appendFileSync(file, '// written later\n')
  await agent.call('debug_step_over', { wait: true })
  const after = await told(file, line)
  await agent.call('debug_disconnect', { terminate: true })
  rmSync(dirname(dirname(program)), { recursive: true })
  expect({ before, after }).toEqual({ before: before.map(() => false), after: after.map(() => true) })
}, 240_000)
