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
  const { dapplex } = bench.routes
  await compareBeside(bench, {
    what: 'other sessions',
    count: SESSIONS - 1,
    open: () => dapplex.open(),
    end: (session) => session.end(),
  })
  await compareBeside(bench, {
    what: 'other clients of its session',
    count: CLIENTS - 1,
    open: () => dapplex.join(),
    end: (client) => client.close(),
  })
  const clients = new Map<string, BenchClient>()
  for (const route of allRoutes(bench.routes)) if (route.name !== 'direct') clients.set(route.name, await route.open())
  await compareLists(bench, clients)
  for (const client of clients.values()) await client.end()
}

/** Those beside which a request is measured. */
interface Others {
  readonly what: string
  readonly count: number
  readonly open: () => Promise<BenchClient>
  readonly end: (other: BenchClient) => Promise<void> | void
}

async function compareBeside(
  { routes: { dapplex }, report, runs }: Bench,
  { what, count, open, end }: Others,
): Promise<void> {
  const values: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const client = await dapplex.open()
    const alone = await stopMs(client)
    const others: BenchClient[] = []
    while (others.length < count) others.push(await open())
    values.push((await stopMs(client)) / alone)
    for (const other of others) await end(other)
    await client.end()
  }
  report.add({ what: `a request beside ${count} ${what} / alone`, unit: 'ratio', values })
}

/** The median of single requests as an editor sends them at a stop, in ms. */
async function stopMs(client: BenchClient): Promise<number> {
  await timeStops(client, STOPS) // warm-up, not counted
  return median(Object.values(await timeStops(client, STOPS)).flat())
}
