import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clientId } from '../input.js'
import type { Wish } from './merge.js'
import { mergeWishes } from './merge.js'

const always = { client: clientId(1) }
const big = { client: clientId(2), condition: 'i > 9' }
const odd = { client: clientId(3), condition: 'i & 1' }
const third = { client: clientId(4), hitCondition: '3' }
const log = { client: clientId(5), logMessage: 'i={i}' }
const or = (all: readonly string[]) => all.map((one) => `(${one})`).join(' || ')

describe('mux 1: wishes at one place', () => {
  test.each([
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
  ] as const)('mux 1: $why', ({ wishes, or, want }) => {
    expect(mergeWishes<Wish>(wishes, or)).toEqual(want)
  })
  test('mux 1: who came first does not change the kind', () => {
    const wish = fc.constantFrom<Wish>(always, big, odd, third, log)
    fc.assert(fc.property(wish, wish, (a, b) => mergeWishes([a, b], or).kind === mergeWishes([b, a], or).kind))
  })
})
