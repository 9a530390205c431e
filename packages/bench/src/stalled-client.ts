import { timeOutput } from './measures.js'
import type { DapplexWay } from './ways.js'

const LINES = 300_000
const MEBIBYTE = 1024 * 1024

/** What a client that stops reading costs the daemon while the program prints and another client reads everything. */
export async function measureStalledClient(dapplex: DapplexWay): Promise<void> {
  const reader = await dapplex.open()
  await timeOutput([reader], LINES) // the daemon's heap finds its size
  const before = dapplex.residentBytes()
  const stalled = await dapplex.join()
  stalled.stall()
  const seconds = await timeOutput([reader], LINES)
  const grown = (dapplex.residentBytes() - before) / MEBIBYTE
  process.stdout.write(
    `stalled client, ${LINES} lines: the daemon grew by ${grown.toFixed(1)} MiB; the reader had all after ${seconds.toFixed(2)} s\n`,
  )
  stalled.close()
  reader.close()
}
