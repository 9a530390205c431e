import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clientId } from '../../state/contract/input.js'
import type { Spec } from '../../state/program/breakpoints.js'
import type { Merged, Merging, Specs, Word } from './merge.js'
import { mergeSpecs } from './merge.js'

const always = { client: clientId(1) }
const big = { client: clientId(2), condition: 'i > 9' }
const odd = { client: clientId(3), condition: 'i & 1' }
const third = { client: clientId(4), hitCondition: '3' }
const log = { client: clientId(5), logMessage: 'i={i}' }
const or = (all: readonly string[]) => all.map((one) => `(${one})`).join(' || ')

interface Row {
  readonly specs: Specs
  readonly or: Merging['or']
  readonly lacks?: ReadonlySet<Word>
  readonly want: Merged
  readonly why: string
}

describe('mux 1: specs at one place', () => {
  test.each<Row>([
    {
      specs: [third],
      or,
      want: { kind: 'asked', spec: third },
      why: 'alone, even a hit count can be left to the adapter',
    },
    { specs: [big, always], or, want: { kind: 'plain' }, why: 'who set no condition must stop every time' },
    {
      specs: [big, odd],
      or,
      want: { kind: 'joined', condition: '(i > 9) || (i & 1)' },
      why: 'either condition is a stop for someone',
    },
    {
      specs: [big, { ...big, client: clientId(6) }],
      or,
      want: { kind: 'joined', condition: 'i > 9' },
      why: 'equal conditions need no OR',
    },
    {
      specs: [big, odd],
      or: undefined,
      want: { kind: 'decidedHere', specs: [big, odd] },
      why: 'we do not guess the syntax of a language',
    },
    {
      specs: [always, log],
      or,
      want: { kind: 'decidedHere', specs: [always, log] },
      why: 'a logpoint in the adapter would not stop',
    },
    {
      specs: [log],
      or,
      lacks: new Set(['logMessage'] as const),
      want: { kind: 'decidedHere', specs: [log] },
      why: 'an adapter that ignores log messages would stop',
    },
    {
      specs: [big],
      or,
      lacks: new Set(['logMessage'] as const),
      want: { kind: 'asked', spec: big },
      why: 'what it can do it is asked for, whatever else it lacks',
    },
    {
      specs: [big, { ...big, client: clientId(6) }],
      or,
      lacks: new Set(['condition'] as const),
      want: { kind: 'decidedHere', specs: [big, { ...big, client: clientId(6) }] },
      why: 'a condition that the adapter would ignore is never joined',
    },
  ])('mux 1: $why', ({ specs, or, lacks, want }: Row) => {
    expect(mergeSpecs<Spec>(specs, { or, ...(lacks === undefined ? {} : { lacks }) })).toEqual(want)
  })
  test('mux 1: who came first does not change the kind', () => {
    const spec = fc.constantFrom<Spec>(always, big, odd, third, log)
    fc.assert(fc.property(spec, spec, (a, b) => mergeSpecs([a, b], { or }).kind === mergeSpecs([b, a], { or }).kind))
  })
})

describe('mux 1: merging loses no stop', () => {
  /** Conditions are letters, and the letters that hold are given. */
  const spec = fc.record(
    { condition: fc.constantFrom('a', 'b', 'c'), hitCondition: fc.constant('2'), logMessage: fc.constant('x') },
    { requiredKeys: [] },
  )
  const words = fc.uniqueArray(fc.constantFrom<Word>('condition', 'hitCondition', 'logMessage'))
  const letters = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'))

  /** Whether the adapter stops at the entry that it gets, if the conditions in `holding` are met. */
  function stops(merged: Merged, holding: readonly string[]): boolean {
    switch (merged.kind) {
      case 'plain':
      case 'decidedHere':
        return true
      case 'asked':
        return merged.spec.condition === undefined || holding.includes(merged.spec.condition)
      case 'joined':
        return holding.some((letter) => merged.condition.includes(letter))
    }
  }

  test('mux 1: the adapter stops whenever a client wants to, and what it lacks is never left to it', () => {
    fc.assert(
      fc.property(fc.array(spec, { minLength: 1, maxLength: 5 }), words, letters, (some, lacking, holding) => {
        const [one, ...more] = some.map((each, index) => ({ ...each, client: clientId(index + 1) }))
        if (one === undefined) throw new Error('there is at least one')
        const lacks = new Set(lacking)
        for (const joiner of [or, undefined]) {
          const merged = mergeSpecs([one, ...more], { or: joiner, lacks })
          const isWanted = [one, ...more].some(
            ({ condition }) => condition === undefined || holding.includes(condition),
          )
          if (isWanted) expect(stops(merged, holding)).toBe(true)
          if (merged.kind === 'asked') for (const word of lacks) expect(merged.spec[word]).toBeUndefined()
          if (merged.kind === 'joined') expect(lacks.has('condition')).toBe(false)
          if (merged.kind === 'joined' || merged.kind === 'plain')
            for (const each of [one, ...more])
              expect([each.hitCondition, each.logMessage]).toEqual([undefined, undefined])
        }
      }),
      { numRuns: 500 },
    )
  })
})
