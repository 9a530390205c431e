import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSession } from '@dapplex/testkit'
import { connectWebSocket } from '@dapplex/transport'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { endSessions } from './support/end-sessions.js'
import { RpcClient, type RpcResult } from './support/rpc-client.js'
import { testDaemon, type TestDaemon } from './support/test-daemon.js'

/** Two projects with the same program, which throws. Only `one` is a git repository. */
const folder = mkdtempSync(join(tmpdir(), 'dapplex-workspaces-'))
const program = (project: string) => join(folder, project, 'src', 'main.js')
let host: TestDaemon
beforeAll(async () => {
  for (const project of ['one', 'two']) {
    mkdirSync(join(folder, project, 'src'), { recursive: true })
    writeFileSync(program(project), 'function work() {\n  return 1\n}\nwork()\nthrow new RangeError("end")\n')
  }
  mkdirSync(join(folder, 'one', '.git'))
  host = await testDaemon()
})
afterAll(async () => {
  await host.stop()
  rmSync(folder, { recursive: true })
})
afterEach(() => endSessions(host))

async function agentIn(project: string): Promise<RpcClient> {
  const { port } = host.daemon.state
  const headers = { authorization: `Bearer ${host.daemon.token}` }
  const cwd = encodeURIComponent(join(folder, project, 'src'))
  return new RpcClient(await connectWebSocket(`ws://127.0.0.1:${port}/rpc?name=${project}&cwd=${cwd}`, { headers }))
}

const stopsOf = async (agent: RpcClient, session_id: string): Promise<string[]> => {
  const reasons: string[] = []
  let stop: RpcResult = await agent.call('wait_for_stop', { session_id })
  while (stop.stopped === true) {
    reasons.push(`${String(stop.reason)} ${String(stop.location?.line)}`)
    await agent.call('debug_continue', { session_id })
    stop = await agent.call('wait_for_stop', { session_id, since_stop_id: stop.stop_id })
  }
  return reasons
}

test('surface: kept breakpoints of every kind stop programs of their workspace and of no other', async () => {
  const one = await agentIn('one')
  const two = await agentIn('two')
  const set = [
    await one.call('breakpoint_set', { file: program('one'), line: 4 }),
    await one.call('breakpoint_set', { function: 'work' }),
    await one.call('breakpoint_set_exception', { exception_type: '*', break_on_second_chance: true }),
  ]
  for (const row of set) expect(row).toMatchObject({ kept_for: 'workspace', workspace: join(folder, 'one') })
  expect((await two.call('breakpoint_list')).breakpoints).toEqual([])

  const theirs = await two.call('debug_launch', { program: program('two'), break_on: 'none' })
  expect(await stopsOf(two, theirs.session_id)).toEqual([])
  const mine = await one.call('debug_launch', { program: program('one'), break_on: 'none' })
  expect((await stopsOf(one, mine.session_id)).map((reason) => reason.split(' ')[0])).toEqual([
    'breakpoint',
    'exception',
  ])

  // An editor's adapter starts before the program is known.
  for (const project of ['two', 'one']) {
    const editor = await host.dapOverSocket(project)
    await openSession(editor, {
      request: 'launch',
      arguments: { type: 'node', program: program(project), cwd: join(folder, project) },
      initialize: { adapterID: 'node' },
      exceptionFilters: [],
    })
    const first = await Promise.race([
      editor.waitForEvent('stopped').then(() => 'stopped'),
      editor.waitForEvent('terminated').then(() => 'terminated'),
    ])
    expect(first, project).toBe(project === 'one' ? 'stopped' : 'terminated')
    await editor.close()
  }
  await Promise.all([one, two].map((agent) => agent.close()))
})
