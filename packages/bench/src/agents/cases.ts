import type { Kind, LanguageName } from './programs.js'

/** One run of the program up to a stop, as a good agent would ask for it. */
export interface Round {
  /** The mark of the line where it should stop; undefined: at the crash. */
  readonly mark?: string
  /** Where one trace of a function answers the question: its name. The player of dapplex asks for it in place of a stop. */
  readonly traced?: string
  /** It stops only where this is true. */
  readonly condition?: string
  /** What must be seen at the stop. */
  readonly facts: readonly RegExp[]
  /** Expressions that show the facts, where the variables do not. */
  readonly ask: readonly string[]
}

/** A planted bug. */
export interface Case {
  readonly language: LanguageName
  readonly kind: Kind
  /** The mark of the line with the cause, and what is wrong there. */
  readonly cause: { readonly mark: string; readonly says: string }
  readonly rounds: readonly Round[]
}

/** How a language writes what the cases ask. */
interface Spelling {
  readonly limitIsLow: string
  readonly limit: string
  readonly stale: string
  readonly balance: string
  readonly tooMany: string
  readonly leftOver: string
  readonly basket: string
  readonly items: string
  /** The function that fills the basket, as a function breakpoint names it. */
  readonly basketOf: string
}

const SPELLINGS: Readonly<Record<LanguageName, Spelling>> = {
  Python: {
    limitIsLow: 'account.limit < 500',
    limit: 'account.limit',
    stale: 'seen != account.balance',
    balance: 'account.balance',
    tooMany: 'len(basket) > 1',
    leftOver: 'len(items) > 0',
    basket: 'basket',
    items: 'items',
    basketOf: 'basket_of',
  },
  JavaScript: {
    limitIsLow: 'account.limit < 500',
    limit: 'account.limit',
    stale: 'seen !== account.balance',
    balance: 'account.balance',
    tooMany: 'basket.length > 1',
    leftOver: 'items.length > 0',
    basket: 'basket',
    items: 'items',
    basketOf: 'basketOf',
  },
  'C#': {
    limitIsLow: 'account.Limit < 500',
    limit: 'account.Limit',
    stale: 'seen != account.Balance',
    balance: 'account.Balance',
    tooMany: 'basket.Count > 1',
    leftOver: 'items.Count > 0',
    basket: 'basket[0]',
    items: 'items[0]',
    basketOf: 'BasketOf',
  },
  Lisp: {
    limitIsLow: '(< (limit account) 500)',
    limit: '(limit account)',
    stale: '(/= seen (balance account))',
    balance: '(balance account)',
    tooMany: '(> (length basket) 1)',
    leftOver: '(> (length items) 0)',
    basket: 'basket',
    items: 'items',
    basketOf: 'basket-of',
  },
  Go: {
    limitIsLow: 'account.limit < 500',
    limit: 'account.limit',
    stale: 'seen != account.balance',
    balance: 'account.balance',
    tooMany: 'len(basket) > 1',
    leftOver: 'len(*items) > 0',
    basket: 'basket',
    items: 'items',
    basketOf: 'main.basketOf',
  },
}

/** The name, and soon after it the value. */
const shows = (name: string, value: string): RegExp => new RegExp(`\\b${name}\\b[^}]{0,80}?\\b${value}\\b`, 'i')

const CASES: Readonly<Record<Kind, (spelling: Spelling) => Omit<Case, 'language' | 'kind'>>> = {
  far: ({ limitIsLow, limit }) => ({
    cause: { mark: 'CAUSE', says: 'the refund of 20 is written to the limit' },
    rounds: [
      {
        mark: 'AFTER',
        condition: limitIsLow,
        facts: [/refund|deposit/i, shows('limit', '20')],
        ask: [limit],
      },
      { mark: 'CAUSE', facts: [shows('amount', '20'), shows('limit', '500')], ask: [limit] },
    ],
  }),
  crash: () => ({
    cause: { mark: 'CRASH', says: 'the last order names an item that has no price' },
    rounds: [{ facts: [/plum|\b5\b/], ask: [] }],
  }),
  race: ({ stale, balance }) => ({
    cause: { mark: 'CAUSE', says: 'bob writes what he has read before ada wrote' },
    rounds: [
      {
        mark: 'CAUSE',
        condition: stale,
        facts: [/bob/, shows('seen', '100'), shows('balance', '110')],
        ask: [balance],
      },
    ],
  }),
  test: ({ tooMany, leftOver, basket, items, basketOf }) => ({
    cause: { mark: 'CAUSE', says: 'the second test adds to what the first has left' },
    rounds: [
      { mark: 'ASSERT', condition: tooMany, facts: [/apple/], ask: [basket] },
      {
        mark: 'CAUSE',
        condition: leftOver,
        traced: basketOf,
        facts: [shows('items', 'apple'), shows('item', 'pear')],
        ask: [items],
      },
    ],
  }),
}

const LANGUAGES: readonly LanguageName[] = ['Python', 'JavaScript', 'C#', 'Lisp', 'Go']
const KINDS: readonly Kind[] = ['far', 'crash', 'race', 'test']

/** Four kinds of bugs in five languages. */
export const cases: readonly Case[] = LANGUAGES.flatMap((language) =>
  KINDS.map((kind) => ({ language, kind, ...CASES[kind](SPELLINGS[language]) })),
)

/** What of a round a text does not show. */
export const missingIn = (text: string, { facts }: Round): RegExp[] => facts.filter((fact) => !fact.test(text))
