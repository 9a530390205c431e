import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isJsonObject, objectIn, type TestTarget } from '@dapplex/protocol'

const SCRIPT = /\.[cm]?[jt]sx?$/
/** Names of test files, by the patterns of vitest and of `node --test` (Node, "Running tests from the command line"). */
const TEST_NAME = /(?:[._-](?:test|spec)|^test(?:-.*)?)\.[cm]?[jt]sx?$/
/** Files that are read to find out what they use, at most. */
const MOST_READ = 200

const USES = {
  'node-test': /(?:from|import|require\()\s*['"]node:test['"]/,
  vitest: /(?:from|import|require\()\s*['"]vitest['"]/,
}
export type JavaScriptFramework = keyof typeof USES

/** The test files of a target that name the framework. */
export async function filesUsing(framework: JavaScriptFramework, target: TestTarget): Promise<string[]> {
  const files = scriptsOf(target)
  const used = await Promise.all(
    files.slice(0, MOST_READ).map(async (file) => (USES[framework].test(await textOf(file)) ? [file] : [])),
  )
  return used.flat()
}

/** The file, or the files below the folder that are called like tests or stand in a folder `test` or `tests`. */
export function scriptsOf({ path, isFolder, files }: TestTarget): string[] {
  if (!isFolder) return SCRIPT.test(path) ? [path] : []
  const isTest = (file: string) =>
    SCRIPT.test(file) && (TEST_NAME.test(basename(file)) || /^tests?$/.test(basename(dirname(file))))
  return files.filter(isTest)
}

/** The nearest folder above with a package; without one, the folder of the target. */
export async function packageOf(
  target: TestTarget,
): Promise<{ readonly root: string; readonly needs: readonly string[] }> {
  for (const root of target.folders) {
    const text = await textOf(join(root, 'package.json'))
    if (text !== '') return { root, needs: dependenciesIn(text) }
  }
  return { root: folderOf(target), needs: [] }
}

const folderOf = ({ path, isFolder }: TestTarget): string => (isFolder ? path : dirname(path))

function dependenciesIn(text: string): string[] {
  const value = parse(text)
  if (!isJsonObject(value)) return []
  return ['dependencies', 'devDependencies'].flatMap((kind) => Object.keys(objectIn(value, kind) ?? {}))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const textOf = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '')
