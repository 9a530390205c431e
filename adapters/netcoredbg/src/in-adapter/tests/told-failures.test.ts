import { expect, test } from 'vitest'
import { ToldFailures } from './told-failures.js'

const frame = (name: string, path?: string) => ({
  id: 1,
  name,
  line: 1,
  column: 1,
  ...(path === undefined ? {} : { source: { path } }),
})
const thrown = (type: string, module: string) => ({
  reason: 'exception',
  threadId: 1,
  text: `Exception thrown: '${type}' in ${module}`,
})
const unhandled = (type: string) => ({
  reason: 'exception',
  threadId: 1,
  text: `An exception of type '${type}' occurred in a.dll but was not handled in user code`,
})
const EQUAL = 'Xunit.Sdk.EqualException'

test('an assertion is told where it is thrown, and not again where nothing handles it', () => {
  const told = new ToldFailures()
  expect(told.isTold(thrown(EQUAL, 'xunit.assert.dll'), [])).toBe(true)
  expect(told.isTold(unhandled(EQUAL), [])).toBe(false)
  expect(told.isTold(unhandled(EQUAL), [])).toBe(true)
})

test('what an async method has thrown is not told again where it is awaited', () => {
  const told = new ToldFailures()
  expect(told.isTold(thrown(EQUAL, 'System.Private.CoreLib.dll'), [])).toBe(false)
})

test('an exception that an assertion wants is not told; the failure of that assertion is', () => {
  const told = new ToldFailures()
  const body = unhandled('System.FormatException')
  const catcher = frame('Xunit.Assert.RecordException()', '/_/src/Record.cs')
  expect(told.isTold(body, [frame('Cart.Parse()', '/app/Cart.cs'), catcher])).toBe(false)
  expect(told.isTold(body, [frame('Cart.Parse()', '/app/Cart.cs')])).toBe(true)
  const own = frame('NUnit.Framework.Assert.Throws()')
  expect(told.isTold(thrown('NUnit.Framework.AssertionException', 'nunit.dll'), [frame('A.B()'), own])).toBe(true)
})
