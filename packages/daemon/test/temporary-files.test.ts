import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildC, fixture, markerLine, missing, untilWritten } from '@dapplex/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RpcClient } from './support/rpc-client.js'
import { ScratchFolder } from './support/scratch-folder.js'
import { testDaemon, type TestDaemon } from './support/test-daemon.js'

/** The folder for temporary files of this test's daemon and its adapters. */
const scratch = new ScratchFolder('temporary')
const temporary = join(scratch.path, 'tmp')
const before = process.env['TMPDIR']
let host: TestDaemon
let agent: RpcClient
beforeAll(async () => {
  mkdirSync(temporary)
  process.env['TMPDIR'] = temporary
  host = await testDaemon()
  agent = await host.agent()
})
afterAll(async () => {
  await agent.close()
  await host.stop()
  if (before === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = before
  scratch.remove()
})
beforeEach(() => expect(ofSessions()).toEqual([]))

/** What sessions have put there; the daemon's own state is there too. */
const ofSessions = () => readdirSync(temporary).filter((name) => /^dapplex-(input|build)-/.test(name))

const untilEmpty = () => untilWritten(join(temporary, 'any'), () => (ofSessions().length === 0 ? true : undefined))

test(
  'Go: two launches of one folder at once build into folders of their own, which are removed',
  { timeout: 240_000 },
  async ({ skip }) => {
    const why = missing('delve', 'go')
    skip(why !== undefined, why)
    const folder = join(scratch.path, 'orders')
    cpSync(fixture('programs/go/orders'), folder, { recursive: true })
    const files = readdirSync(folder)
    const program = join(folder, 'main.go')
    const breakpoints = [{ file: program, line: markerLine(program, 'BREAK: body') }]
    const launch = () => agent.call('debug_launch', { program, breakpoints, timeout_ms: 200_000, wait_ms: 100_000 })
    const [one, two] = await Promise.all([launch(), launch()])
    expect([one, two]).toMatchObject([{ reason: 'breakpoint' }, { reason: 'breakpoint' }])
    expect(readdirSync(folder)).toEqual(files)
    expect(ofSessions()).toHaveLength(2)
    const again = await agent.call('debug_restart', {
      session_id: one.session_id,
      timeout_ms: 200_000,
      wait_ms: 100_000,
    })
    expect(again).toMatchObject({ reason: 'breakpoint' })
    expect(ofSessions()).toHaveLength(2)
    for (const { session_id } of [one, two]) await agent.call('debug_disconnect', { session_id, terminate: true })
    expect(ofSessions()).toEqual([])
    expect(readdirSync(folder)).toEqual(files)
  },
)

test(
  'C: the pipe for the input goes with the end of the program, and a restart has it again',
  { timeout: 240_000 },
  async ({ skip }) => {
    const why = missing('lldb', 'cc')
    skip(why !== undefined, why)
    const source = scratch.write(
      'echo.c',
      '#include <stdio.h>\nint main(void) { int c; while ((c = getchar()) != EOF) putchar(c); return 0; }\n',
    )
    const program = await buildC(source)
    const { session_id } = await agent.call('debug_launch', { program, wait_ms: 0, timeout_ms: 60_000 })
    const speak = async (text: string) => {
      await agent.call('input_send', { session_id, text, eof: true })
      expect(await agent.call('wait_for_stop', { session_id, timeout_ms: 60_000 })).toMatchObject({
        reason: 'exited',
        exit_code: 0,
      })
      expect(JSON.stringify((await agent.call('output_get', { session_id })).output)).toContain(text)
      await untilEmpty()
    }
    expect(ofSessions()).toHaveLength(1)
    await speak('first run')
    await agent.call('debug_restart', { session_id, wait_ms: 0, timeout_ms: 60_000 })
    expect(ofSessions()).toHaveLength(1)
    await speak('second run')
  },
)
