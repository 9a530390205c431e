import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFlow, hold, release } from './flow.js'

test('mux 16: held output keeps its order and its limit, and every dropped character is counted', () => {
  const piece = fc.record({ category: fc.constantFrom('stdout', 'stderr'), output: fc.string({ maxLength: 20 }) })
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 50 }), fc.nat(200), (pieces, limit) => {
      const flow = createFlow()
      flow.state = 'slow'
      for (const one of pieces) hold(flow, one, limit)
      const dropped = flow.dropped
      const bodies = release(flow)
      const kept = bodies
        .filter((body) => body['category'] !== 'important')
        .map((body) => String(body['output']))
        .join('')
      const all = pieces.map(({ output }) => output).join('')
      expect(kept.length).toBeLessThanOrEqual(limit)
      expect(all.startsWith(kept)).toBe(true)
      expect(kept.length + dropped).toBe(all.length)
      expect(bodies.some((body) => body['category'] === 'important')).toBe(dropped > 0)
      expect(flow).toEqual(createFlow())
    }),
  )
})
