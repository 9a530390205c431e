import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clientId } from '../input.js'
import type { Merged, Merging, Wish, Wishes, Word } from './merge.js'
import { mergeWishes } from './merge.js'

const always = { client: clientId(1) }
const big = { client: clientId(2), condition: 'i > 9' }
const odd = { client: clientId(3), condition: 'i & 1' }
const third = { client: clientId(4), hitCondition: '3' }
const log = { client: clientId(5), logMessage: 'i={i}' }
const or = (all: readonly string[]) => all.map((one) => `(${one})`).join(' || ')

interface Row {
  readonly wishes: Wishes
  readonly or: Merging['or']
  readonly lacks?: ReadonlySet<Word>
  readonly want: Merged
  readonly why: string
}

describe('mux 1: wishes at one place', () => {
  test.each<Row>([
    {
      wishes: [third],
      or,
      want: { kind: 'asked', wish: third },
      why: 'alone, even a hit count can be left to the adapter',
    },
    { wishes: [big, always], or, want: { kind: 'plain' }, why: 'who set no condition must stop every time' },
    {
      wishes: [big, odd],
      or,
      want: { kind: 'joined', condition: '(i > 9) || (i & 1)' },
      why: 'either condition is a stop for someone',
    },
    {
      wishes: [big, { ...big, client: clientId(6) }],
      or,
      want: { kind: 'joined', condition: 'i > 9' },
      why: 'equal conditions need no OR',
    },
    {
      wishes: [big, odd],
      or: undefined,
      want: { kind: 'own', wishes: [big, odd] },
      why: 'we do not guess the syntax of a language',
    },
    {
      wishes: [always, log],
      or,
      want: { kind: 'own', wishes: [always, log] },
      why: 'a logpoint in the adapter would not stop',
    },
    {
      wishes: [log],
      or,
      lacks: new Set(['logMessage'] as const),
      want: { kind: 'own', wishes: [log] },
      why: 'an adapter that ignores log messages would stop',
    },
    {
      wishes: [big],
      or,
      lacks: new Set(['logMessage'] as const),
      want: { kind: 'asked', wish: big },
      why: 'what it can do it is asked for, whatever else it lacks',
    },
    {
      wishes: [big, { ...big, client: clientId(6) }],
      or,
      lacks: new Set(['condition'] as const),
      want: { kind: 'own', wishes: [big, { ...big, client: clientId(6) }] },
      why: 'a condition that the adapter would ignore is never joined',
    },
  ])('mux 1: $why', ({ wishes, or, lacks, want }: Row) => {
    expect(mergeWishes<Wish>(wishes, { or, ...(lacks === undefined ? {} : { lacks }) })).toEqual(want)
  })
  test('mux 1: who came first does not change the kind', () => {
    const wish = fc.constantFrom<Wish>(always, big, odd, third, log)
    fc.assert(fc.property(wish, wish, (a, b) => mergeWishes([a, b], { or }).kind === mergeWishes([b, a], { or }).kind))
  })
})
