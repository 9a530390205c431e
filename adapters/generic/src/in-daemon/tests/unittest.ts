import type { TestFramework, TestSuite, TestTarget } from '@dapplex/protocol'
import { folderOf, pythonProject } from './python-files.js'
import { pythonSuite } from './python-suite.js'

/** Python's own framework. Run with Python 3.11 under debugpy 1.6. */
export const unittest: TestFramework = {
  id: 'unittest',
  adapter: 'debugpy',
  looksFor: 'test*.py or *_test.py with `import unittest`, where nothing is of pytest',
  async find(target, isAsked) {
    const project = await pythonProject(target)
    if (project?.framework === 'unittest') return suite(target, project)
    return isAsked ? suite(target, { why: 'framework', root: folderOf(target) }) : undefined
  },
}

const suite = (target: TestTarget, { why, root }: { readonly why: string; readonly root: string }): TestSuite =>
  pythonSuite(target, why, { framework: 'unittest', module: 'unittest', runner: 'run_unittest.py', root })
