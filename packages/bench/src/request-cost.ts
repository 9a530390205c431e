import type { BenchClient } from './bench-client.js'
import { requestsPerSecond, timeStops } from './measures.js'
import { median } from './quantile.js'
import type { ServedRoute } from './routes.js'

const ROUNDS = 15
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
export async function measureRequestCost(relay: ServedRoute, dapplex: ServedRoute): Promise<void> {
  const costs = { relay: emptyCost(), dapplex: emptyCost() }
  for (let round = 0; round < ROUNDS; round++) {
    await playRound(relay, costs.relay)
    await playRound(dapplex, costs.dapplex)
  }
  print('one after the other', costs.relay.single, costs.dapplex.single)
  print(`${STREAM.width} under way`, costs.relay.stream, costs.dapplex.stream)
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

function print(what: string, relay: readonly number[], dapplex: readonly number[]): void {
  const ratio = (median(dapplex) / median(relay)).toFixed(2)
  process.stdout.write(
    `CPU time a request, ${what}: relay ${median(relay).toFixed(1)} µs, dapplex ${median(dapplex).toFixed(1)} µs, ratio ${ratio}\n`,
  )
}
