// `npm run bench -- [PART …] [options]`: one run, all routes by turns, so that a machine that changes its speed changes all of them.
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { BadInput } from './bad-input.js'
import { dapplexRoute } from './dapplex-route.js'
import { helpText } from './help.js'
import { LANGUAGES } from './languages.js'
import { readOptions, type Options } from './options.js'
import type { Routes } from './part.js'
import { PARTS } from './parts.js'
import { Report } from './report.js'
import { directRoute, peerRoute, relayRoute, type BenchRoute } from './routes.js'

const date = new Date().toISOString()
const print = (line: string) => process.stdout.write(`${line}\n`)

try {
  const options = readOptions(process.argv.slice(2), { parts: PARTS.map(({ name }) => name), languages: LANGUAGES })
  if (options.isHelp) process.stdout.write(helpText(PARTS))
  else await measureAll(options)
} catch (error) {
  if (!(error instanceof BadInput)) throw error
  process.stderr.write(`bench: ${error.message}\n`)
  process.exitCode = 2
}

async function measureAll(options: Options): Promise<void> {
  const report = new Report(print)
  // At once: where it cannot be written, nothing is measured.
  writeFigures(options, report)
  const peer = options.peer === undefined ? undefined : await triedPeer(options.peer)
  const routes: Routes = { direct: directRoute(), relay: await relayRoute(), dapplex: await dapplexRoute(), peer }
  try {
    for (const { name, measure, runs } of PARTS) {
      if (options.parts.length > 0 && !options.parts.includes(name)) continue
      const part = report.of(name)
      try {
        await measure({ routes, report: part, runs: options.runs ?? runs, languages: options.languages })
      } catch (error) {
        part.miss(error instanceof Error ? (error.stack ?? error.message) : String(error))
        process.exitCode = 1
      }
      writeFigures(options, report)
    }
  } finally {
    for (const route of Object.values(routes) as readonly (BenchRoute | undefined)[]) route?.end()
  }
  print(report.table())
}

/** A peer that answers. @throws BadInput when it does not */
async function triedPeer(words: readonly string[]): Promise<BenchRoute> {
  const peer = peerRoute(words)
  try {
    await (await peer.open()).end()
  } catch (error) {
    peer.end()
    throw new BadInput(`--peer: ${words.join(' ')}: no session: ${String(error)}`, { cause: error })
  }
  return peer
}

/** Writes what was measured so far, after each part: a run that is broken off has left it. @throws BadInput */
function writeFigures({ json, ...options }: Options, report: Report): void {
  if (json === undefined) return
  const about = { date, node: process.version, cores: availableParallelism(), options }
  try {
    writeFileSync(json, `${JSON.stringify({ ...about, ...report.json() }, undefined, 2)}\n`)
  } catch (error) {
    throw new BadInput(`--json: ${String(error)}`, { cause: error })
  }
}
