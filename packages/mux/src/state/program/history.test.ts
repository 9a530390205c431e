import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createHistory, keepOutput, keptOutput } from './history.js'

test('mux 7: kept output is the latest part of all output, and closes no group that it does not open', () => {
  const group = fc.constantFrom('start', 'startCollapsed', 'end', undefined)
  const piece = fc.record({ output: fc.string({ minLength: 1, maxLength: 30 }), group })
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), fc.integer({ min: 100, max: 1000 }), (pieces, limit) => {
      const { output } = createHistory(limit)
      for (const one of pieces) keepOutput(output, one)
      const kept = keptOutput(output)
      expect(pieces.slice(pieces.length - kept.length).map((one) => one.output)).toEqual(
        kept.map((body) => body['output']),
      )
      let depth = 0
      for (const body of kept) {
        if (body['group'] === 'start' || body['group'] === 'startCollapsed') depth += 1
        if (body['group'] === 'end') depth -= 1
        expect(depth).toBeGreaterThanOrEqual(0)
      }
      if (kept.length > 1) expect(output.bytes).toBeLessThanOrEqual(limit)
    }),
  )
})
