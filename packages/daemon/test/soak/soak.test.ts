import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missing, must, processesWithEnv, untilGone } from '@dapplex/testkit'
import { joinAs, openAgent } from '../faults/clients.js'
import { FaultyDaemon } from '../faults/faulty-daemon.js'
import { faultSubjects, type FaultSubject } from '../faults/subjects.js'
import type { RpcClient } from '../support/rpc-client.js'
import { z } from '@dapplex/testkit'

/** What `npm run soak` asks for, by the environment variable DAPPLEX_SOAK. */
interface Soak {
  readonly rounds: number
  readonly sessions: number
}

const given = process.env['DAPPLEX_SOAK']
const long = given === undefined ? undefined : (JSON.parse(given) as Soak)
const { rounds, sessions }: Soak = long ?? { rounds: 2, sessions: 4 }
/** By then everything that is loaded or kept once is there. */
const WARM_ROUND = 5
/** Sessions that run at one time. */
const AT_ONCE = 3
/** One session of so many is not of Node, whose start costs least. */
const OTHERS_EVERY = 5
const DAY_MS = 24 * 3_600_000
const HOURS_MS = 12 * 3_600_000
const TAG = 'DAPPLEX_SOAK_TAG'
const KEEP_ENDED_MS = 1000

const present = faultSubjects.filter(({ needs }) => missing(...needs) === undefined)
const [node] = present.filter(({ adapter }) => adapter === 'node')
const others = present.filter(({ adapter }) => adapter !== 'node')

const folder = mkdtempSync(join(tmpdir(), 'dapplex-soak-'))
const processes = () => processesWithEnv(TAG, folder)
let daemon: FaultyDaemon
beforeAll(async () => {
  mkdirSync(join(folder, 'config', 'dapplex'), { recursive: true })
  const settings = { sessions: { keep_ended_ms: KEEP_ENDED_MS } }
  writeFileSync(join(folder, 'config', 'dapplex', 'dapplex.jsonc'), JSON.stringify(settings))
  const env = { ...process.env, XDG_CONFIG_HOME: join(folder, 'config'), [TAG]: folder }
  daemon = new FaultyDaemon(env, join(folder, 'home'))
  await daemon.start()
})
afterAll(async () => {
  daemon.process.kill('SIGTERM')
  await daemon.exited
  await untilGone(processes)
  rmSync(folder, { recursive: true })
})

const launched = z.looseObject({ session_id: z.string() })

async function launch(agent: RpcClient, { adapter, program }: FaultSubject): Promise<string> {
  const { launch: args, source, lines } = await program()
  const { program: path, ...adapter_args } = args
  const breakpoints = [{ file: source, line: lines[0] }]
  const more = { adapter, adapter_args, breakpoints, timeout_ms: 200_000, wait_ms: 80_000 }
  return launched.parse(await agent.call('debug_launch', { program: path, ...more })).session_id
}

/** One session with three clients: two agents and an editor read, step, and go; the session ends. */
async function useOne(subject: FaultSubject, at: number): Promise<void> {
  const first = await openAgent(daemon.socket, `first-${at}`)
  const session_id = await launch(first, subject)
  const second = await openAgent(daemon.socket, `second-${at}`)
  const editor = await joinAs(daemon.socket, session_id, `editor-${at}`)
  await Promise.all([
    second.call('stacktrace_get', { session_id }),
    second.call('variables_get', { session_id }),
    editor.client.request('threads'),
    editor.client.request('evaluate', { expression: 'tick', context: 'watch' }),
  ])
  await first.call('debug_step', { session_id, action: 'over', timeout_ms: 100_000 })
  await first.call('output_record', { kind: 'finding', value: `session ${at}` })
  await second.close()
  await first.call('debug_disconnect', { session_id, terminate: true })
  await editor.client.waitForEvent('terminated')
  await editor.client.close()
  await first.close()
}

async function playRound(round: number): Promise<void> {
  const waiting = Array.from({ length: sessions }, (_, at) => round * sessions + at)
  const work = async () => {
    for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
      const other = at % OTHERS_EVERY === 0 ? others[(at / OTHERS_EVERY) % others.length] : undefined
      await useOne(must(other ?? node), at)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  await untilGone(() => processes().filter(({ pid, command }) => pid !== daemon.pid && command !== 'sh'))
}

/** Resident memory after what nobody holds was collected, and after ended sessions were forgotten. */
async function residentMemory(): Promise<number> {
  await daemon.pass(2 * KEEP_ENDED_MS)
  return (await daemon.measure()).rss
}

const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1)

describe.skipIf(process.platform !== 'linux')('a daemon that is used for long', () => {
  test(
    `${rounds} rounds of ${sessions} sessions, each used by three clients: no process is left, and memory stays`,
    long === undefined ? {} : { timeout: HOURS_MS },
    async () => {
      const resident: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        await playRound(round)
        resident.push(await residentMemory())
        if (long !== undefined) console.log(`round ${round + 1}: resident ${megabytes(must(resident.at(-1)))} MB`)
      }
      const warm = resident[WARM_ROUND - 1]
      const last = must(resident.at(-1))
      if (warm !== undefined)
        expect(last / warm, `${megabytes(warm)} MB, then ${megabytes(last)} MB`).toBeLessThan(1.05)
    },
  )

  test('a day passes in a session that nobody touches: it serves as before, and few timers have run', async () => {
    const agent = await openAgent(daemon.socket, 'patient')
    const session_id = await launch(agent, must(node))
    const editor = await joinAs(daemon.socket, session_id, 'patient-editor')
    const timers = await daemon.pass(DAY_MS)
    expect(timers).toBeLessThan(100)
    expect(await agent.call('debug_state', { session_id })).toMatchObject({ state: 'stopped' })
    expect(await editor.client.request('threads')).toMatchObject({ success: true })
    await agent.call('debug_step', { session_id, action: 'over', timeout_ms: 100_000 })
    await agent.call('debug_disconnect', { session_id, terminate: true })
    await editor.client.close()
    await agent.close()
  })
})
