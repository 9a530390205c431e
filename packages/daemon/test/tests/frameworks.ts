import { fixture, type ProgramName } from '@dapplex/testkit'

/** A framework with a project of it: a test that passes, and some that fail. */
export interface FrameworkTests {
  readonly framework: string
  readonly needs: readonly ProgramName[]
  /** A file with tests, in a folder of its own. */
  readonly file: string
  readonly passing: string
  /** A test whose own line fails. */
  readonly failing: Failing
  /** A test that fails in an assertion of a helper: its own line and values are shown. */
  readonly helped: Failing
  /** A test that crashes in a function that it calls, after an error that it handles: that function is shown. Left out where it is tested apart. */
  readonly crashing?: Failing
  /** A mistyped name, and the name that is nearest. */
  readonly mistyped: { readonly name: string; readonly nearest: string }
  /** What became of all tests. */
  readonly all: { readonly passed: number; readonly failed: number; readonly skipped: number }
}

export interface Failing {
  readonly name: string
  /** Its whole name, as the framework tells it. */
  readonly full: string
  readonly marker: string
  readonly type: string
  readonly message: RegExp
  readonly values: Readonly<Record<string, unknown>>
}

export const frameworks: readonly FrameworkTests[] = [
  {
    framework: 'pytest',
    needs: ['debugpy', 'pytest'],
    file: fixture('programs/tests/pytest/test_cart.py'),
    passing: 'test_empty',
    failing: {
      name: 'test_discount',
      full: 'test_cart.py::test_discount',
      marker: 'FAIL: discount',
      type: 'AssertionError',
      message: /assert 4 == 5/,
      values: { shown: '4', items: "['tea', 'milk']" },
    },
    helped: {
      name: 'test_helper',
      full: 'test_cart.py::test_helper[2]',
      marker: 'FAIL: helper',
      type: 'AssertionError',
      message: /assert 8 == 4/,
      values: { shown: '8', count: '2' },
    },
    crashing: {
      name: 'test_crash',
      full: 'test_cart.py::test_crash',
      marker: 'FAIL: crash',
      type: 'KeyError',
      message: /coffee/,
      values: { name: "'coffee'" },
    },
    mistyped: { name: 'test_discont', nearest: 'test_cart.py::test_discount' },
    all: { passed: 2, failed: 3, skipped: 1 },
  },
  {
    framework: 'unittest',
    needs: ['debugpy'],
    file: fixture('programs/tests/unittest/test_stock.py'),
    passing: 'test_nothing_ordered',
    failing: {
      name: 'test_ordered',
      full: 'test_stock.TestStock.test_ordered',
      marker: 'FAIL: ordered',
      type: 'AssertionError',
      message: /2 != 3/,
      values: { shown: '2', orders: '[3, 2]' },
    },
    helped: {
      name: 'TestStock.test_helper',
      full: 'test_stock.TestStock.test_helper',
      marker: 'FAIL: helper',
      type: 'AssertionError',
      message: /-1 != 0 : as counted/,
      values: { shown: '-1', orders: '[8]' },
    },
    crashing: {
      name: 'test_crash',
      full: 'test_stock.TestStock.test_crash',
      marker: 'FAIL: crash',
      type: 'IndexError',
      message: /out of range/,
      values: { orders: '[]' },
    },
    mistyped: { name: 'test_orderd', nearest: 'test_stock.TestStock.test_ordered' },
    all: { passed: 1, failed: 3, skipped: 1 },
  },
  {
    framework: 'node-test',
    needs: [],
    file: fixture('programs/tests/node-test/rates.test.mjs'),
    passing: 'of nothing',
    failing: {
      name: 'of an amount',
      full: 'rates.test.mjs > rates > of an amount',
      marker: 'FAIL: amount',
      type: 'AssertionError',
      message: /5 == 6/,
      values: { shown: '5', amount: '50' },
    },
    helped: {
      name: 'rates > with a helper',
      full: 'rates.test.mjs > rates > with a helper',
      marker: 'FAIL: helper',
      type: 'AssertionError',
      message: /Expected values to be strictly equal/,
      values: { shown: '40', amount: '80' },
    },
    crashing: {
      name: 'that is missing',
      full: 'rates.test.mjs > rates > that is missing',
      marker: 'FAIL: crash',
      type: 'TypeError',
      message: /percent/,
      values: { name: "'high'" },
    },
    mistyped: { name: 'of an amont', nearest: 'rates.test.mjs > rates > of an amount' },
    all: { passed: 1, failed: 3, skipped: 1 },
  },
  {
    framework: 'vitest',
    needs: [],
    file: fixture('programs/tests/vitest/rates.test.js'),
    passing: 'of nothing',
    failing: {
      name: 'of an amount',
      full: 'rates.test.js > rates > of an amount',
      marker: 'FAIL: amount',
      type: 'AssertionError',
      message: /expected 5 to be 6/,
      values: { shown: '5', amount: '50' },
    },
    helped: {
      name: 'rates > with a helper',
      full: 'rates.test.js > rates > with a helper',
      marker: 'FAIL: helper',
      type: 'AssertionError',
      message: /expected 40 to be 30/,
      values: { shown: '40', amount: '80' },
    },
    crashing: {
      name: 'that is missing',
      full: 'rates.test.js > rates > that is missing',
      marker: 'FAIL: crash',
      type: 'TypeError',
      message: /percent/,
      values: { name: "'high'" },
    },
    mistyped: { name: 'of an amont', nearest: 'rates.test.js > rates > of an amount' },
    all: { passed: 1, failed: 3, skipped: 1 },
  },
]
