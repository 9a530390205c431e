import { describe, expect, test } from 'vitest'
import { foldSteps, passOf } from './fold-steps.js'
import type { Step } from './trace-steps.js'

const step = (line: number, ...changes: [string, number, number][]): Step => ({
  line,
  changes: changes.map(([name, before, after]) => ({ name, before: String(before), after: String(after) })),
})

/** `for i` at line 5, the sum at line 6. */
function loop(passes: number, flagged?: number): Step[] {
  const steps: Step[] = []
  let s = 0
  for (let i = 0; i < passes; i += 1) {
    steps.push(step(5, ['i', i - 1, i]))
    steps.push({ ...step(6, ['s', s, s + i]), ...(i + 1 === flagged ? { isFlagged: true as const } : {}) })
    s += i
  }
  return steps
}

describe('the rows of a traced call', () => {
  test('lines without changes are left out, and a call that was followed stands where it was made', () => {
    const rows = foldSteps([step(1, ['a', 0, 1]), step(2), { nested: { name: 'inner' } }, step(3, ['b', 0, 2])])
    expect(rows).toEqual(['line 1: a 0 → 1', { name: 'inner' }, 'line 3: b 0 → 2'])
  })

  test('passes after the third are one row, and the last line of the loop is not lost', () => {
    expect(foldSteps([step(4, ['s', 9, 0]), ...loop(1000), step(5), step(7, ['r', 0, 1])])).toEqual([
      'line 4: s 9 → 0',
      'line 5: i -1 → 0',
      'line 6: s 0 → 0',
      'line 5: i 0 → 1',
      'line 6: s 0 → 1',
      'line 5: i 1 → 2',
      'line 6: s 1 → 3',
      'lines 5-6 × 997 (passes 4-1000): i 2 → 999, s 3 → 499500',
      'line 7: r 0 → 1',
    ])
  })

  test('the pass with the flag is shown, with its number, between folded ones', () => {
    const steps = loop(100, 15)
    expect(foldSteps(steps).slice(6)).toEqual([
      'lines 5-6 × 11 (passes 4-14): i 2 → 13, s 3 → 91',
      'line 5: i 13 → 14',
      'line 6: s 91 → 105 (flag, pass 15)',
      'lines 5-6 × 85 (passes 16-100): i 14 → 99, s 105 → 4950',
    ])
    expect(
      passOf(
        steps,
        steps.findIndex(({ isFlagged }) => isFlagged),
      ),
    ).toBe(15)
  })

  test('a pass that goes another way is shown', () => {
    const steps = [...loop(10), step(5, ['i', 9, 10]), step(8, ['bad', 0, 1]), ...loop(10)]
    expect(foldSteps(steps)).toContain('line 8: bad 0 → 1')
  })

  test('a loop of one line folds, also where another line comes behind it', () => {
    const body = Array.from({ length: 100 }, (_none, index) => step(4, ['s', index, index + 1]))
    expect(foldSteps([step(3, ['s', 9, 0]), ...body, step(5, ['r', 0, 1])])).toEqual([
      'line 3: s 9 → 0',
      'line 4: s 0 → 1',
      'line 4: s 1 → 2',
      'line 4: s 2 → 3',
      'line 4 × 96 (passes 4-99): s 3 → 99',
      'line 4: s 99 → 100',
      'line 5: r 0 → 1',
    ])
  })

  test('a loop in a loop folds in each pass, and the outer one folds too', () => {
    const inner = Array.from({ length: 20 }, (_none, index) => step(3, ['k', index, index + 1]))
    const outer = Array.from({ length: 50 }, (_none, index) => [step(2, ['i', index, index + 1]), ...inner]).flat()
    const rows = foldSteps(outer)
    expect(rows.length).toBeLessThan(20)
    expect(rows.at(-1)).toMatch(/^lines 2-3 × 47 \(passes 4-50\)/)
  })
})
