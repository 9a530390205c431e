import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import type { Client } from '@dapplex/client'
import { BenchClient, type Launch } from './bench-client.js'
import { editorStep, plainStep } from './editor-step.js'
import { adapterOf, startAdapter } from './language-adapters.js'
import { inEachLanguage, loopLine, type BuiltWalk } from './languages.js'
import type { Bench } from './part.js'

const TURNS_A_RUN = 5
/** Steps in turns, so that a machine that changes its speed changes both. */
const TURN = 10

const STEPS = { steps: plainStep, "steps with an editor's reads": editorStep }

/** An editor at a stop of the program. */
interface Stepper {
  readonly client: BenchClient
  /** Resolves when nothing of the last step is under way any more. */
  readonly settled: () => Promise<unknown>
  end(): Promise<void>
}

/** Steps a second of an editor, with the language's adapter alone and in a session of dapplex: by turns, with the same arguments. */
export async function measureSteps(bench: Bench): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'dapplex-bench-steps-'))
  const agent = await bench.routes.dapplex.agent()
  try {
    await inEachLanguage(bench, folder, async (walk) => {
      const steppers: Stepper[] = []
      const launch = (name: string) => launchOf(walk, join(folder, `${walk.language}-${name}`))
      try {
        steppers.push(await sharedStepper(bench, walk, { agent, launch: launch('shared') }))
        steppers.push(await directStepper(bench.routes.dapplex.adapterCommand(), launch('direct')))
        for (const [what, step] of Object.entries(STEPS))
          await compare(bench, { what: `${walk.language}: ${what}`, step, steppers })
      } finally {
        for (const stepper of steppers) await stepper.end()
      }
    })
  } finally {
    agent.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function launchOf(walk: BuiltWalk, cwd: string): Launch {
  mkdirSync(cwd)
  const breakpoint = { path: walk.source, line: loopLine(walk.source) }
  return { args: adapterOf(walk.language).launch(walk, cwd), breakpoint }
}

async function directStepper(command: readonly string[], launch: Launch): Promise<Stepper> {
  const adapter = await startAdapter(command)
  const client = new BenchClient(adapter.port)
  await client.open(launch)
  const end = async () => {
    await client.end()
    adapter.end()
  }
  return { client, settled: () => Promise.resolve(), end }
}

async function sharedStepper(
  { routes: { dapplex } }: Bench,
  { language }: BuiltWalk,
  { agent, launch }: { readonly agent: Client; readonly launch: Launch },
): Promise<Stepper> {
  const client = await dapplex.launch(adapterOf(language).id, launch)
  const session_id = await dapplex.latestSession()
  // The recorder has read the last stop then.
  const settled = () => agent.call('stops_list', { session_id, count: 1 })
  return { client, settled, end: () => client.end() }
}

interface Compared {
  readonly what: string
  readonly step: (client: BenchClient) => Promise<unknown>
  /** That through dapplex, then the direct one. */
  readonly steppers: readonly Stepper[]
}

async function compare({ report, runs }: Bench, { what, step, steppers }: Compared): Promise<void> {
  const rates: number[][] = steppers.map(() => [])
  for (const stepper of steppers) await turnSeconds(stepper, step) // warm-up, not counted
  for (let run = 0; run < runs; run += 1) {
    const seconds = steppers.map(() => 0)
    for (let turn = 0; turn < TURNS_A_RUN; turn += 1)
      for (const [at, stepper] of steppers.entries())
        seconds[at] = (seconds[at] ?? NaN) + (await turnSeconds(stepper, step))
    for (const [at, all] of rates.entries()) all.push((TURN * TURNS_A_RUN) / (seconds[at] ?? NaN))
  }
  const [through = [], direct = []] = rates
  report.add({ what: `${what}: direct`, unit: 'per second', values: direct })
  report.add({ what: `${what}: through dapplex`, unit: 'per second', values: through })
  const ratios = through.map((rate, run) => rate / (direct[run] ?? NaN))
  report.add({ what: `${what}: through dapplex / direct`, unit: 'ratio', values: ratios })
}

async function turnSeconds({ client, settled }: Stepper, step: Compared['step']): Promise<number> {
  const begun = performance.now()
  for (let at = 0; at < TURN; at += 1) await step(client)
  const seconds = (performance.now() - begun) / 1000
  await settled()
  return seconds
}
