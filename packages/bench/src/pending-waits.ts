import { setMaxListeners } from 'node:events'
import { performance } from 'node:perf_hooks'
import type { Client } from '@dapplex/client'
import { timeOutput } from './measures.js'
import { median, quantile } from './quantile.js'
import type { DapplexRoute } from './routes.js'

const WAITS = 1000
const ROUNDS = 8
const CALLS_A_ROUND = 150
const OUTPUT_LINES = 20_000
const KIBIBYTE = 1024

/** What other calls cost in one state: without waits or with them. */
interface Cost {
  readonly ms: number[]
  readonly outputSeconds: number[]
  readonly bytes: number[]
}
const noCost = (): Cost => ({ ms: [], outputSeconds: [], bytes: [] })

/**
 * What 1,000 calls of wait_for_stop that wait cost other calls, the program's output and memory: rounds without and with
 * them by turns. Then the program ends, and all of them are answered.
 */
export async function measurePendingWaits(dapplex: DapplexRoute): Promise<void> {
  const editor = await dapplex.open()
  const [caller, waiter] = [await dapplex.agent(), await dapplex.agent()]
  const [free, waiting] = [noCost(), noCost()]
  const round = async ({ ms, outputSeconds, bytes }: Cost) => {
    // Not counted: what begins the waits leaves garbage behind, here and in the daemon.
    await timeCalls(caller)
    ms.push(...(await timeCalls(caller)))
    outputSeconds.push(await timeOutput([editor], OUTPUT_LINES))
    bytes.push(dapplex.residentBytes())
  }
  await round(noCost()) // warm-up, not counted
  for (let at = 0; at < ROUNDS; at++) {
    await round(free)
    const waits = beginWaits(waiter)
    await waiter.call('sessions_list')
    await round(waiting)
    await waits.takeBack()
  }
  const ended = await timeEnd(waiter, () => editor.end())
  caller.close()
  waiter.close()
  const print = (line: string) => process.stdout.write(`${line}\n`)
  const [p50, p99] = [0.5, 0.99].map((q) => quantile(waiting.ms, q) / quantile(free.ms, q))
  print(
    `${WAITS} pending waits: stacktrace_get p50 ${median(free.ms).toFixed(3)} → ${median(waiting.ms).toFixed(3)} ms; ratio p50 ${p50?.toFixed(2)}, p99 ${p99?.toFixed(2)}`,
  )
  print(`${OUTPUT_LINES} output events beside them, ratio ${ratio(waiting.outputSeconds, free.outputSeconds)}`)
  const grown = (median(waiting.bytes) - median(free.bytes)) / KIBIBYTE / WAITS
  print(`memory of the daemon, ratio ${ratio(waiting.bytes, free.bytes)}, ${grown.toFixed(1)} KiB a wait`)
  print(`all ${WAITS} answered ${ended.toFixed(0)} ms after the session was told to end`)
}

const ratio = (with_: readonly number[], without: readonly number[]): string =>
  (median(with_) / median(without)).toFixed(2)

async function timeCalls(caller: Client): Promise<number[]> {
  const times: number[] = []
  for (let at = 0; at < CALLS_A_ROUND; at++) {
    const started = performance.now()
    await caller.call('stacktrace_get', {})
    times.push(performance.now() - started)
  }
  return times
}

function beginWaits(waiter: Client): { readonly answered: Promise<unknown>; takeBack(): Promise<void> } {
  const abort = new AbortController()
  setMaxListeners(WAITS, abort.signal)
  const params = { since_stop_id: 1_000_000, timeout_ms: 600_000 }
  const waits = Array.from({ length: WAITS }, () => waiter.call('wait_for_stop', params, { signal: abort.signal }))
  const answered = Promise.allSettled(waits)
  return {
    answered,
    takeBack: async () => {
      abort.abort()
      await answered
      await waiter.call('sessions_list')
    },
  }
}

/** Milliseconds from the request to end the program until the last wait is answered. */
async function timeEnd(waiter: Client, end: () => Promise<void>): Promise<number> {
  const { answered } = beginWaits(waiter)
  await waiter.call('sessions_list')
  const started = performance.now()
  await Promise.all([answered, end()])
  return performance.now() - started
}
