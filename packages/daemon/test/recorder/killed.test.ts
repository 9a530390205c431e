import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { untilGone } from '@dapplex/testkit'
import { Recording } from '@dapplex/recording'
import { connectWebSocket } from '@dapplex/transport'
import { PATIENT } from '../support/prepared-program.js'
import { RpcClient } from '../support/rpc-client.js'
import { standbyDaemon } from '../support/standby-daemon.js'
import { tagProcesses } from '../support/tagged-processes.js'

const { processes } = tagProcesses()
const folder = mkdtempSync(join(tmpdir(), 'dapplex-killed-'))
afterAll(() => rmSync(folder, { recursive: true }))
const program = join(folder, 'counts.cjs')
writeFileSync(program, ['let total = 0', 'for (let i = 0; i < 1000; i++) {', '  total += i', '}', ''].join('\n'))

test.each([1, 4, 13, 30, 57])(
  'a daemon that is killed after %d steps, in the middle of the next: the recording has every stop that was told but the last',
  async (steps) => {
    const home = join(folder, `home-${steps}`)
    const daemon = standbyDaemon({ ...process.env, DAPPLEX_HOME: home })
    const socket = await daemon.start()
    const agent = new RpcClient(await connectWebSocket(`ws+unix:${socket}:/rpc`))
    const breakpoints = [{ file: program, line: 3 }]
    let told = (await agent.call('debug_launch', { program, breakpoints, ...PATIENT }))._meta.stop_id
    for (let done = 0; done < steps; done += 1)
      told = (await agent.call('debug_step', { action: 'over', timeout_ms: 100_000 })).stop_id ?? 0
    agent.send({ jsonrpc: '2.0', id: 9999, method: 'debug_step', params: { action: 'over' } })
    await daemon.kill()
    await agent.closed
    await untilGone(processes)
    const [file = ''] = readdirSync(join(home, 'recordings'))
    const recording = await Recording.open(join(home, 'recordings', file))
    const expected = Array.from({ length: told - 1 }, (_, at) => at + 1)
    expect(recording.stopIds.slice(0, told - 1)).toEqual(expected)
    for (const stopId of expected) expect(recording.stop(stopId)?.record.frames.length).toBeGreaterThan(0)
  },
)
