import { randomInt } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { missing, untilGone, type ProgramName } from '@dapplex/testkit'
import { Recording } from '@dapplex/recording'
import { connectWebSocket } from '@dapplex/transport'
import { PATIENT } from '../support/prepared-program.js'
import { RpcClient } from '../support/rpc-client.js'
import { standbyDaemon } from '../support/standby-daemon.js'
import { tagProcesses } from '../support/tagged-processes.js'

const { processes } = tagProcesses()
const folder = mkdtempSync(join(tmpdir(), 'dapplex-killed-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Sessions that step at the same time, so that each kill meets all of them in the middle of something else. */
const PROGRAMS: readonly { readonly file: string; readonly needs: readonly ProgramName[]; readonly lines: string[] }[] =
  [
    {
      file: 'counts.cjs',
      needs: [],
      lines: ['let total = 0', 'for (let i = 0; i < 9999; i++) {', '  total += i', '}'],
    },
    { file: 'also.cjs', needs: [], lines: ['let total = 1', 'for (let i = 0; i < 9999; i++) {', '  total += i', '}'] },
    {
      file: 'counts.py',
      needs: ['debugpy'],
      lines: ['total = 0', 'for i in range(9999):', '    total += i', 'print(total)'],
    },
    {
      file: 'counts.lisp',
      needs: ['sbcl'],
      lines: ['(defun count-up (total)', '  (dotimes (i 9999 total)', '    (setf total (+ total i))))', '(count-up 0)'],
    },
  ]
/** Each kill meets all sessions: 24 recordings. DAPPLEX_KILLS=50 is the long form, three to six minutes. */
const KILLS = Number(process.env['DAPPLEX_KILLS'] ?? 6)
/** A run is told by its seed: DAPPLEX_SEED repeats its moments. */
const SEED = Number(process.env['DAPPLEX_SEED'] ?? randomInt(2 ** 31))
/** Answers after which it is killed come among the first so many; each lap has one of every session. */
const MOST_STEPS = 60

/** Numbers from 0 to below 1, the same for the same seed (a linear congruential generator, Numerical Recipes). */
function* randomNumbers(seed: number): Generator<number, never> {
  for (let state = seed % 2 ** 32; ;) {
    state = (state * 1664525 + 1013904223) % 2 ** 32
    yield state / 2 ** 32
  }
}
const random = randomNumbers(SEED)

interface Told {
  readonly file: string
  readonly session: string
  stopId: number
}

/** Steps until the daemon has gone. `told` has the last stop that it has answered with. */
async function stepOn(agent: RpcClient, told: Told, answered: () => void): Promise<void> {
  const step = { session_id: told.session, action: 'over', timeout_ms: 100_000 }
  for (;;) {
    const answer = await agent.call('debug_step', step).catch(() => undefined)
    if (answer === undefined) return
    told.stopId = answer.stop_id ?? told.stopId
    answered()
  }
}

test(`a daemon with sessions in three languages is killed ${KILLS} times, at random moments: each recording opens and has every stop that was told, but at most the last (seed ${SEED})`, async () => {
  const programs = PROGRAMS.filter(({ needs }) => missing(...needs) === undefined)
  for (const { file, lines } of programs) writeFileSync(join(folder, file), `${lines.join('\n')}\n`)
  const start = (at: number) => standbyDaemon({ ...process.env, DAPPLEX_HOME: join(folder, `home-${at}`) })
  let next = start(0)
  for (let kill = 0; kill < KILLS; kill += 1) {
    const daemon = next
    const agent = new RpcClient(await connectWebSocket(`ws+unix:${await daemon.start()}:/rpc`))
    if (kill + 1 < KILLS) next = start(kill + 1)
    const told = await Promise.all(
      programs.map(async ({ file }): Promise<Told> => {
        const program = join(folder, file)
        const launched = await agent.call('debug_launch', {
          program,
          breakpoints: [{ file: program, line: 3 }],
          ...PATIENT,
        })
        return { file, session: launched.session_id, stopId: launched._meta.stop_id }
      }),
    )
    let left = Math.floor(random.next().value * MOST_STEPS)
    const turns = Math.floor(random.next().value * 20)
    let reached = () => {}
    const isTime = new Promise<void>((resolve) => (reached = resolve))
    const answered = () => {
      left -= 1
      if (left <= 0) reached()
    }
    const stepping = told.map((one) => stepOn(agent, one, answered))
    await isTime
    // Not only just after an answer.
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    await daemon.kill()
    await agent.closed
    await Promise.all(stepping)
    for (const { file, session, stopId } of told) {
      const recordings = join(folder, `home-${kill}`, 'recordings')
      const name = readdirSync(recordings).find((one) => one.endsWith(`-${session}.recording`)) ?? ''
      const recording = await Recording.open(join(recordings, name))
      const expected = Array.from({ length: stopId - 1 }, (_none, at) => at + 1)
      expect({ kill, file, stops: recording.stopIds.slice(0, stopId - 1) }).toEqual({ kill, file, stops: expected })
      for (const id of expected) expect(recording.stop(id)?.record.frames.length).toBeGreaterThan(0)
      recording.close()
    }
  }
  await untilGone(processes)
})
