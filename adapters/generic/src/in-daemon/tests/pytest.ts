import { dirname, join } from 'node:path'
import type { TestFramework, TestSuite, TestTarget } from '@dapplex/protocol'
import { launchPython, listPython, type PythonTests } from './python.js'
import { pythonProject } from './python-files.js'

/** pytest, with pytest 7.2 (Debian) under debugpy 1.6. */
export const pytest: TestFramework = {
  id: 'pytest',
  adapter: 'debugpy',
  looksFor:
    'pytest.ini, conftest.py, a [tool.pytest…] section in pyproject.toml, setup.cfg or tox.ini, or test_*.py with `import pytest` or `def test_…`',
  async find(target, isAsked) {
    const project = await pythonProject(target)
    if (project?.framework === 'pytest') return suite(target, project)
    const root = target.isFolder ? target.path : dirname(target.path)
    return isAsked ? suite(target, { why: 'framework', root }) : undefined
  },
}

function suite(target: TestTarget, { why, root }: { readonly why: string; readonly root: string }): TestSuite {
  const { folders } = target
  const tests: PythonTests = { framework: 'pytest', module: 'pytest', runner: 'run_pytest.py', root, folders }
  return {
    root,
    why,
    list: (limits) => listPython(tests, { paths: [target.path] }, limits),
    run: async ({ tests: chosen, args, folder }, limits) => {
      const progress = join(folder, 'progress.ndjson')
      const files = chosen?.flatMap(({ file }) => (file === undefined ? [] : [file])) ?? []
      const paths = files.length === 0 ? [target.path] : [...new Set(files)]
      const names = chosen?.map(({ name }) => name) ?? null
      return {
        spec: await launchPython(tests, { paths, args, progress, names }, limits),
        // The runner stops where pytest tells a failure, so nothing that a test handles stops it.
        stops: [],
        assertions: ['AssertionError'],
        progress,
      }
    },
  }
}
