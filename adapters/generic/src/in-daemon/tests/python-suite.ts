import { join } from 'node:path'
import type { TestSuite, TestTarget } from '@dapplex/protocol'
import { launchPython, listPython, type PythonTests } from './python.js'

/** The tests of a target, listed and run by one of the programs in `python/`. */
export function pythonSuite(target: TestTarget, why: string, tests: Omit<PythonTests, 'folders'>): TestSuite {
  const all = { ...tests, folders: target.folders }
  return {
    root: tests.root,
    why,
    list: (limits) => listPython(all, { paths: [target.path] }, limits),
    run: async ({ tests: chosen, args, folder }, limits) => {
      const progress = join(folder, 'progress.ndjson')
      const files = chosen?.flatMap(({ file }) => (file === undefined ? [] : [file])) ?? []
      const paths = files.length === 0 ? [target.path] : [...new Set(files)]
      const names = chosen?.map(({ name }) => name) ?? null
      return {
        spec: await launchPython(all, { paths, args, progress, names }, limits),
        // The program stops the debugger where the framework tells a failure: nothing that a test handles stops it.
        stops: [],
        assertions: ['AssertionError'],
        ...(chosen === undefined ? {} : { cases: chosen }),
        progress,
      }
    },
  }
}
