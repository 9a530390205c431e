import { readFile } from 'node:fs/promises'
import type { TestCase } from '@dapplex/protocol'

const ATTRIBUTE = /^\s*\[(?:[\w.]+\(?[^\]]*,\s*)?(?:Fact|Theory|Test|TestCase|TestMethod|DataTestMethod)\b/
const NAMESPACE = /^\s*namespace\s+([\w.]+)/
const TYPE = /^(\s*)(?:\w+\s+)*(?:class|record|struct)\s+(\w+)/
const METHOD =
  /^\s*(?:public|internal|protected|private)?\s*(?:(?:static|async|override|virtual)\s+)*[\w<>[\],.?]+\s+(\w+)\s*(?:<[^>]*>)?\(/
/** An attribute that stands on the line of its method. */
const LEADING = /^(\s*(?:\[[^\]]*\]\s*)+)/

/** The test methods of a C# file, named as `dotnet test` filters them: namespace, class (a nested one after `+`), method. */
export async function testsIn(file: string): Promise<TestCase[]> {
  const lines = (await readFile(file, 'utf8')).split(/\r?\n/)
  const tests: TestCase[] = []
  let namespace = ''
  let types: { readonly indent: number; readonly name: string }[] = []
  let isMarked = false
  for (const [index, text] of lines.entries()) {
    namespace = NAMESPACE.exec(text)?.[1] ?? namespace
    const [, indent, type] = TYPE.exec(text) ?? []
    if (type !== undefined && indent !== undefined)
      types = [...types.filter((one) => one.indent < indent.length), { indent: indent.length, name: type }]
    isMarked ||= ATTRIBUTE.test(text)
    const [, method] = METHOD.exec(text.replace(LEADING, '')) ?? []
    if (!isMarked || method === undefined || /^\s*(?:\/\/|\*)/.test(text)) continue
    isMarked = false
    const path = [namespace, types.map(({ name }) => name).join('+'), method].filter((part) => part !== '')
    tests.push({ name: path.join('.'), file, line: index + 1 })
  }
  return tests
}
