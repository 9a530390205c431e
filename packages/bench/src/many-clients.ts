import { performance } from 'node:perf_hooks'
import type { BenchClient } from './bench-client.js'
import type { DapplexRoute } from './dapplex-route.js'
import type { Bench } from './part.js'
import { median } from './quantile.js'

/** The numbers of the clients whose attach is timed. */
const TIMED = [1, 10, 100]
/** Each is timed this often: it leaves and attaches again. */
const TRIES = 5

/** How long a client takes from its connection until it knows the stop, as the 1st, the 10th and the 100th that attaches to a session. */
export async function measureClients({ routes: { dapplex }, report, runs }: Bench): Promise<void> {
  const times = new Map(TIMED.map((number): [number, number[]] => [number, []]))
  for (let run = 0; run < runs; run += 1) {
    const launcher = await dapplex.open()
    await (await dapplex.join()).leave() // warm-up, not counted
    const others: BenchClient[] = []
    for (const [number, all] of times) {
      while (others.length < number - 1) others.push(await dapplex.join())
      all.push(await attachMs(dapplex))
    }
    for (const other of others) other.close()
    await launcher.end()
  }
  const [first = [], ...later] = times.values()
  for (const [number, values] of times) report.add({ what: `attach of client ${number}`, unit: 'ms', values })
  for (const [at, values] of later.entries())
    report.add({
      ...{ what: `attach of client ${TIMED[at + 1] ?? NaN} / of client ${TIMED[0] ?? NaN}`, unit: 'ratio' },
      values: values.map((value, run) => value / (first[run] ?? NaN)),
    })
}

async function attachMs(dapplex: DapplexRoute): Promise<number> {
  const tries: number[] = []
  for (let at = 0; at < TRIES; at += 1) {
    const begun = performance.now()
    const client = await dapplex.join()
    tries.push(performance.now() - begun)
    await client.leave()
  }
  return median(tries)
}
