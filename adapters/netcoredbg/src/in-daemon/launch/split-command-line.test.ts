import { expect, test } from 'vitest'
import { splitCommandLine } from './split-command-line.js'

test.each([
  ['', []],
  ['a  b', ['a', 'b']],
  ['--name "Ada Lovelace" -v', ['--name', 'Ada Lovelace', '-v']],
  ['--name="Ada Lovelace"', ['--name=Ada Lovelace']],
  ['say \\"hi\\"', ['say', '"hi"']],
  ['"a \\"b\\" c"', ['a "b" c']],
  ['""', ['']],
])('%s', (line, words) => expect(splitCommandLine(line)).toEqual(words))
