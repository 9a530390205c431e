import { describe, expect, test } from 'vitest'
import { simulate } from './run.js'
import { shrink } from './shrink.js'

/** A short run; `npm run simulate` plays the long ones. */
describe('simulation: many clients and a faulty adapter', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8, 22, 28])('mux 5, 6, 7, 15, 20, 25: seed %d', (seed) => {
    const result = simulate({ seed, steps: 4000, clients: 20 })
    const shown = result.kind === 'broken' ? JSON.stringify(shrink(result.journal, 20), undefined, 1) : 'held'
    expect(shown).toBe('held')
  })
})
