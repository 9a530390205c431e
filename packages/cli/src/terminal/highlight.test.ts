import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { highlightLines } from './highlight.js'

test.each([
  { file: 'a.py', line: 'def f(n): return "x" # why' },
  { file: 'a.js', line: 'const a = `x${1}` // why' },
  { file: 'A.cs', line: 'public int Next => ++n; // why' },
  { file: 'a.go', line: 'func main() { return "x" }' },
  { file: 'a.lisp', line: '(defun f (n) "x") ; why' },
  { file: 'a.c', line: 'int main(void) { return 0; }' },
])('$file: colours, and the text as it is', async ({ file, line }) => {
  const [shown = ''] = await highlightLines([line], file)
  expect(shown).not.toBe(line)
  expect(stripVTControlCharacters(shown)).toBe(line)
})

test('each line ends its colours: a string of several lines', async () => {
  const lines = await highlightLines(['s = """one', 'two"""', 'n = 1'], 'a.py')
  expect(lines).toHaveLength(3)
  for (const line of lines.slice(0, 2)) expect(line.endsWith('\u001b[39m')).toBe(true)
})

test('a file of no known language is plain, and escapes in source do nothing', async () => {
  expect(await highlightLines(['def f', '\u001b[2J'], 'a.txt')).toEqual(['def f', String.raw`\u001b[2J`])
  expect(stripVTControlCharacters((await highlightLines(['x = "\u001b[2J"'], 'a.py'))[0] ?? '')).toBe(
    String.raw`x = "\u001b[2J"`,
  )
})
