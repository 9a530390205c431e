import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { performance } from 'node:perf_hooks'
import { hasTerminals, timeToPrompt } from './prompt-start.js'
import type { Bench } from './part.js'
import { residentBytes } from './process-usage.js'
import { quantile } from './quantile.js'
import { firstLine } from './routes.js'

const ROUNDS_A_RUN = 6
const MEBIBYTE = 1024 * 1024
const MAIN = fileURLToPath(new URL('../../cli/dist/main.js', import.meta.url))

const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  '--version': ['--version'],
  status: ['status'],
  call: ['call', 'sessions_list'],
  dap: ['dap'],
}

/**
 * How long commands take, and a daemon until it is ready, as ratios to `node -e 0`: all by turns, in runs of several rounds.
 * Built by `npm run build`: the compiler alone leaves the bundles out of date.
 */
export async function measureStart({ report, runs }: Bench): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'dapplex-bench-start-'))
  const env = { ...process.env, DAPPLEX_HOME: home }
  const served = spawn(process.execPath, [MAIN, 'daemon', 'run'], { stdio: ['ignore', 'ignore', 'pipe'], env })
  await firstLine(served)
  const prompts: number[] = []
  const isPrompting = hasTerminals() && standsAtStop(home, env)
  const ratios = new Map<string, number[]>()
  const resident: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const times = new Map<string, number[]>()
    for (let round = 0; round < ROUNDS_A_RUN; round += 1) {
      note(times, 'node', timed(['-e', '0'], env))
      for (const [name, words] of Object.entries(COMMANDS)) note(times, name, timed([MAIN, ...words], env))
      if (isPrompting) {
        prompts.push(await timeToPrompt([process.execPath, MAIN, 'attach'], env))
        note(times, 'attach until its prompt', prompts.at(-1) ?? NaN)
      }
      const daemon = await startedDaemon()
      note(times, 'daemon ready', daemon.ms)
      resident.push(daemon.mebibytes)
    }
    // The fastest of each run: what else the machine does only adds to it.
    const alone = quantile(times.get('node') ?? [], 0)
    for (const [name, all] of times) note(ratios, name, quantile(all, 0) / alone)
  }
  served.kill()
  rmSync(home, { recursive: true, force: true })
  for (const [name, values] of ratios)
    if (name !== 'node') report.add({ what: `${name} / node -e 0`, unit: 'ratio', values })
  if (isPrompting) report.add({ what: 'attach until its prompt', unit: 'ms', values: prompts })
  else
    report.miss('attach until its prompt: it needs the command script of util-linux and a JavaScript program at a stop')
  report.add({ what: 'resident memory of a daemon that has just begun', unit: 'MiB', values: resident })
}

/** Whether a program was launched and stands at a breakpoint, so that there is a session to attach to. */
function standsAtStop(folder: string, env: NodeJS.ProcessEnv): boolean {
  const program = join(folder, 'stands.cjs')
  writeFileSync(program, 'let total = 1\ntotal += 1\n')
  return spawnSync(process.execPath, [MAIN, 'launch', program, '--break', `${program}:2`], { env }).status === 0
}

function timed(args: readonly string[], env: NodeJS.ProcessEnv): number {
  const begun = performance.now()
  spawnSync(process.execPath, args, { stdio: 'ignore', env })
  return performance.now() - begun
}

async function startedDaemon(): Promise<{ readonly ms: number; readonly mebibytes: number }> {
  const home = mkdtempSync(join(tmpdir(), 'dapplex-bench-ready-'))
  const begun = performance.now()
  const env = { ...process.env, DAPPLEX_HOME: home }
  const daemon = spawn(process.execPath, [MAIN, 'daemon', 'run'], { stdio: ['ignore', 'ignore', 'pipe'], env })
  await firstLine(daemon)
  const ms = performance.now() - begun
  const mebibytes = residentBytes(daemon.pid ?? 0) / MEBIBYTE
  daemon.kill()
  await new Promise((resolve) => daemon.once('close', resolve))
  rmSync(home, { recursive: true, force: true })
  return { ms, mebibytes }
}

function note(all: Map<string, number[]>, name: string, value: number): void {
  all.set(name, [...(all.get(name) ?? []), value])
}
