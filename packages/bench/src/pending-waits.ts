import { setMaxListeners } from 'node:events'
import { performance } from 'node:perf_hooks'
import type { Client } from '@dapplex/client'
import { timeOutput } from './measures.js'
import type { Bench } from './part.js'
import { median, quantile } from './quantile.js'

const WAITS = 1000
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
export async function measurePendingWaits({ routes: { dapplex }, report, runs }: Bench): Promise<void> {
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
  for (let at = 0; at < runs; at++) {
    await round(free)
    const waits = beginWaits(waiter)
    await waiter.call('sessions_list')
    await round(waiting)
    await waits.takeBack()
  }
  const ended = await timeEnd(waiter, () => editor.end())
  caller.close()
  waiter.close()
  report.add({ what: 'stacktrace_get p50, no waits', unit: 'ms', values: [median(free.ms)] })
  report.add({ what: `stacktrace_get p50, ${WAITS} pending waits`, unit: 'ms', values: [median(waiting.ms)] })
  const add = (what: string, value: number) =>
    report.add({ what: `${what}, ${WAITS} pending waits / none`, unit: 'ratio', values: [value] })
  add('stacktrace_get p50', quantile(waiting.ms, 0.5) / quantile(free.ms, 0.5))
  add('stacktrace_get p99', quantile(waiting.ms, 0.99) / quantile(free.ms, 0.99))
  add(`${OUTPUT_LINES} output events`, median(waiting.outputSeconds) / median(free.outputSeconds))
  add('memory of the daemon', median(waiting.bytes) / median(free.bytes))
  const grown = (median(waiting.bytes) - median(free.bytes)) / KIBIBYTE / WAITS
  report.add({ what: 'memory of one wait', unit: 'KiB', values: [grown] })
  report.add({ what: `all ${WAITS} answered after the session was told to end`, unit: 'ms', values: [ended] })
}

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
