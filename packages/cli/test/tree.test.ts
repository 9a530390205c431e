import { parseJson, z } from '@dapplex/testkit'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDaemonHome, type DaemonHome } from './daemon-home.js'

const node = z.looseObject({ kind: z.string(), debugState: z.string().optional(), parentId: z.string().optional() })
const tree = z.object({ nodes: z.array(node) })

const orders = fileURLToPath(new URL('../../../fixtures/programs/node/orders.js', import.meta.url))

let daemon: DaemonHome
beforeAll(async () => {
  daemon = await makeDaemonHome()
})
afterAll(() => daemon.end())

test('workflow 10: dapplex tree shows the states, and with --follow every change', async () => {
  expect(await daemon.dapplex('tree'), 'it starts no daemon').toMatchObject({ exitCode: 3 })
  await daemon.dapplex('daemon', 'start')
  const [node, main] = daemon.command
  const follow = spawn(node, [main, 'tree', '--follow', '--json'], {
    env: daemon.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const versions = createInterface({ input: follow.stdout })[Symbol.asyncIterator]()
  await versions.next()
  const entered = await daemon.dapplex('call', 'workflow_enter', 'name=why is it slow')
  const { nodeId } = parseJson(z.object({ nodeId: z.string() }), entered.stdout)
  const launched = await daemon.dapplex(
    'call',
    '--node',
    nodeId,
    'debug_launch',
    `program=${orders}`,
    'stop_at_entry=true',
  )
  expect(launched.exitCode).toBe(0)
  for (;;) {
    const { value } = (await versions.next()) as { value: string }
    const { nodes } = parseJson(tree, value)
    if (nodes.some((one) => one.kind === 'session' && one.debugState === 'stopped' && one.parentId === nodeId)) break
  }
  follow.kill('SIGINT')
  const { stdout } = await daemon.dapplex('tree')
  expect(stdout).toMatch(/^workspace {2}running {2}[0-9a-f]{24}\n/)
  expect(stdout).toMatch(
    /└─ why is it slow {2}(running|idle) {2}[0-9a-f]{24}\n {3}└─ orders\.js s1 {2}running \(stopped, stop 1\) {2}/,
  )
  await daemon.dapplex('call', 'debug_disconnect', 'terminate=true')
  expect((await daemon.dapplex('tree', '--node', nodeId)).stdout).toMatch(/orders\.js s1 {2}cancelled/)
  expect((await daemon.dapplex('tree', '--node', 'nowhere')).stderr).toContain('NODE_NOT_FOUND')
})
