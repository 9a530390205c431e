import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/longest-first.js'

const conditions = ['dapplex-source', 'module', 'node', 'development|production']
const shared = { resolve: { conditions }, ssr: { resolve: { conditions, externalConditions: conditions } } }

/** `unit`: beside the source, no processes. `real`: real programs, adapters and sockets; needs `npm run build` first. */
export default defineConfig({
  ...shared,
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        ...shared,
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'packages/mux/simulator/**/*.test.ts',
            'adapters/*/src/**/*.test.ts',
          ],
          testTimeout: 20_000,
          // Pure code and no processes: one load of the modules serves all files of a worker, a third of the time.
          isolate: false,
          setupFiles: ['scripts/clean-slate.mjs'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        ...shared,
        test: {
          name: 'real',
          include: ['packages/*/test/**/*.test.ts', 'adapters/*/test/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // A file waits for its debuggers two fifths of its time (measured: two at a time kept two cores busy for 61 %).
          // One more than the cores uses that time.
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
