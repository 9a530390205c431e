import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import type { Client } from '@dapplex/client'
import { editorStep } from './editor-step.js'
import { inEachLanguage, LOOP_MARK, type BuiltWalk } from './languages.js'
import type { Bench } from './part.js'
import { median } from './quantile.js'
import { RECORDED, RECORDERS, reportRatios } from './recorder-ratios.js'

/** Steps in turns, so that a machine that changes its speed changes both. */
const TURN = 10

/** How a client steps once. */
type Step = () => Promise<unknown>

interface Compared {
  readonly name: string
  /** Those of a session each, as in `RECORDERS`. */
  readonly steps: readonly Step[]
  /** Processor time of the daemon so far, in ms: what else the machine does matters less to it. */
  readonly cpu: () => number
  /** Resolves when the recorder has read the last stop: it must not do so while another session is measured. */
  readonly settled: () => Promise<unknown>
}

/**
 * How much longer a step takes where its session is recorded: turns of ten steps as fast as they go, by turns with two sessions that are
 * not; an agent's `debug_step`, and an editor's `next` with its usual reads.
 */
export async function measureRecorder(bench: Bench): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'dapplex-bench-recorder-'))
  const agent = await bench.routes.dapplex.agent()
  try {
    await inEachLanguage(bench, folder, (walk) => compareSessions(bench, { walk, agent, folder }))
  } finally {
    agent.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function compareSessions(
  bench: Bench,
  { walk, agent, folder }: { readonly walk: BuiltWalk; readonly agent: Client; readonly folder: string },
): Promise<void> {
  const { dapplex } = bench.routes
  const sessions: string[] = []
  for (const [at, recorder] of RECORDERS.entries()) {
    const cwd = join(folder, `${walk.language}-${at}`)
    mkdirSync(cwd)
    writeFileSync(join(cwd, 'dapplex.jsonc'), JSON.stringify({ sessions: { recorder } }))
    sessions.push(await started(agent, { ...walk, cwd }))
  }
  const step = (session_id: string) => () =>
    agent.call('debug_step', { session_id, action: 'over', timeout_ms: 100_000 })
  const of = {
    cpu: () => dapplex.cpuMicroseconds() / 1000,
    settled: () => agent.call('stops_list', { session_id: String(sessions[RECORDED]), count: 1 }),
  }
  await compare(bench, { name: `step in ${walk.language}`, ...of, steps: sessions.map(step) })
  const editors = await Promise.all(sessions.map((session) => dapplex.join(session)))
  const steps = editors.map((editor) => () => editorStep(editor))
  await compare(bench, { name: `an editor's step in ${walk.language}`, ...of, steps })
  for (const editor of editors) editor.close()
  for (const session_id of sessions) await agent.call('debug_disconnect', { session_id, terminate: true })
}

async function compare({ report, runs }: Bench, { name, steps, cpu, settled }: Compared): Promise<void> {
  const turns: number[][] = []
  const spent: number[][] = []
  // The first round warms up.
  for (let round = -1; round < runs; round += 1) {
    const turn: number[] = []
    const spending: number[] = []
    for (const step of steps) {
      const before = cpu()
      turn.push(median(await timesOf(step)))
      spending.push((cpu() - before) / TURN)
      await settled()
    }
    if (round < 0) continue
    turns.push(turn)
    spent.push(spending)
  }
  reportRatios(report, name, turns)
  reportRatios(report, `${name}, processor time of the daemon`, spent)
}

async function timesOf(step: Step): Promise<number[]> {
  const times: number[] = []
  for (let at = 0; at < TURN; at += 1) {
    const begun = performance.now()
    await step()
    times.push(performance.now() - begun)
  }
  return times
}

async function started(agent: Client, { program, source, cwd }: BuiltWalk & { readonly cwd: string }): Promise<string> {
  const breakpoints = [{ file: source, text: LOOP_MARK }]
  const { session_id } = await agent.call('debug_launch', { program, cwd, breakpoints, wait_ms: 100_000 })
  return String(session_id)
}
