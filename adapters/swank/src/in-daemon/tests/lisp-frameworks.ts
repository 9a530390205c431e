import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { TestCase, TestFramework, TestTarget } from '@dapplex/protocol'
import { asdfFiles, isTested, needs, type AsdfFile, type LispSystem } from './asdf-file.js'
import { lispSuite } from './lisp-suite.js'

/** A test framework as it stands in the sources: the library that systems of tests need, and the forms that define tests. */
interface Library {
  readonly id: 'fiveam' | 'parachute'
  readonly defines: RegExp
}

const LIBRARIES: readonly Library[] = [
  { id: 'fiveam', defines: /^\((?:(?:it\.bese\.)?fiveam:+|5am:+)?(?:test|def-test)\s+\(?\s*([^\s()]+)/i },
  { id: 'parachute', defines: /^\((?:(?:org\.shirakumo\.)?parachute:+)?define-test\s+\(?\s*([^\s()]+)/i },
]

const isOf =
  ({ id }: Library) =>
  (system: LispSystem): boolean =>
    needs(system, id)

/** The only file with such systems; a target with several is not one suite. */
function only(files: readonly AsdfFile[], fits: (system: LispSystem) => boolean): AsdfFile | undefined {
  const fitting = files
    .map(({ path, systems }) => ({ path, systems: systems.filter(fits) }))
    .filter(({ systems }) => systems.length > 0)
  return fitting.length === 1 ? fitting[0] : undefined
}

const ofLibrary = (library: Library): TestFramework => ({
  id: library.id,
  adapter: 'swank',
  looksFor: `one .asd file with systems that depend on ${library.id}`,
  async find(target) {
    const definition = only(await asdfFiles(target), isOf(library))
    if (definition === undefined) return undefined
    return lispSuite({ framework: library.id, definition, list: () => definedTests(target, definition, library) })
  },
})

const asdf: TestFramework = {
  id: 'asdf',
  adapter: 'swank',
  looksFor: 'one .asd file with systems that perform test-op',
  async find(target, isAsked) {
    const files = await asdfFiles(target)
    const isPlain = (system: LispSystem) => isAsked || !LIBRARIES.some((library) => isOf(library)(system))
    const definition = only(files, (system) => isTested(system) && isPlain(system))
    if (definition === undefined) return undefined
    const { path, systems } = definition
    const tests = systems.map(({ name, line }) => ({ name, file: path, line }))
    return lispSuite({ framework: 'asdf', definition, list: () => Promise.resolve(tests) })
  },
}

/** Run with ASDF 3.3 (of SBCL 2.2), FiveAM 1.4 and Parachute 1.5. */
export const lispFrameworks: readonly TestFramework[] = [...LIBRARIES.map(ofLibrary), asdf]

/** The tests of a file, or of all files below the folder of the definition that the target has. */
async function definedTests(
  { path, isFolder, files }: TestTarget,
  definition: AsdfFile,
  { defines }: Library,
): Promise<TestCase[]> {
  const root = dirname(definition.path)
  const isSource = !isFolder && path !== definition.path
  const sources = isSource ? [path] : isFolder ? files.filter((file) => file.startsWith(join(root, '/'))) : []
  const named = sources.filter((file) => /\.(lisp|lsp|cl)$/i.test(file))
  const tests = await Promise.all(named.map((file) => testsIn(file, defines)))
  return tests.flat()
}

async function testsIn(file: string, defines: RegExp): Promise<TestCase[]> {
  const lines = (await readFile(file, 'utf8')).split(/\r?\n/)
  return lines.flatMap((text, index) => {
    const [, name] = defines.exec(text) ?? []
    return name === undefined ? [] : [{ name: nameOf(name), file, line: index + 1 }]
  })
}

/** As the adapter writes it: a name in lower case, without its package. */
const nameOf = (designator: string): string =>
  designator
    .replace(/^"(.*)"$/, '$1')
    .replace(/^.*:/, '')
    .replace(/^\|(.*)\|$/, '$1')
    .toLowerCase()
