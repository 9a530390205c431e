import type { BenchClient } from './bench-client.js'
import type { DapplexRoute } from './dapplex-route.js'
import { timeOutput } from './measures.js'
import type { Bench } from './part.js'
import { median } from './quantile.js'

const LINES = 300_000
const MEBIBYTE = 1024 * 1024

interface Rounds {
  /** Resident memory of the daemon after each round, in MiB. */
  readonly memory: number[]
  readonly seconds: number[]
}

/**
 * What a client that stops reading costs the daemon while the program prints and another client reads everything: medians
 * of several rounds without and with it, since one round's memory is mostly what the collector has not taken yet.
 */
export async function measureStalledClient({ routes: { dapplex }, report, runs }: Bench): Promise<void> {
  const reader = await dapplex.open()
  await timeOutput([reader], LINES) // the daemon's heap finds its size
  const without = await playRounds(dapplex, reader, runs)
  const stalled = await dapplex.join()
  stalled.stall()
  const beside = await playRounds(dapplex, reader, runs)
  stalled.close()
  await reader.end()
  report.add({ what: 'daemon, all clients read', unit: 'MiB', values: without.memory })
  report.add({ what: 'daemon, beside a stalled client', unit: 'MiB', values: beside.memory })
  const grown = median(beside.memory) - median(without.memory)
  report.add({ what: `grown by a stalled client, ${LINES} lines a round`, unit: 'MiB', values: [grown] })
  const reading = `${LINES} lines to the reader`
  report.add({ what: `${reading}, all clients read`, unit: 's', values: without.seconds })
  report.add({ what: `${reading}, beside a stalled client`, unit: 's', values: beside.seconds })
  const ratio = median(beside.seconds) / median(without.seconds)
  report.add({ what: `${reading}, beside a stalled client / without`, unit: 'ratio', values: [ratio] })
}

async function playRounds(dapplex: DapplexRoute, reader: BenchClient, rounds: number): Promise<Rounds> {
  const played: Rounds = { memory: [], seconds: [] }
  for (let round = 0; round < rounds; round++) {
    played.seconds.push(await timeOutput([reader], LINES))
    played.memory.push(dapplex.residentBytes() / MEBIBYTE)
  }
  return played
}
