import type { BenchClient } from './bench-client.js'
import { requestsPerSecond, STOP_COMMANDS } from './measures.js'
import { allRoutes, type Bench } from './part.js'
import { median, quantile } from './quantile.js'
import type { PartReport } from './report.js'
import { LARGE_ANSWERS, noTimes, timeRequests, type RequestTimes } from './request-times.js'

const ROUNDS_A_RUN = 4
const REQUESTS = { stops: 100, large: 10 }
const PERCENTILES = { p50: 0.5, p99: 0.99 }
const STREAM = { count: 800, width: 32 }

/** What one route took in one run. */
interface RouteRun {
  readonly times: RequestTimes
  /** Requests a second, of each round. */
  readonly rates: number[]
}

/** The runs of each route, by its name. */
type Runs = ReadonlyMap<string, readonly RouteRun[]>

/** Requests one after the other, with small and large answers, and many at once: all routes by turns. */
export async function measureRequests({ routes, report, runs }: Bench): Promise<void> {
  const clients = new Map<string, BenchClient>()
  for (const route of allRoutes(routes)) clients.set(route.name, await route.open())
  for (const client of clients.values()) await playRound(client, noRun()) // warm-up, not counted
  const all = new Map([...clients.keys()].map((name): [string, RouteRun[]] => [name, []]))
  for (let run = 0; run < runs; run += 1) {
    const current = new Map([...clients.keys()].map((name) => [name, noRun()]))
    for (let round = 0; round < ROUNDS_A_RUN; round += 1)
      for (const [name, client] of clients) await playRound(client, current.get(name) ?? noRun())
    for (const [name, one] of current) all.get(name)?.push(one)
  }
  for (const client of clients.values()) await client.end()
  for (const what of noTimes().keys()) reportTimes(report, all, what)
  for (const what of STOP_COMMANDS) reportAdded(report, all, { what, asked: [what] })
  reportAdded(report, all, { what: 'all four of a stop', asked: STOP_COMMANDS })
  for (const what of LARGE_ANSWERS) reportWhole(report, all, what)
  reportRates(report, all)
}

const noRun = (): RouteRun => ({ times: noTimes(), rates: [] })

async function playRound(client: BenchClient, { times, rates }: RouteRun): Promise<void> {
  await timeRequests(client, REQUESTS, times)
  rates.push(await requestsPerSecond(client, STREAM))
}

function reportTimes(report: PartReport, all: Runs, what: string): void {
  for (const [name, runs] of all)
    for (const [percentile, q] of Object.entries(PERCENTILES)) {
      const values = runs.map(({ times }) => quantile(times.get(what) ?? [], q))
      report.add({ what: `${what}: ${name} ${percentile}`, unit: 'ms', values })
    }
}

/** A small answer: what a route adds to the p50 of the adapter alone, as a ratio to what the relay adds. */
function reportAdded(
  report: PartReport,
  all: Runs,
  { what, asked }: { readonly what: string; readonly asked: readonly string[] },
): void {
  const p50 = (name: string) =>
    (all.get(name) ?? []).map(({ times }) => median(asked.flatMap((one) => times.get(one) ?? [])))
  const [alone, relayed] = [p50('direct'), p50('relay')]
  for (const name of measuredAgainstRelay(all)) {
    const values = p50(name).map((through, run) => added(through, alone[run]) / added(relayed[run], alone[run]))
    report.add({ what: `${what}: p50 added by ${name} / by the relay`, unit: 'ratio', values })
  }
}

/** A large answer: most of its time is the adapter's and the client's, and what the relay adds is lost in it. */
function reportWhole(report: PartReport, all: Runs, what: string): void {
  for (const [percentile, q] of Object.entries(PERCENTILES)) {
    const times = (name: string) => (all.get(name) ?? []).map((run) => quantile(run.times.get(what) ?? [], q))
    const relayed = times('relay')
    for (const name of measuredAgainstRelay(all)) {
      const values = times(name).map((through, run) => through / (relayed[run] ?? NaN))
      report.add({ what: `${what}: ${percentile} of ${name} / of the relay`, unit: 'ratio', values })
    }
  }
}

const added = (through = NaN, alone = NaN): number => through - alone

function reportRates(report: PartReport, all: Runs): void {
  const what = `requests a second, ${STREAM.width} under way`
  const rates = (name: string) => (all.get(name) ?? []).map((run) => median(run.rates))
  for (const name of all.keys()) report.add({ what: `${what}: ${name}`, unit: 'per second', values: rates(name) })
  const relayed = rates('relay')
  for (const name of measuredAgainstRelay(all)) {
    const values = rates(name).map((rate, run) => rate / (relayed[run] ?? NaN))
    report.add({ what: `${what}: ${name} / relay`, unit: 'ratio', values })
  }
}

const measuredAgainstRelay = (all: Runs): readonly string[] =>
  [...all.keys()].filter((name) => name !== 'direct' && name !== 'relay')
