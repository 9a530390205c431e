import type { BenchClient } from './bench-client.js'
import { requestsPerSecond, timeStops } from './measures.js'
import type { Bench } from './part.js'
import { median } from './quantile.js'
import type { PartReport } from './report.js'
import type { ServedRoute } from './routes.js'

const STOPS = 50
const REQUESTS_A_STOP = 4
const STREAM = { count: 2000, width: 32 }

/** CPU time a request in microseconds, of each round. */
interface Cost {
  readonly single: number[]
  readonly stream: number[]
}

/**
 * The CPU time that the process in the middle spends on a request. It depends far less than times and rates on what else the
 * machine does. Each round has a session of its own: a journal is written up to its limit only.
 */
export async function measureRequestCost({ routes: { relay, dapplex }, report, runs }: Bench): Promise<void> {
  const costs = { relay: emptyCost(), dapplex: emptyCost() }
  for (let round = 0; round < runs; round++) {
    await playRound(relay, costs.relay)
    await playRound(dapplex, costs.dapplex)
  }
  reportCost(report, 'one after the other', { relay: costs.relay.single, dapplex: costs.dapplex.single })
  reportCost(report, `${STREAM.width} under way`, { relay: costs.relay.stream, dapplex: costs.dapplex.stream })
}

const emptyCost = (): Cost => ({ single: [], stream: [] })

async function playRound(route: ServedRoute, cost: Cost): Promise<void> {
  const client = await route.open()
  await playStops(client) // warm-up, not counted
  cost.single.push(await spent(route, STOPS * REQUESTS_A_STOP, () => playStops(client)))
  cost.stream.push(await spent(route, STREAM.count, () => requestsPerSecond(client, STREAM)))
  await client.end()
}

const playStops = (client: BenchClient) => timeStops(client, STOPS)

async function spent(route: ServedRoute, requests: number, play: () => Promise<unknown>): Promise<number> {
  const before = route.cpuMicroseconds()
  await play()
  return (route.cpuMicroseconds() - before) / requests
}

function reportCost(
  report: PartReport,
  what: string,
  { relay, dapplex }: { readonly relay: readonly number[]; readonly dapplex: readonly number[] },
): void {
  const add = (name: string, values: readonly number[]) =>
    report.add({ what: `CPU time a request, ${what}: ${name}`, unit: 'µs', values })
  add('relay', relay)
  add('dapplex', dapplex)
  // Of all rounds: one round of the relay takes too little time for a ratio of its own.
  const values = [median(dapplex) / median(relay)]
  report.add({ what: `CPU time a request, ${what}: dapplex / relay`, unit: 'ratio', values })
}
