import { expect, test } from 'vitest'
import { ModuleTable } from './module-table.js'

const module = (id: string, more: object = {}) => ({ id, name: `${id}.dll`, path: `/${id}.dll`, ...more })

test('modules come from events, in loading order', () => {
  const table = new ModuleTable()
  table.take({ reason: 'new', module: module('b') })
  table.take({ reason: 'new', module: module('a') })
  table.take({ reason: 'changed', module: module('b', { symbolStatus: 'Symbols loaded.' }) })
  expect(table.paths()).toEqual(['/b.dll', '/a.dll'])
  expect(table.withSymbols().map(({ id }) => id)).toEqual(['b'])
  expect([table.pathOf('a'), table.idOf('/a.dll')]).toEqual(['/a.dll', 'a'])
  table.take({ reason: 'removed', module: module('b') })
  expect(table.paths()).toEqual(['/a.dll'])
  expect([table.pathOf('b'), table.pathOf(undefined), table.idOf('/b.dll')]).toEqual([undefined, undefined, undefined])
})
