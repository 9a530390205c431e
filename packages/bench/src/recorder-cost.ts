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

/** A session and how its client steps once. */
interface Stepped {
  readonly step: () => Promise<unknown>
  readonly times: number[]
}

/**
 * How much longer a step takes where its session is recorded: 500 steps as fast as they go, in turns with a session that is not; an
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
      for (const recorder of ['off', 'on'] as const) {
        const cwd = join(folder, `${walk.language}-${recorder}`)
        mkdirSync(cwd)
        writeFileSync(join(cwd, 'dapplex.jsonc'), JSON.stringify({ sessions: { recorder } }))
        sessions.push(await started(agent, { ...walk, program, cwd }))
      }
      const ofAgent = sessions.map((session_id) => ({
        step: () => agent.call('debug_step', { session_id, action: 'over', timeout_ms: 100_000 }),
        times: [],
      }))
      await compare(`step in ${walk.language}`, ofAgent)
      const editors = await Promise.all(sessions.map((session) => dapplex.join(session)))
      await compare(
        `an editor's step in ${walk.language}`,
        editors.map((editor) => ({ step: () => editorStep(editor), times: [] })),
      )
      for (const editor of editors) editor.close()
      for (const session_id of sessions) await agent.call('debug_disconnect', { session_id, terminate: true })
    }
  } finally {
    agent.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The first is not recorded, the second one is. */
async function compare(name: string, sessions: readonly Stepped[]): Promise<void> {
  for (let round = -1; round < STEPS / TURN; round += 1)
    for (const { step, times } of sessions)
      for (let at = 0; at < TURN; at += 1) {
        const begun = performance.now()
        await step()
        // The first round warms up.
        if (round >= 0) times.push(performance.now() - begun)
      }
  const [off = 0, on = 0] = sessions.map(({ times }) => median(times))
  const words = `not recorded p50 ${off.toFixed(2)} ms, recorded p50 ${on.toFixed(2)} ms, ratio ${(on / off).toFixed(3)}`
  process.stdout.write(`${name}: ${words}\n`)
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
