import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Client } from '@dapplex/client'
import { editorStep } from './editor-step.js'
import { median } from './quantile.js'
import { RECORDED, RECORDERS, shownRatios } from './recorder-ratios.js'
import type { DapplexRoute } from './routes.js'

const run = promisify(execFile)
const PROGRAMS = fileURLToPath(new URL('../../../fixtures/programs/', import.meta.url))
const STEPS = 500
/** Steps in turns, so that a machine that changes its speed changes both. */
const TURN = 10

interface Walk {
  readonly language: string
  readonly program: string
  /** Relative to the programs. */
  readonly source: string
  /** A line of its endless loop. */
  readonly line: string
}
const WALKS: readonly Walk[] = [
  { language: 'Python', program: 'python/walk.py', source: 'python/walk.py', line: 'BREAK: loop' },
  { language: 'JavaScript', program: 'node/walk.cjs', source: 'node/walk.cjs', line: 'BREAK: loop' },
  { language: 'Lisp', program: 'lisp/walk.lisp', source: 'lisp/walk.lisp', line: 'BREAK: loop' },
  { language: 'Go', program: 'go/walk', source: 'go/walk/main.go', line: 'BREAK: loop' },
  { language: 'C#', program: 'dotnet/walk', source: 'dotnet/walk/Program.cs', line: 'BREAK: loop' },
]

/** How a client steps once. */
type Step = () => Promise<unknown>

interface Compared {
  /** Those of a session each, as in `RECORDERS`. */
  readonly steps: readonly Step[]
  /** Processor time of the daemon so far, in ms: what else the machine does matters less to it. */
  readonly cpu: () => number
  /** Resolves when the recorder has read the last stop: it must not do so while another session is measured. */
  readonly settled: () => Promise<unknown>
}

/**
 * How much longer a step takes where its session is recorded: 500 steps as fast as they go, in turns with two sessions that are not; an
 * agent's `debug_step`, and an editor's `next` with its usual reads.
 * @param languages only these; all of them when none is named
 */
export async function measureRecorder(dapplex: DapplexRoute, languages: readonly string[] = []): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'dapplex-bench-recorder-'))
  const agent = await dapplex.agent()
  try {
    for (const walk of WALKS) {
      if (languages.length > 0 && !languages.includes(walk.language)) continue
      const program = await built(walk, folder)
      const sessions: string[] = []
      for (const [at, recorder] of RECORDERS.entries()) {
        const cwd = join(folder, `${walk.language}-${at}`)
        mkdirSync(cwd)
        writeFileSync(join(cwd, 'dapplex.jsonc'), JSON.stringify({ sessions: { recorder } }))
        sessions.push(await started(agent, { ...walk, program, cwd }))
      }
      const step = (session_id: string) => () =>
        agent.call('debug_step', { session_id, action: 'over', timeout_ms: 100_000 })
      const of = {
        cpu: () => dapplex.cpuMicroseconds() / 1000,
        settled: () => agent.call('stops_list', { session_id: String(sessions[RECORDED]), count: 1 }),
      }
      await compare(`step in ${walk.language}`, { ...of, steps: sessions.map(step) })
      const editors = await Promise.all(sessions.map((session) => dapplex.join(session)))
      await compare(`an editor's step in ${walk.language}`, {
        ...of,
        steps: editors.map((editor) => () => editorStep(editor)),
      })
      for (const editor of editors) editor.close()
      for (const session_id of sessions) await agent.call('debug_disconnect', { session_id, terminate: true })
    }
  } finally {
    agent.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function compare(name: string, { steps, cpu, settled }: Compared): Promise<void> {
  const turns: number[][] = []
  const spent: number[][] = []
  // The first round warms up.
  for (let round = -1; round < STEPS / TURN; round += 1) {
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
  process.stdout.write(`${name}: ${shownRatios(turns)}\n`)
  process.stdout.write(`${name}, processor time of the daemon: ${shownRatios(spent)}\n`)
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

async function started(agent: Client, { program, source, line, cwd }: Walk & { readonly cwd: string }) {
  const breakpoints = [{ file: join(PROGRAMS, source), text: line }]
  const { session_id } = await agent.call('debug_launch', { program, cwd, breakpoints, wait_ms: 100_000 })
  return String(session_id)
}

/** Go builds at the launch; C# before it, so that nothing is written beside the source. */
async function built({ language, program }: Walk, folder: string): Promise<string> {
  const path = join(PROGRAMS, program)
  if (language !== 'C#') return path
  const out = join(folder, 'dotnet')
  const places = ['-o', join(out, 'bin'), `-p:BaseIntermediateOutputPath=${join(out, 'obj', '/')}`]
  const quiet = ['--nologo', '-v', 'quiet', '-nodeReuse:false', '-p:UseSharedCompilation=false']
  await run('dotnet', ['build', path, '-c', 'Debug', ...places, ...quiet])
  return join(out, 'bin', 'walk.dll')
}
