import { describe, expect, test } from 'vitest'
import { ToolError } from '@dapplex/protocol'
import { testsNamed } from './match-tests.js'

const all = [
  'test_cart.py::test_total',
  'test_cart.py::TestCart::test_total',
  'test_cart.py::test_grand_total',
  'test_cart.py::test_helper[1]',
  'test_cart.py::test_helper[2]',
  'cart > adds > two items',
].map((name) => ({ name }))

const named = (name: string) => testsNamed(name, all, '/app').map((one) => one.name)

describe('which tests a name means', () => {
  test.each([
    { name: 'test_cart.py::test_total', want: ['test_cart.py::test_total'], why: 'the whole name' },
    {
      name: 'test_total',
      want: ['test_cart.py::test_total', 'test_cart.py::TestCart::test_total'],
      why: 'the last part, of each test that has it',
    },
    { name: 'TestCart::test_total', want: ['test_cart.py::TestCart::test_total'], why: 'the last two parts' },
    { name: 'test_helper[2]', want: ['test_cart.py::test_helper[2]'], why: 'with its values' },
    {
      name: 'test_helper',
      want: ['test_cart.py::test_helper[1]', 'test_cart.py::test_helper[2]'],
      why: 'without its values',
    },
    { name: 'two items', want: ['cart > adds > two items'], why: 'a title' },
  ])('$name: $why', ({ name, want }) => expect(named(name)).toEqual(want))

  test.each([
    { name: 'test_totl', nearest: 'test_cart.py::test_total' },
    { name: 'helper', nearest: 'test_cart.py::test_helper[1]' },
    { name: 'two itms', nearest: 'cart > adds > two items' },
  ])('$name is none; the nearest is $nearest', ({ name, nearest }) => {
    const failure = fails(() => named(name))
    expect(failure.type).toBe('TEST_NOT_FOUND')
    expect(failure.wire.data['nearest']).toHaveProperty('0', nearest)
  })
})

function fails(act: () => unknown): ToolError {
  try {
    act()
  } catch (error) {
    if (error instanceof ToolError) return error
    throw error
  }
  throw new Error('it should have failed')
}
