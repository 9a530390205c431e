import { expect, test } from 'vitest'
import { parameterNames } from './parameter-names.js'

test.each<[string, string[]]>([
  ['func total(order Order, index int) int {', ['order', 'index']],
  ['func (r *Shop) add(a, b int, rest ...string) (sum int, err error) {', ['r', 'a', 'b', 'rest', 'sum', 'err']],
  ['func each[T any](items []T, do func(item T, at int) bool) map[string]int {', ['items', 'do']],
  ['func main() {\n\tcount := max(first, second)', []],
  ['func long(\n\ta int, // first, of two\n\t/* the other */ b struct{ x, y int },\n) {', ['a', 'b']],
  // A type without a name is no variable: whoever asks leaves it out.
  ['func nameless(int, string) error {', ['int', 'string']],
])('%s', (definition, names) => expect(parameterNames(definition.split('\n'))).toEqual(names))
