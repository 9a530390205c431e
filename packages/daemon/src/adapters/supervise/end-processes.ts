import { setTimeout as delay } from 'node:timers/promises'
import { isAlive, processesOf, type ProcessMark } from './process-table.js'

/** Between SIGTERM and SIGKILL. */
const TERM_MS = 500
/** Other users' children cannot be waited on: the process table is read this often. */
const LOOK_MS = 15
/** A process that forks all the time is followed this often. */
const ROUNDS = 20

export interface ProcessFamily {
  readonly pid: number
  readonly owner: string
  /** Found earlier: these processes may have lost their parent since. */
  readonly known: readonly ProcessMark[]
}

/** Ends all processes of an adapter, first with SIGTERM, then with SIGKILL. Resolves when none is left. */
export async function endProcesses(family: ProcessFamily): Promise<void> {
  const first = living(family)
  signalAll(first, 'SIGTERM')
  await goneWithin(first, TERM_MS)
  for (let round = 0; round < ROUNDS; round += 1) {
    const left = living(family)
    if (left.length === 0) return
    signalAll(left, 'SIGKILL')
    await goneWithin(left, TERM_MS)
  }
}

/** Ends exactly one process, not what it has started. */
export async function endOneProcess(mark: ProcessMark): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (!isAlive(mark)) return
    signalAll([mark], signal)
    await goneWithin([mark], TERM_MS)
  }
}

function living({ pid, owner, known }: ProcessFamily): ProcessMark[] {
  const found = processesOf(pid, owner)
  const seen = new Set(found.map((mark) => mark.pid))
  return [...found, ...known.filter((mark) => !seen.has(mark.pid) && isAlive(mark))]
}

function signalAll(marks: readonly ProcessMark[], signal: NodeJS.Signals): void {
  for (const { pid } of marks) {
    try {
      process.kill(pid, signal)
    } catch {
      // Gone already, or (a setuid program) not ours to end.
    }
  }
}

async function goneWithin(marks: readonly ProcessMark[], ms: number): Promise<void> {
  const end = performance.now() + ms
  while (marks.some(isAlive) && performance.now() < end) await delay(LOOK_MS)
}
