import type { BenchRoute, ServedRoute } from './routes.js'
import type { DapplexRoute } from './dapplex-route.js'
import type { PartReport } from './report.js'

/** The routes to the adapter of the benchmark. */
export interface Routes {
  readonly direct: BenchRoute
  readonly relay: ServedRoute
  readonly dapplex: DapplexRoute
  /** That of `--peer`. */
  readonly peer: BenchRoute | undefined
}

/** What a part measures with. */
export interface Bench {
  readonly routes: Routes
  readonly report: PartReport
  /** How often it measures: runs, rounds or turns. */
  readonly runs: number
  /** Names of languages, for the parts that step; empty: all. */
  readonly languages: readonly string[]
}

export interface Part {
  readonly name: string
  /** What it measures, in a line. */
  readonly says: string
  /** Its number of runs by default. */
  readonly runs: number
  readonly measure: (bench: Bench) => Promise<void>
}

/** The routes that answer requests, those behind a process in the middle last. */
export const allRoutes = ({ direct, relay, dapplex, peer }: Routes): readonly BenchRoute[] =>
  [direct, relay, dapplex, peer].filter((route) => route !== undefined)
