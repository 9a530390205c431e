import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { must, untilGone } from '@dapplex/testkit'
import { connectWebSocket } from '@dapplex/transport'
import { RpcClient } from '../support/rpc-client.js'
import { standbyDaemon, type StandbyDaemon } from '../support/standby-daemon.js'
import { tagProcesses } from '../support/tagged-processes.js'

const program = fileURLToPath(new URL('../../../../fixtures/programs/node/orders.js', import.meta.url))
const ROUNDS = 50
const OPERATIONS = 1000
/** Operations under way at one time. */
const AT_ONCE = 20
/** Rounds in which a program is debugged as well. */
const WITH_SESSION = [0, 30]

/** What a daemon has answered, and so must know after it was killed. */
interface Acknowledged {
  readonly entered: string[]
  readonly finished: string[]
  /** Values of output_record, by their seq. */
  readonly recorded: Map<number, string>
}

/** A number from the round alone: the same kills at every run. */
const killAfter = (round: number): number => 50 + ((round * 7919 + 13) % 300)

const { processes } = tagProcesses()

test(`workflow 39, 40: ${ROUNDS} kills in the middle of ${OPERATIONS} operations: what was answered is there`, async () => {
  const home = mkdtempSync(join(tmpdir(), 'dapplex-killed-'))
  const env = { ...process.env, DAPPLEX_HOME: home, NODE_COMPILE_CACHE: join(home, 'compiled') }
  const standing = [standbyDaemon(env), standbyDaemon(env)]
  const next = () => {
    standing.push(standbyDaemon(env))
    return must(standing.shift())
  }
  let known: Acknowledged = { entered: [], finished: [], recorded: new Map() }
  let sessionNode: string | undefined
  let acknowledged = 0
  let running: StandbyDaemon | undefined
  try {
    for (let round = 0; round <= ROUNDS; round++) {
      const daemon = (running = next())
      const reader = await connect(await daemon.start(), 'reader', 'root')
      await expectKnown(reader, known)
      if (sessionNode !== undefined) {
        const { nodes } = await reader.call('workflow_tree', { nodeId: sessionNode })
        expect(nodes[0]).toMatchObject({ kind: 'session', status: 'failed', statusMessage: 'daemon restarted' })
        sessionNode = undefined
      }
      if (WITH_SESSION.includes(round)) {
        const { session_id } = await reader.call('debug_launch', {
          program,
          args: ['wait'],
          adapter: 'node',
          wait_ms: 0,
        })
        const { nodes } = await reader.call('workflow_tree')
        sessionNode = nodes.find((one) => one.sessionId === session_id)?.id
      }
      if (round < ROUNDS) known = await killInTheMiddle(daemon, reader, killAfter(round))
      else await daemon.kill()
      acknowledged += known.entered.length + known.finished.length + known.recorded.size
    }
    expect(acknowledged).toBeGreaterThan(ROUNDS * 50)
    expect(statSync(join(home, 'journal')).mode & 0o777).toBe(0o700)
    expect(statSync(join(home, 'journal', 'workflow.ndjson')).mode & 0o777).toBe(0o600)
  } finally {
    await Promise.all([...(running === undefined ? [] : [running]), ...standing].map((one) => one.kill()))
    await untilGone(processes)
    rmSync(home, { recursive: true, force: true })
  }
}, 180_000)

const connect = async (socket: string, name: string, node: string) =>
  new RpcClient(await connectWebSocket(`ws+unix:${socket}:/rpc?name=${name}&node=${node}`))

/** Kills the daemon after so many answers, while others are on their way. */
async function killInTheMiddle(daemon: StandbyDaemon, client: RpcClient, answers: number): Promise<Acknowledged> {
  const known: Acknowledged = { entered: [], finished: [], recorded: new Map() }
  const { position: root } = await client.call('workflow_tree')
  let sent = 0
  let seen = 0
  const killed = new Promise<void>((resolve, reject) => {
    const work = async () => {
      while (sent < OPERATIONS && seen < answers) {
        await operate(client, { at: sent++, root }, known)
        seen += 1
        if (seen === answers) daemon.kill().then(resolve, reject)
      }
    }
    for (let one = 0; one < AT_ONCE; one++)
      work().catch((error: unknown) => (seen < answers ? reject(error as Error) : undefined))
  })
  await killed
  await client.closed
  return known
}

/** From the root, so that each investigation hangs there and not in the one before. */
async function operate(
  client: RpcClient,
  { at, root }: { readonly at: number; readonly root: string },
  known: Acknowledged,
): Promise<void> {
  const _meta = { nodeId: root }
  if (at % 3 === 2) {
    const value = `finding ${at} ünï 🚀`
    const { seq } = await client.call('output_record', { kind: 'finding', value, _meta })
    known.recorded.set(seq, value)
    return
  }
  const { nodeId } = await client.call('workflow_enter', { name: `investigation ${at}`, _meta })
  known.entered.push(nodeId)
  await client.call('workflow_finish', { nodeId, status: 'completed', _meta: { nodeId } })
  known.finished.push(nodeId)
}

async function expectKnown(reader: RpcClient, { entered, finished, recorded }: Acknowledged): Promise<void> {
  const { nodes } = await reader.call('workflow_tree')
  const status = new Map(nodes.map((node) => [node.id, node.status]))
  for (const id of entered) if (!finished.includes(id)) expect(['idle', 'completed']).toContain(status.get(id))
  expect(finished.map((id) => status.get(id))).toEqual(finished.map(() => 'completed'))
  const values = new Map<number, unknown>()
  const first = Math.min(...recorded.keys())
  for (let cursor: string | undefined; recorded.size > 0;) {
    const page = await reader.call('inspect_prior_outputs', {
      nodeId: nodes[0]?.id,
      count: 100,
      ...(cursor === undefined ? {} : { cursor }),
    })
    for (const { seq, output } of page.outputs) values.set(seq, output.value)
    cursor = page.nextCursor
    if (cursor === undefined || Number(cursor) < first) break
  }
  for (const [seq, value] of recorded) expect(values.get(seq)).toBe(value)
}
