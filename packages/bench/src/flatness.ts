import { performance } from 'node:perf_hooks'
import type { BenchClient } from './bench-client.js'
import { timeStops } from './measures.js'
import { median } from './quantile.js'
import type { DapplexRoute, ServedRoute } from './routes.js'

const SESSIONS = 50
const CLIENTS = 20
const STOPS = 200
const ROUNDS = 3

type Args = Readonly<Record<string, unknown>>

/** One request about a short list and about a long one. */
interface LongList {
  readonly what: string
  readonly command: string
  readonly short: number
  readonly long: number
  readonly args: (many: number, round: number) => Args
}

const many = (count: number): Args => ({ many: count })
const LISTS: readonly LongList[] = [
  { what: 'threads', command: 'threads', short: 1_000, long: 10_000, args: many },
  {
    ...{ what: 'frames of a stack', command: 'stackTrace', short: 1_000, long: 100_000 },
    args: (count) => ({ threadId: 1, ...many(count) }),
  },
  {
    ...{ what: 'elements of an array', command: 'variables', short: 1_000, long: 1_000_000 },
    // An id that passes on all routes.
    args: (count) => ({ variablesReference: 0, ...many(count) }),
  },
  ...[5_000, 100_000].map((long) => ({
    ...{ what: 'lines with a breakpoint', command: 'setBreakpoints', short: 100, long },
    // Other lines each time: what is set already is not sent again.
    args: (count: number, round: number) => ({
      source: { path: `/workspace/${count}.js` },
      breakpoints: Array.from({ length: count }, (_, at) => ({ line: at + round * count + 1 })),
    }),
  })),
]

/**
 * Whether the cost of a request stays the same beside other sessions and clients, and whether that of a long list is that of a short one,
 * for each of its members.
 */
export async function measureFlatness(relay: ServedRoute, dapplex: DapplexRoute): Promise<void> {
  await besideSessions(dapplex)
  await besideClients(dapplex)
  const [direct, through] = [await relay.open(), await dapplex.open()]
  for (const list of LISTS) await compareLists(list, { relay: direct, dapplex: through })
  await direct.end()
  await through.end()
}

async function besideSessions(dapplex: DapplexRoute): Promise<void> {
  const client = await dapplex.open()
  const alone = await stopMs(client)
  const others: BenchClient[] = []
  while (others.length < SESSIONS - 1) others.push(await dapplex.open())
  const beside = await stopMs(client)
  for (const other of others) await other.end()
  await client.end()
  print(`a request beside ${SESSIONS - 1} other sessions / alone = ${(beside / alone).toFixed(2)}`)
}

async function besideClients(dapplex: DapplexRoute): Promise<void> {
  const client = await dapplex.open()
  const alone = await stopMs(client)
  const others: BenchClient[] = []
  while (others.length < CLIENTS - 1) others.push(await dapplex.join())
  const beside = await stopMs(client)
  for (const other of others) other.close()
  await client.end()
  print(`a request beside ${CLIENTS - 1} other clients of its session / alone = ${(beside / alone).toFixed(2)}`)
}

/** The median of single requests as an editor sends them at a stop, in ms. */
async function stopMs(client: BenchClient): Promise<number> {
  await timeStops(client, STOPS) // warm-up, not counted
  return median(Object.values(await timeStops(client, STOPS)).flat())
}

async function compareLists(
  list: LongList,
  clients: { readonly relay: BenchClient; readonly dapplex: BenchClient },
): Promise<void> {
  const { what, short, long } = list
  const times = { relay: noTimes(), dapplex: noTimes() }
  for (let round = 1; round <= ROUNDS; round += 1)
    for (const name of ['relay', 'dapplex'] as const) {
      times[name].short.push(await timed(clients[name], list, { count: short, round }))
      times[name].long.push(await timed(clients[name], list, { count: long, round }))
    }
  const [relayed, shared] = [each(times.relay, list), each(times.dapplex, list)]
  print(
    `${long} ${what}: dapplex ${shared.long.toFixed(2)} µs each, relay ${relayed.long.toFixed(2)} µs; dapplex / relay = ${(shared.long / relayed.long).toFixed(2)}; each of ${long} / each of ${short} = ${(shared.long / shared.short).toFixed(2)}`,
  )
}

interface Times {
  readonly short: number[]
  readonly long: number[]
}
const noTimes = (): Times => ({ short: [], long: [] })

/** Microseconds for each member. */
const each = (times: Times, { short, long }: LongList) => ({
  short: (median(times.short) * 1000) / short,
  long: (median(times.long) * 1000) / long,
})

async function timed(
  client: BenchClient,
  { command, args }: LongList,
  { count, round }: { readonly count: number; readonly round: number },
): Promise<number> {
  const begun = performance.now()
  await client.request(command, args(count, round))
  return performance.now() - begun
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
