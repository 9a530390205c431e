import { fixture } from '@dapplex/testkit'
import type { FrameworkTests } from './frameworks.js'

/** The frameworks of compiled languages. */
export const compiledFrameworks: readonly FrameworkTests[] = [
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
    needs: ['dotnet', 'netcoredbg', 'xunit'],
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
    crashing: {
      name: 'Crash',
      full: 'Cart.Tests.CartTests.Crash',
      marker: 'FAIL: crash',
      type: 'KeyNotFoundException',
      message: /'coffee' was not present/,
      // netcoredbg tells the frames of the exception here, not those of the thread: they have no values (measured, 3.1.3).
      values: {},
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
    crashing: {
      name: 'crash',
      full: 'crash',
      marker: 'FAIL: crash',
      type: 'simple-error',
      message: /no price for coffee/i,
      values: { item: '"coffee"' },
    },
    mistyped: { name: 'discont', nearest: 'discount' },
    all: { passed: 1, failed: 3, skipped: 1 },
  }
}
