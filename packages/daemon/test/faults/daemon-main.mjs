// The daemon in a process of its own, with levers that no user has: lines of JSON on standard input, each answered by one on
// standard output. It is loaded at once and started by the lever `start`.
import { letTimePass, setWallClock } from './moved-clock.mjs'
import { createInterface } from 'node:readline'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { startDaemon } from '../../dist/index.js'

/** After its end, as `dapplex daemon run` has it: what is still open then does not keep the process. */
const LINGER_MS = 1000

const lines = createInterface({ input: process.stdin })

let daemon

const levers = {
  async start(options) {
    daemon = await startDaemon({ version: '0.0.0-test', ...options })
    process.once('SIGTERM', () => void daemon.stop('the daemon got SIGTERM'))
    void daemon.ended.then(() => {
      lines.close()
      process.stdin.destroy()
      setTimeout(() => process.exit(), LINGER_MS).unref()
    })
    return { socket: daemon.state.socket }
  },
  clock({ ms }) {
    setWallClock(ms)
    return {}
  },
  async pass({ ms }) {
    return { timers: await letTimePass(ms) }
  },
  /** Memory after everything that nobody holds was collected. Callbacks that run later let go of more. */
  async measure() {
    for (let round = 0; round < 4; round += 1) {
      globalThis.gc()
      await nextTurn()
    }
    const { heapUsed, external, rss } = process.memoryUsage()
    return { heapUsed, external, rss, handles: process.getActiveResourcesInfo().length }
  },
}

for await (const line of lines) {
  const { id, lever, ...given } = JSON.parse(line)
  try {
    process.stdout.write(`${JSON.stringify({ id, answer: await levers[lever](given) })}\n`)
  } catch (error) {
    process.stdout.write(`${JSON.stringify({ id, error: String(error) })}\n`)
  }
}
// Whoever has started this has gone.
await daemon?.stop('its standard input has ended')
