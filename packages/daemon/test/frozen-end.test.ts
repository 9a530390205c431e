import { descendants, listProcesses, must, untilGone } from '@dapplex/testkit'
import { describe, expect, test } from 'vitest'
import { daemonWithAgent } from './support/daemon-with-agent.js'
import { allSubjects, needs, type Subject } from './rules/support/subjects.js'

const { agent } = await daemonWithAgent()

/** The processes of one session: all that the daemon's child, which is the adapter, has started, the program among them. */
function familyOf(program: number): number[] {
  const parents = new Map(listProcesses().map(({ pid, parent }) => [pid, parent]))
  let root = program
  for (let above = parents.get(root); above !== undefined && above !== process.pid; above = parents.get(root))
    root = above
  return [root, ...descendants(root).map(({ pid }) => pid)]
}

const WHO = {
  'the program': (program: number) => [program],
  'the adapter': (program: number) => familyOf(program).filter((pid) => pid !== program),
  'the adapter and the program': familyOf,
} as const

/** A helper of the adapter may have ended since the processes were listed. */
function freeze(pid: number): void {
  try {
    process.kill(pid, 'SIGSTOP')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function endFrozen(subject: Subject, frozen: (program: number) => readonly number[]): Promise<void> {
  const { launch } = await subject.program('wait')
  const { program, ...adapter_args } = launch
  const { adapter } = subject
  const start = { program, adapter, args: ['wait'], adapter_args, wait_ms: 0, timeout_ms: 120_000 }
  const { session_id, pid } = await agent.call('debug_launch', start)
  const family = familyOf(must(pid))
  for (const one of frozen(must(pid))) freeze(one)
  const ended = await agent.call('debug_disconnect', { session_id, terminate: true })
  expect(ended).toMatchObject({ success: true })
  await untilGone(() => listProcesses().filter(({ pid: one }) => family.includes(one)))
  expect(await agent.call('debug_state', { session_id })).toMatchObject({ state: 'exited' })
}

describe.each(allSubjects)('a program whose processes do not run: $adapter', (subject) => {
  test(
    `mux 11, 26: the first debug_disconnect {terminate} ends it, with ${Object.keys(WHO).join('; ')} under SIGSTOP`,
    { timeout: 240_000 },
    async (context) => {
      needs(context, subject)
      await Promise.all(Object.values(WHO).map((frozen) => endFrozen(subject, frozen)))
    },
  )
})
