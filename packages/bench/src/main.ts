// `npm run bench`, or `npm run bench -- waits` (or `cost`, `flat`, `journal`, `laps`, `recorder`, `routes`, `start`): one run, all routes interleaved, so that a machine that changes its speed changes all of them.
import type { BenchClient } from './bench-client.js'
import { measureFlatness } from './flatness.js'
import { requestsPerSecond, STOP_COMMANDS, timeOutput, timeStops, type StopTimes } from './measures.js'
import { measureJournal } from './journal-cost.js'
import { measurePendingWaits } from './pending-waits.js'
import { median, quantile } from './quantile.js'
import { measureRequestCost } from './request-cost.js'
import { measureRecorder } from './recorder-cost.js'
import { measureLaps } from './recorder-laps.js'
import { measureStart } from './start-cost.js'
import { measureStalledClient } from './stalled-client.js'
import type { BenchRoute } from './routes.js'
import { dapplexRoute, directRoute, relayRoute } from './routes.js'

const ROUNDS = 20
const STOPS_A_ROUND = 100
const OUTPUT_LINES = 50_000

const direct = directRoute()
const relay = await relayRoute()
const dapplex = await dapplexRoute()
const isAsked = (name: string) => process.argv.length < 3 || process.argv.includes(name)
try {
  if (isAsked('start')) await measureStart()
  if (isAsked('waits')) await measurePendingWaits(dapplex)
  if (isAsked('cost')) await measureRequestCost(relay, dapplex)
  if (isAsked('journal')) await measureJournal(relay, dapplex)
  if (isAsked('recorder')) await measureRecorder(dapplex, process.argv.slice(3))
  if (isAsked('laps')) await measureLaps(dapplex)
  if (isAsked('routes')) await compareRoutes()
  if (isAsked('flat')) await measureFlatness(relay, dapplex)
} finally {
  for (const route of [direct, relay, dapplex]) route.end()
}

/** Requests, output and a client that does not read. */
async function compareRoutes(): Promise<void> {
  await compareRequests([direct, relay, dapplex])
  await compareOutput()
  await measureStalledClient(dapplex)
}

/** The times of one route. */
interface Row {
  readonly name: string
  readonly client: BenchClient
  readonly times: StopTimes
  readonly rates: number[]
}

async function compareRequests(routes: readonly BenchRoute[]): Promise<void> {
  const rows: Row[] = []
  for (const route of routes) {
    const client = await route.open()
    await timeStops(client, STOPS_A_ROUND) // warm-up, not counted
    rows.push({ name: route.name, client, times: await timeStops(client, 0), rates: [] })
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const row of rows) {
      const times = await timeStops(row.client, STOPS_A_ROUND)
      for (const command of STOP_COMMANDS) row.times[command].push(...times[command])
      row.rates.push(await requestsPerSecond(row.client, { count: STOPS_A_ROUND * 8, width: 32 }))
    }
  }
  for (const command of STOP_COMMANDS) {
    const shown = rows.map(({ name, times }) => {
      const [p50, p99] = [quantile(times[command], 0.5), quantile(times[command], 0.99)]
      return `${name} p50 ${p50.toFixed(3)} p99 ${p99.toFixed(3)} ms`
    })
    print(`${command}: ${shown.join(', ')}; ${addedRatio(rows, ({ times }) => times[command])}`)
  }
  print(`all four: ${addedRatio(rows, ({ times }) => STOP_COMMANDS.flatMap((command) => times[command]))}`)
  const rates = rows.map((row) => `${row.name} ${median(row.rates).toFixed(0)}`)
  print(`stackTrace requests a second, 32 under way: ${rates.join(', ')}`)
  for (const row of rows) await row.client.end()
}

function addedRatio(rows: readonly Row[], timesOf: (row: Row) => readonly number[]): string {
  const [alone = 0, relayed = 0, shared = 0] = rows.map((row) => median(timesOf(row)))
  return `p50 added by dapplex / added by the relay = ${((shared - alone) / (relayed - alone)).toFixed(2)}`
}

async function compareOutput(): Promise<void> {
  const alone = await relay.open()
  const launcher = await dapplex.open()
  const joiners = [await dapplex.join(), await dapplex.join(), await dapplex.join(), await dapplex.join()]
  const seconds: Record<'relay' | 'one' | 'five', number[]> = { relay: [], one: [], five: [] }
  for (let round = 0; round < 5; round++) {
    seconds.relay.push(await timeOutput([alone], OUTPUT_LINES))
    seconds.five.push(await timeOutput([launcher, ...joiners], OUTPUT_LINES))
  }
  for (const joiner of joiners) joiner.close()
  for (let round = 0; round < 5; round++) seconds.one.push(await timeOutput([launcher], OUTPUT_LINES))
  const [relayed, one, five] = [median(seconds.relay), median(seconds.one), median(seconds.five)]
  print(
    `${OUTPUT_LINES} output events: relay ${relayed.toFixed(2)} s, dapplex to 1 client ${one.toFixed(2)} s, to 5 clients ${five.toFixed(2)} s`,
  )
  print(`ratio: 5 clients / 1 client = ${(five / one).toFixed(2)}, 1 client / relay = ${(one / relayed).toFixed(2)}`)
  alone.close()
  launcher.close()
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
