import { expect, test } from 'vitest'
import { readRestarts } from './read-restarts.js'

const restart = (name: string, interactive = false) => ({ index: 1, name, description: 'Do it.', interactive })

test.each([
  { row: restart('abort'), takesValue: false },
  { row: restart('use-value'), takesValue: true },
  { row: restart('store-value'), takesValue: true },
  { row: restart('specify-package', true), takesValue: true },
])('restart $row.name, interactive $row.interactive: asks a person for a value: $takesValue', ({ row, takesValue }) => {
  const { name } = row
  expect(readRestarts({ condition: 'No Y.', restarts: [row, 'none'] })).toEqual({
    condition: 'No Y.',
    restarts: [{ index: 1, name, description: 'Do it.', takesValue }],
  })
})
