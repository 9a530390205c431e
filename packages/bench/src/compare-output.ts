import type { BenchClient } from './bench-client.js'
import { timeOutput } from './measures.js'
import type { Bench, Routes } from './part.js'

const LINES = 50_000
/** Clients of one session of dapplex that read the same output. */
const READERS = [1, 5, 20]

/** Output events to a number of clients, on one route. */
interface Reading {
  readonly what: string
  /** The first has the program print. */
  readonly clients: readonly BenchClient[]
  readonly seconds: number[]
}

/** How long 50,000 output events take until all clients have them: all routes by turns, each with a session of its own. */
export async function measureOutput({ routes, report, runs }: Bench): Promise<void> {
  const readings = await readingsOf(routes)
  for (const { clients } of readings) await timeOutput(clients, LINES) // warm-up, not counted
  for (let run = 0; run < runs; run += 1)
    for (const { clients, seconds } of readings) seconds.push(await timeOutput(clients, LINES))
  for (const { clients } of readings) await endAll(clients)
  for (const { what, seconds } of readings)
    report.add({ what: `${LINES} output events: ${what}`, unit: 's', values: seconds })
  const ratio = (above: string, below: string) => {
    const seconds = (name: string) => readings.find(({ what }) => what === name)?.seconds ?? []
    const [over, under] = [seconds(above), seconds(below)]
    report.add({
      ...{ what: `${LINES} output events: ${above} / ${below}`, unit: 'ratio' },
      values: over.map((value, run) => value / (under[run] ?? NaN)),
    })
  }
  ratio(nameOf(1), 'relay')
  if (routes.peer !== undefined) ratio('peer', 'relay')
  for (const readers of READERS.slice(1)) ratio(nameOf(readers), nameOf(1))
}

const nameOf = (readers: number): string => `dapplex to ${readers} client${readers === 1 ? '' : 's'}`

async function readingsOf({ direct, relay, dapplex, peer }: Routes): Promise<readonly Reading[]> {
  const readings: Reading[] = []
  for (const route of [direct, relay, peer])
    if (route !== undefined) readings.push({ what: route.name, clients: [await route.open()], seconds: [] })
  for (const readers of READERS) {
    const clients = [await dapplex.open()]
    while (clients.length < readers) clients.push(await dapplex.join())
    readings.push({ what: nameOf(readers), clients, seconds: [] })
  }
  return readings
}

async function endAll([first, ...others]: readonly BenchClient[]): Promise<void> {
  for (const other of others) other.close()
  await first?.end()
}
