import vm from 'node:vm'
import { expect, test } from 'vitest'
import { valuesExpression } from './scope-values.js'

test('variables that have a value, and none that throws', () => {
  const values = vm.runInNewContext(
    `let a = 1, b = undefined; const value = ${valuesExpression(['a', 'b', 'late'])}; let late; value`,
  )
  expect({ ...values }).toEqual({ a: 1, b: undefined })
})
