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
    mistyped: { name: 'test_discont', nearest: 'test_cart.py::test_discount' },
    all: { passed: 2, failed: 3, skipped: 1 },
  },
  {
    framework: 'go-test',
    needs: ['go', 'delve'],
    file: fixture('programs/tests/go-test/cart_test.go'),
    passing: 'TestEmpty',
    failing: {
      name: 'TestDiscount',
      full: 'TestDiscount',
      marker: 'FAIL: discount',
      type: 'Errorf',
      message: /shown 4, wanted 5/,
      values: { shown: '4' },
    },
    helped: {
      name: 'TestHelper',
      full: 'TestHelper',
      marker: 'FAIL: helper',
      type: 'Fatalf',
      message: /the total is \d, not 4/,
      values: { shown: '8' },
    },
    mistyped: { name: 'TestDiscont', nearest: 'TestDiscount' },
    all: { passed: 2, failed: 2, skipped: 1 },
  },
  {
    framework: 'dotnet-test',
    needs: ['dotnet', 'netcoredbg'],
    file: fixture('programs/tests/dotnet-test/CartTests.cs'),
    passing: 'Empty',
    failing: {
      name: 'Discount',
      full: 'Cart.Tests.CartTests.Discount',
      marker: 'FAIL: discount',
      type: 'EqualException',
      message: /Expected: 5\s+Actual: +4/,
      values: { shown: '4' },
    },
    helped: {
      name: 'CartTests.Helper',
      full: 'Cart.Tests.CartTests.Helper',
      marker: 'FAIL: helper',
      type: 'TrueException',
      message: /the total is 8, not 4/,
      values: { shown: '8' },
    },
    mistyped: { name: 'Discont', nearest: 'Cart.Tests.CartTests.Discount' },
    all: { passed: 1, failed: 3, skipped: 1 },
  },
  {
    framework: 'fiveam',
    needs: ['sbcl', 'fiveam'],
    ...lisp('fiveam'),
  },
  {
    framework: 'parachute',
    needs: ['sbcl', 'parachute'],
    ...lisp('parachute'),
    all: { passed: 1, failed: 3, skipped: 0 },
  },
]

/** The same tests, by either framework of Common Lisp. */
function lisp(framework: 'fiveam' | 'parachute'): Omit<FrameworkTests, 'framework' | 'needs'> {
  return {
    file: fixture(`programs/tests/${framework}/tests.lisp`),
    passing: 'empty',
    failing: {
      name: 'discount',
      full: 'discount',
      marker: 'FAIL: discount',
      type: 'failed-check',
      message: /evaluated to\s+4/,
      values: { shown: '4' },
    },
    helped: {
      name: 'helper',
      full: 'helper',
      marker: 'FAIL: helper',
      type: 'failed-check',
      message: /evaluated to\s+8/,
      values: { shown: '8' },
    },
    mistyped: { name: 'discont', nearest: 'discount' },
    all: { passed: 1, failed: 3, skipped: 1 },
  }
}
