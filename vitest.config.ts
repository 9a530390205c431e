import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/longest-first.js'

const conditions = ['module', 'node', 'development|production']
const sourceConditions = ['dapplex-source', ...conditions]
/** The modules as they are written: nothing need be built. */
const source = {
  resolve: { conditions: sourceConditions },
  ssr: { resolve: { conditions: sourceConditions, externalConditions: sourceConditions } },
}
/** The modules as they are built, which Node loads by itself: a file takes a quarter of the time until its tests begin. */
const built = {
  resolve: { conditions, alias: [{ find: /^((?:\.\.\/)+(?:[\w-]+\/)*)src\/(.*)$/, replacement: '$1dist/$2' }] },
  ssr: { resolve: { conditions, externalConditions: conditions } },
}
const BUILT = { deps: { external: [/\/(?:packages|adapters)\/[^/]+\/dist\//] } }

/** What a person does in the real workbench of VS Code, at length. */
const VSCODE = 'packages/vscode/test/long/**/*.test.ts'

/**
 * `unit`: beside the source, no processes. `real`: real programs, adapters and sockets; needs `npm run build` first. `vscode`:
 * minutes in the workbench of VS Code, by `npm run test:vscode`; no part of `npm test`.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        ...source,
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'packages/mux/simulator/**/*.test.ts',
            'adapters/*/src/**/*.test.ts',
          ],
          // Ends what hangs, and nothing else, as below.
          testTimeout: 120_000,
          // Pure code and no processes: one load of the modules serves all files of a worker, a third of the time.
          isolate: false,
          setupFiles: ['scripts/clean-slate.mjs'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        ...built,
        test: {
          name: 'real',
          server: BUILT,
          include: ['packages/*/test/**/*.test.ts', 'adapters/*/test/**/*.test.ts'],
          exclude: [VSCODE],
          globalSetup: ['scripts/built-modules.mjs', 'scripts/csharp-helpers.mjs'],
          // These end what hangs, and nothing else: no test comes near them, however busy the machine is. What a test waits for
          // has no limit of its own, or a longer one than any debugger takes (`PATIENT` in the tests of the daemon: 200 s).
          testTimeout: 240_000,
          hookTimeout: 240_000,
          setupFiles: ['scripts/tell-waits.mjs'],
          // A file waits for its debuggers two fifths of its time (measured: two at a time kept two cores busy for 61 %).
          // One more than the cores uses that time.
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        ...built,
        test: {
          name: 'vscode',
          server: BUILT,
          include: [VSCODE],
          globalSetup: ['scripts/built-modules.mjs', 'scripts/csharp-helpers.mjs'],
          testTimeout: 600_000,
          hookTimeout: 240_000,
          setupFiles: ['scripts/tell-waits.mjs'],
          // Each has a workbench and a browser.
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
