import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { TestTarget } from '@dapplex/protocol'

/** What marks a project of pytest: a file, and the text in it where others use the file too (pytest, "Configuration file formats"). */
const CONFIGURATION: readonly { readonly file: string; readonly has?: RegExp }[] = [
  { file: 'pytest.ini' },
  { file: '.pytest.ini' },
  { file: 'pyproject.toml', has: /^\[tool\.pytest/m },
  { file: 'tox.ini', has: /^\[pytest\]/m },
  { file: 'setup.cfg', has: /^\[tool:pytest\]/m },
  { file: 'conftest.py' },
]
const TEST_FILE = /^(?:test.*|.*_test)\.py$/
/** Files that are read to find out what they use, at most. */
const MOST_READ = 50

/** Whose the Python tests of a target are, by what that shows, and where they are run. */
export interface PythonProject {
  readonly framework: 'pytest' | 'unittest'
  readonly why: string
  readonly root: string
}

/** Undefined where the target has no Python tests. */
export async function pythonProject(target: TestTarget): Promise<PythonProject | undefined> {
  const files = target.isFolder ? target.files.filter((file) => TEST_FILE.test(basename(file))) : pythonFile(target)
  if (files.length === 0) return undefined
  const configured = await configuration(target)
  if (configured !== undefined) return { framework: 'pytest', ...configured }
  const root = folderOf(target)
  for (const file of files.slice(0, MOST_READ)) {
    const text = (await textOf(file)) ?? ''
    if (/^\s*(?:import|from) pytest\b/m.test(text) || /^(?:async )?def test_/m.test(text))
      return { framework: 'pytest', why: basename(file), root }
  }
  for (const file of files.slice(0, MOST_READ))
    if (/^\s*(?:import|from) unittest\b/m.test((await textOf(file)) ?? ''))
      return { framework: 'unittest', why: basename(file), root }
  return undefined
}

/** The target's own folder. */
export const folderOf = ({ path, isFolder }: TestTarget): string => (isFolder ? path : dirname(path))

const pythonFile = ({ path, isFolder }: TestTarget): string[] => (!isFolder && path.endsWith('.py') ? [path] : [])

async function configuration({
  folders,
}: TestTarget): Promise<{ readonly why: string; readonly root: string } | undefined> {
  for (const root of folders)
    for (const { file, has } of CONFIGURATION) {
      const text = await textOf(join(root, file))
      if (text !== undefined && (has === undefined || has.test(text))) return { why: join(root, file), root }
    }
  return undefined
}

/** Undefined where it cannot be read. */
const textOf = (path: string): Promise<string | undefined> => readFile(path, 'utf8').catch(() => undefined)
