import { performance } from 'node:perf_hooks'
import type { BenchClient } from './bench-client.js'
import { STOP_COMMANDS, timeStops } from './measures.js'

const MEBIBYTE = 1024 * 1024
/** A variable of a long list takes about this many bytes. */
const ROW_BYTES = 48

/** Answers of about 1 MiB, by what is in them. The ids pass on all routes. */
const LARGE = {
  '1 MiB of variables': ['variables', { variablesReference: 0, many: Math.ceil(MEBIBYTE / ROW_BYTES) }],
  '1 MiB of text': ['source', { source: { path: '/workspace/orders.js' }, sourceReference: 0, many: MEBIBYTE }],
} as const

export const LARGE_ANSWERS: readonly string[] = Object.keys(LARGE)

/** Times of requests in milliseconds, by what was asked. */
export type RequestTimes = ReadonlyMap<string, number[]>

export const noTimes = (): RequestTimes =>
  new Map([...STOP_COMMANDS, ...LARGE_ANSWERS].map((what): [string, number[]] => [what, []]))

/** How many requests of each kind are sent. */
export interface Requests {
  /** Stops with the requests that an editor sends at one. */
  readonly stops: number
  /** Of each kind of large answer. */
  readonly large: number
}

/** Sends requests one after the other and adds their times. */
export async function timeRequests(
  client: BenchClient,
  { stops, large }: Requests,
  times: RequestTimes,
): Promise<void> {
  const small = await timeStops(client, stops)
  for (const command of STOP_COMMANDS) times.get(command)?.push(...small[command])
  for (const [what, [command, args]] of Object.entries(LARGE))
    for (let at = 0; at < large; at += 1) {
      const begun = performance.now()
      await client.request(command, args)
      times.get(what)?.push(performance.now() - begun)
    }
}
