import type { TestFramework, TestSuite, TestTarget } from '@dapplex/protocol'
import { folderOf, pythonProject } from './python-files.js'
import { pythonSuite } from './python-suite.js'

/** Run with pytest 7.2 (Debian) under debugpy 1.6. */
export const pytest: TestFramework = {
  id: 'pytest',
  adapter: 'debugpy',
  looksFor:
    'pytest.ini, conftest.py, a [tool.pytest…] section in pyproject.toml, setup.cfg or tox.ini, or test_*.py with `import pytest` or `def test_…`',
  async find(target, isAsked) {
    const project = await pythonProject(target)
    if (project?.framework === 'pytest') return suite(target, project)
    return isAsked ? suite(target, { why: 'framework', root: folderOf(target) }) : undefined
  },
}

const suite = (target: TestTarget, { why, root }: { readonly why: string; readonly root: string }): TestSuite =>
  pythonSuite(target, why, { framework: 'pytest', module: 'pytest', runner: 'run_pytest.py', root })
