import type { BenchClient } from './bench-client.js'
import { compareLists } from './long-lists.js'
import { timeStops } from './measures.js'
import { allRoutes, type Bench } from './part.js'
import { median } from './quantile.js'

const SESSIONS = 50
const CLIENTS = 20
const STOPS = 200

/**
 * Whether the cost of a request stays the same beside other sessions and clients, and whether that of a long list is that of a short one,
 * for each of its members.
 */
export async function measureFlatness(bench: Bench): Promise<void> {
  await besideSessions(bench)
  await besideClients(bench)
  const clients = new Map<string, BenchClient>()
  for (const route of allRoutes(bench.routes)) if (route.name !== 'direct') clients.set(route.name, await route.open())
  await compareLists(bench, clients)
  for (const client of clients.values()) await client.end()
}

async function besideSessions({ routes: { dapplex }, report, runs }: Bench): Promise<void> {
  const what = `a request beside ${SESSIONS - 1} other sessions / alone`
  const values: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const client = await dapplex.open()
    const alone = await stopMs(client)
    const others: BenchClient[] = []
    while (others.length < SESSIONS - 1) others.push(await dapplex.open())
    values.push((await stopMs(client)) / alone)
    for (const other of [...others, client]) await other.end()
  }
  report.add({ what, unit: 'ratio', values })
}

async function besideClients({ routes: { dapplex }, report, runs }: Bench): Promise<void> {
  const what = `a request beside ${CLIENTS - 1} other clients of its session / alone`
  const values: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const client = await dapplex.open()
    const alone = await stopMs(client)
    const others: BenchClient[] = []
    while (others.length < CLIENTS - 1) others.push(await dapplex.join())
    values.push((await stopMs(client)) / alone)
    for (const other of others) other.close()
    await client.end()
  }
  report.add({ what, unit: 'ratio', values })
}

/** The median of single requests as an editor sends them at a stop, in ms. */
async function stopMs(client: BenchClient): Promise<number> {
  await timeStops(client, STOPS) // warm-up, not counted
  return median(Object.values(await timeStops(client, STOPS)).flat())
}
