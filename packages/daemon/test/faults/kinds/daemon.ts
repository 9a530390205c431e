import { rmSync } from 'node:fs'
import type { FaultKind } from '../kind.js'

/** The daemon itself ends, or loses what it stands on. */
export const daemonKinds: readonly FaultKind[] = [
  {
    name: 'the daemon gets SIGTERM',
    effect: 'daemon',
    weight: 0.5,
    inject: async ({ world }) => {
      world.daemon.process.kill('SIGTERM')
      const { code, signal } = await world.daemon.exited
      if (code !== 0)
        world.problem(`after SIGTERM the daemon ended with ${String(code)} (${String(signal)}): ${world.daemon.said}`)
    },
  },
  {
    name: 'the daemon gets SIGKILL',
    effect: 'daemon',
    weight: 0.5,
    inject: async ({ world }) => {
      world.daemon.process.kill('SIGKILL')
      await world.daemon.exited
    },
  },
  {
    name: 'the state folder is removed, sessions begin all the same, then the daemon gets SIGTERM',
    effect: 'daemon',
    weight: 0.3,
    inject: async ({ world, session }) => {
      for (const entry of world.stateEntries()) rmSync(entry, { recursive: true, force: true })
      world.forgetRecords()
      await world.checkServes(session)
      await world.checkLaunches()
      world.daemon.process.kill('SIGTERM')
      const { code } = await world.daemon.exited
      if (code !== 0) world.problem(`without its state folder the daemon ended with ${String(code)} after SIGTERM`)
    },
  },
]
