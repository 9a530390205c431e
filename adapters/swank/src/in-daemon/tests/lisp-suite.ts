import { dirname, join } from 'node:path'
import { toolError, type TestCase, type TestSuite } from '@dapplex/protocol'
import type { AsdfFile } from './asdf-file.js'

export interface LispTests {
  readonly framework: 'asdf' | 'fiveam' | 'parachute'
  /** With the systems that have the tests. */
  readonly definition: AsdfFile
  readonly list: () => Promise<readonly TestCase[]>
}

/** Tests that the image runs itself: `run-tests` of the helper. */
export function lispSuite({ framework, definition: { path, systems }, list }: LispTests): TestSuite {
  const root = dirname(path)
  return {
    root,
    why: path,
    list,
    run: async ({ tests, args, folder }) => {
      const all = tests ?? (await list())
      if (all.length === 0) {
        const reason = `no file of ${systems.map(({ name }) => name).join(', ')} defines a test; give the folder of ${path} as the target`
        throw toolError('TESTS_UNREADABLE', { framework, reason })
      }
      const progress = join(folder, 'progress.ndjson')
      const places = all.map(({ name, file, line }) => `(${text(name)} ${text(file ?? '')} ${line ?? 0})`)
      const form = `(dapplex::run-tests :framework ${text(framework)} :root ${text(root)} :definition ${text(path)}
        :systems '(${systems.map(({ name }) => text(name)).join(' ')}) :tests '(${places.join(' ')}) :progress ${text(progress)}
        :chosen '(${all.map(({ name }) => text(name)).join(' ')}))`
      return {
        spec: {
          program: path,
          args,
          cwd: root,
          env: {},
          stopAtEntry: false,
          // What the tests need is compiled and loaded as it always is.
          adapterArgs: { form, instrument: [root] },
        },
        // The image stops by itself where a check fails.
        stops: [],
        assertions: ['failed-check'],
        progress,
      }
    },
  }
}

/** A Lisp string. */
const text = (value: string): string => `"${value.replace(/[\\"]/g, '\\$&')}"`
