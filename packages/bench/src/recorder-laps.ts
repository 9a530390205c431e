import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '@dapplex/client'
import type { Bench } from './part.js'
import { RECORDERS, reportRatios } from './recorder-ratios.js'

/** A program that times each lap itself: what the stop after it costs is not in it. */
const program = (body: string) => `const { performance } = require('node:perf_hooks')
let kept = 0
for (let lap = 0; ; lap += 1) {
  const begun = performance.now()
  for (let at = 0; at < 3_000_000; at += 1) { kept = (kept * 31 + at) % 1_000_003${body} }
  const took = performance.now() - begun
  kept += took // HERE
}
`
const PROGRAMS = [
  { name: 'a program that only runs', body: '' },
  { name: 'a program that prints 1000 lines a lap', body: "; if (at % 3_000 === 0) console.log('line ' + at)" },
]

/** How much longer a program takes from one stop to the next where its session is recorded. */
export async function measureLaps({ routes: { dapplex }, report, runs }: Bench): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'dapplex-bench-laps-'))
  const agent = await dapplex.agent()
  try {
    for (const [number, { name, body }] of PROGRAMS.entries()) {
      const sessions: string[] = []
      for (const [at, recorder] of RECORDERS.entries()) {
        const cwd = join(folder, `${number}-${at}`)
        mkdirSync(cwd)
        writeFileSync(join(cwd, 'dapplex.jsonc'), JSON.stringify({ sessions: { recorder } }))
        const file = join(cwd, 'laps.cjs')
        writeFileSync(file, program(body))
        sessions.push(await started(agent, file, cwd))
      }
      const turns: number[][] = []
      for (let round = -1; round < runs; round += 1) {
        const turn: number[] = []
        for (const session of sessions) turn.push(await lapOf(agent, session))
        if (round >= 0) turns.push(turn)
      }
      reportRatios(report, name, turns)
      for (const session_id of sessions) await agent.call('debug_disconnect', { session_id, terminate: true })
    }
  } finally {
    agent.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function started(agent: Client, file: string, cwd: string): Promise<string> {
  const breakpoints = [{ file, text: 'HERE' }]
  const { session_id } = await agent.call('debug_launch', { program: file, cwd, breakpoints, wait_ms: 100_000 })
  return String(session_id)
}

/** One lap, in milliseconds. The recorder has read its stop before the next session runs. */
async function lapOf(agent: Client, session_id: string): Promise<number> {
  await agent.call('debug_continue', { session_id, wait: true, timeout_ms: 100_000 })
  const { result } = await agent.call('evaluate', { session_id, expression: 'took' })
  await agent.call('stops_list', { session_id, count: 1 }).catch(() => undefined)
  return Number(result)
}
