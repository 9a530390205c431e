import type { BenchClient } from './bench-client.js'
import { timeOutput } from './measures.js'
import { median } from './quantile.js'
import type { DapplexRoute } from './routes.js'

const LINES = 300_000
const ROUNDS = 3
const MEBIBYTE = 1024 * 1024

interface Rounds {
  /** Resident memory of the daemon after each round, in MiB. */
  readonly memory: readonly number[]
  readonly seconds: readonly number[]
}

/**
 * What a client that stops reading costs the daemon while the program prints and another client reads everything: medians
 * of several rounds without and with it, since one round's memory is mostly what the collector has not taken yet.
 */
export async function measureStalledClient(dapplex: DapplexRoute): Promise<void> {
  const reader = await dapplex.open()
  await timeOutput([reader], LINES) // the daemon's heap finds its size
  const without = await playRounds(dapplex, reader)
  const stalled = await dapplex.join()
  stalled.stall()
  const beside = await playRounds(dapplex, reader)
  const grown = median(beside.memory) - median(without.memory)
  const print = (line: string) => process.stdout.write(`${line}\n`)
  print(`memory, all read: ${shown(without.memory)} MiB; beside a stalled client: ${shown(beside.memory)} MiB`)
  print(`stalled client, ${LINES} lines: the daemon grew by ${grown.toFixed(1)} MiB (medians of ${ROUNDS})`)
  print(
    `the reader had all ${LINES} lines after ${median(beside.seconds).toFixed(2)} s, without the stalled client ${median(without.seconds).toFixed(2)} s`,
  )
  stalled.close()
  await reader.end()
}

async function playRounds(dapplex: DapplexRoute, reader: BenchClient): Promise<Rounds> {
  const memory: number[] = []
  const seconds: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    seconds.push(await timeOutput([reader], LINES))
    memory.push(dapplex.residentBytes() / MEBIBYTE)
  }
  return { memory, seconds }
}

const shown = (values: readonly number[]): string => values.map((value) => value.toFixed(0)).join(', ')
