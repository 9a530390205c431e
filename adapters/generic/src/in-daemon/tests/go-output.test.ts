import { expect, test } from 'vitest'
import { lastGoLog, readGoOutput } from './go-output.js'

const OUTPUT = `=== RUN   TestEmpty
    cart_test.go:13: the empty cart
--- PASS: TestEmpty (0.00s)
=== RUN   TestParts
=== RUN   TestParts/one
    cart_test.go:20: shown 4,
        wanted 5
    --- FAIL: TestParts/one (0.00s)
--- FAIL: TestParts (0.00s)
=== RUN   TestLater
    cart_test.go:30: not yet
--- SKIP: TestLater (0.00s)
=== RUN   TestPanic
--- FAIL: TestPanic (0.00s)
panic: runtime error: index out of range [5] with length 1 [recovered]
	panic: runtime error: index out of range [5] with length 1

goroutine 6 [running]:
testing.tRunner.func1.2({0x4f4f80, 0xc0000160a8})
	/usr/lib/go/src/testing/testing.go:1396 +0x24e
shop.countAt(...)
	/app/shop/cart_test.go:41
`

test('a test counts once, with what its parts have said; a panic has its place from the trace', () => {
  expect(readGoOutput(OUTPUT, '/app/shop')).toEqual({
    passed: 1,
    failed: 2,
    skipped: 1,
    failures: [
      { name: 'TestParts', file: '/app/shop/cart_test.go', line: 20, message: 'shown 4,\nwanted 5' },
      {
        name: 'TestPanic',
        file: '/app/shop/cart_test.go',
        line: 41,
        message: 'runtime error: index out of range [5] with length 1',
      },
    ],
  })
})

test('output without tests tells nothing', () => {
  expect(readGoOutput('testing: warning: no tests to run\nPASS\n', '/app')).toBeUndefined()
})

test('the last log of a test that has not ended', () => {
  expect(lastGoLog('=== RUN   A\n    a_test.go:3: one\n    a_test.go:4: two\n        lines\n')).toBe('two\nlines')
  expect(lastGoLog('nothing')).toBeUndefined()
})
