import { dapplexRoute } from './dapplex-route.js'
import { requestsPerSecond } from './measures.js'
import type { Bench } from './part.js'
import { median } from './quantile.js'
import type { ServedRoute } from './routes.js'

const ROUNDS_A_RUN = 4
const STREAM = { count: 3000, width: 32 }

/** CPU time a request in microseconds, and requests a second, of each round. */
interface Cost {
  readonly cpu: number[]
  readonly rate: number[]
}

/** What the journal and the recorder cost together: the same stream of requests with both and without them, and through the relay. */
export async function measureJournal({ routes: { relay, dapplex }, report, runs }: Bench): Promise<void> {
  const bare = await dapplexRoute({ journal: 'off' })
  const routes = { relay, recorded: dapplex, bare }
  const ratios: Record<'cpu' | 'rate' | 'recorded' | 'bare', number[]> = { cpu: [], rate: [], recorded: [], bare: [] }
  try {
    for (let run = 0; run < runs; run += 1) {
      const costs = { relay: noCost(), recorded: noCost(), bare: noCost() }
      for (let round = 0; round < ROUNDS_A_RUN; round += 1)
        for (const name of ['relay', 'recorded', 'bare'] as const) await playRound(routes[name], costs[name])
      const rate = (name: keyof typeof costs) => median(costs[name].rate)
      ratios.cpu.push(median(costs.recorded.cpu) / median(costs.bare.cpu))
      ratios.rate.push(rate('recorded') / rate('bare'))
      ratios.recorded.push(rate('recorded') / rate('relay'))
      ratios.bare.push(rate('bare') / rate('relay'))
    }
  } finally {
    bare.end()
  }
  const add = (what: string, values: readonly number[]) => report.add({ what, unit: 'ratio', values })
  add('CPU time a request, with journal and recorder / without', ratios.cpu)
  add('requests a second, with journal and recorder / without', ratios.rate)
  add('requests a second, with journal and recorder / relay', ratios.recorded)
  add('requests a second, without / relay', ratios.bare)
}

const noCost = (): Cost => ({ cpu: [], rate: [] })

async function playRound(route: ServedRoute, { cpu, rate }: Cost): Promise<void> {
  const client = await route.open()
  await requestsPerSecond(client, { ...STREAM, count: 800 }) // warm-up, not counted
  const before = route.cpuMicroseconds()
  rate.push(await requestsPerSecond(client, STREAM))
  cpu.push((route.cpuMicroseconds() - before) / STREAM.count)
  await client.end()
}
