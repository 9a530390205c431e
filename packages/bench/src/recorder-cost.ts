import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Client } from '@dapplex/client'
import { median } from './quantile.js'
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

/** How much longer a step takes where its session is recorded: 500 steps as fast as they go, in turns with a session that is not. */
export async function measureRecorder(dapplex: DapplexRoute): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'dapplex-bench-recorder-'))
  const agent = await dapplex.agent()
  try {
    for (const walk of WALKS) {
      const program = await built(walk, folder)
      const sessions = []
      for (const recorder of ['off', 'on'] as const) {
        const cwd = join(folder, `${walk.language}-${recorder}`)
        mkdirSync(cwd)
        writeFileSync(join(cwd, 'dapplex.jsonc'), JSON.stringify({ sessions: { recorder } }))
        sessions.push({ session: await started(agent, { ...walk, program, cwd }), times: [] as number[] })
      }
      for (let round = -1; round < STEPS / TURN; round += 1)
        for (const { session, times } of sessions) {
          const taken = await timeSteps(agent, session)
          // The first round warms up.
          if (round >= 0) times.push(...taken)
        }
      const [off = 0, on = 0] = sessions.map(({ times }) => median(times))
      const words = `not recorded p50 ${off.toFixed(2)} ms, recorded p50 ${on.toFixed(2)} ms, ratio ${(on / off).toFixed(3)}`
      process.stdout.write(`step in ${walk.language}: ${words}\n`)
      for (const { session } of sessions) await agent.call('debug_disconnect', { session_id: session, terminate: true })
    }
  } finally {
    agent.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function started(agent: Client, { program, source, line, cwd }: Walk & { readonly cwd: string }) {
  const breakpoints = [{ file: join(PROGRAMS, source), text: line }]
  const { session_id } = await agent.call('debug_launch', { program, cwd, breakpoints, wait_ms: 100_000 })
  return String(session_id)
}

async function timeSteps(agent: Client, session_id: string): Promise<number[]> {
  const times: number[] = []
  for (let step = 0; step < TURN; step += 1) {
    const begun = performance.now()
    await agent.call('debug_step', { session_id, action: 'over', timeout_ms: 100_000 })
    times.push(performance.now() - begun)
  }
  return times
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
