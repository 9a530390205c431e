import { requestsPerSecond } from './measures.js'
import { quantile } from './quantile.js'
import { dapplexRoute, type ServedRoute } from './routes.js'

const RUNS = 5
const ROUNDS_A_RUN = 4
const STREAM = { count: 3000, width: 32 }

/** CPU time a request in microseconds, and requests a second, of each round. */
interface Cost {
  readonly cpu: number[]
  readonly rate: number[]
}

/** What the journal and the recorder cost together: the same stream of requests with both and without them, and through the relay. */
export async function measureJournal(relay: ServedRoute, dapplex: ServedRoute): Promise<void> {
  const bare = await dapplexRoute({ journal: 'off' })
  const routes = { relay, recorded: dapplex, bare }
  const ratios: number[][] = []
  for (let run = 0; run < RUNS; run += 1) {
    const costs = { relay: noCost(), recorded: noCost(), bare: noCost() }
    for (let round = 0; round < ROUNDS_A_RUN; round += 1)
      for (const name of ['relay', 'recorded', 'bare'] as const) await playRound(routes[name], costs[name])
    const [of, without, through] = [costs.recorded, costs.bare, costs.relay]
    ratios.push([
      mid(of.cpu) / mid(without.cpu),
      mid(of.rate) / mid(through.rate),
      mid(without.rate) / mid(through.rate),
    ])
  }
  bare.end()
  const shown = (at: number) =>
    [0.5, 0, 1]
      .map((q) =>
        quantile(
          ratios.map((one) => one[at] ?? NaN),
          q,
        ).toFixed(2),
      )
      .join(', ')
  const print = (what: string, at: number) =>
    process.stdout.write(`${what} (median, least, most of ${RUNS}): ${shown(at)}\n`)
  print('CPU time a request, with journal and recorder / without', 0)
  print('requests a second, with journal and recorder / relay', 1)
  print('requests a second, without / relay', 2)
}

const noCost = (): Cost => ({ cpu: [], rate: [] })
const mid = (values: readonly number[]): number => quantile(values, 0.5)

async function playRound(route: ServedRoute, { cpu, rate }: Cost): Promise<void> {
  const client = await route.open()
  await requestsPerSecond(client, { ...STREAM, count: 800 }) // warm-up, not counted
  const before = route.cpuMicroseconds()
  rate.push(await requestsPerSecond(client, STREAM))
  cpu.push((route.cpuMicroseconds() - before) / STREAM.count)
  await client.end()
}
