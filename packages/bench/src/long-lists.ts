import { performance } from 'node:perf_hooks'
import type { BenchClient } from './bench-client.js'
import type { Bench } from './part.js'
import { median } from './quantile.js'

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

/** Microseconds for each member, of each round. */
interface Times {
  readonly short: number[]
  readonly long: number[]
}

/** Each member of long lists beside each of short ones, through the relay and the routes that are measured against it. */
export async function compareLists(bench: Bench, clients: ReadonlyMap<string, BenchClient>): Promise<void> {
  for (const list of LISTS) await compareList(bench, clients, list)
}

async function compareList(
  { report, runs }: Bench,
  clients: ReadonlyMap<string, BenchClient>,
  list: LongList,
): Promise<void> {
  const { short, long } = list
  const times = new Map([...clients.keys()].map((name): [string, Times] => [name, { short: [], long: [] }]))
  for (let round = 1; round <= runs; round += 1)
    for (const [name, client] of clients) {
      times.get(name)?.short.push(await microseconds(client, list, { count: short, round }))
      times.get(name)?.long.push(await microseconds(client, list, { count: long, round }))
    }
  const what = `${long} ${list.what}`
  const relayed = median(times.get('relay')?.long ?? [])
  for (const [name, of] of times) report.add({ what: `${what}: ${name}, each`, unit: 'µs', values: of.long })
  for (const [name, of] of times) {
    if (name === 'relay') continue
    const ratios = { relay: relayed, [`each of ${short}`]: median(of.short) }
    for (const [other, value] of Object.entries(ratios))
      report.add({ what: `${what}: ${name} / ${other}`, unit: 'ratio', values: [median(of.long) / value] })
  }
}

/** The time of one request, for each member of its list. */
async function microseconds(
  client: BenchClient,
  { command, args }: LongList,
  { count, round }: { readonly count: number; readonly round: number },
): Promise<number> {
  const begun = performance.now()
  await client.request(command, args(count, round))
  return ((performance.now() - begun) * 1000) / count
}
