import { parsePath, type NameStyle } from '@dapplex/protocol'
import type { Comparison, Computation, Expression } from './expression.js'
import { readNumber, unescaped, type Value } from './value.js'

const NAME = String.raw`[\p{L}_$@][\p{L}\p{N}_$]*`
const STEP = String.raw`(?:\??\.|->)${NAME}|\[\s*(?:\d+|"[^"]*"|'[^']*')\s*\]`
const TOKEN = new RegExp(
  String.raw`\s*(?:(?<path>${NAME}(?:${STEP})*)|(?<number>0[xX][\da-fA-F]+|\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)[uUlLfFdDmMn]*(?![\p{L}\p{N}_])|(?<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<sign>===|!==|==|!=|<=|>=|&&|\|\||[-+*%<>!()]))`,
  'uy',
)
const LITERALS: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['null', null],
  ['None', null],
  ['nil', null],
  ['nullptr', null],
  ['undefined', null],
])
const COMPARISONS: ReadonlyMap<string, Comparison> = new Map<string, Comparison>([
  ['==', '=='],
  ['===', '=='],
  ['is', '=='],
  ['!=', '!='],
  ['!==', '!='],
  ['is not', '!='],
  ['<', '<'],
  ['<=', '<='],
  ['>', '>'],
  ['>=', '>='],
])
const SUMS: ReadonlyMap<string, Computation> = new Map<string, Computation>([
  ['+', '+'],
  ['-', '-'],
])
const PRODUCTS: ReadonlyMap<string, Computation> = new Map<string, Computation>([
  ['*', '*'],
  ['%', '%'],
])

type Token = { readonly kind: 'path' | 'sign'; readonly text: string } | { readonly kind: 'literal'; value: Value }

/** Reads what JavaScript, Python, C#, C, Go and Rust write alike; undefined for anything else, a call for one. */
export function readCommon(text: string, names: NameStyle): Expression | undefined {
  const tokens = tokensOf(text, names)
  if (tokens === undefined) return undefined
  const reader = new Reader(tokens)
  const expression = reader.any()
  return reader.isAtEnd ? expression : undefined
}

function tokensOf(text: string, names: NameStyle): Token[] | undefined {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  const end = text.trimEnd().length
  while (TOKEN.lastIndex < end) {
    const { path, number, text: quoted, sign } = TOKEN.exec(text)?.groups ?? {}
    if (sign !== undefined) tokens.push({ kind: 'sign', text: sign })
    else if (quoted !== undefined) tokens.push({ kind: 'literal', value: unescaped(quoted.slice(1, -1)) })
    else if (number !== undefined) tokens.push({ kind: 'literal', value: readNumber(number) ?? null })
    else if (path === undefined) return undefined
    else {
      const token = wordOf(path, names)
      if (token === undefined) return undefined
      tokens.push(token)
    }
  }
  return tokens
}

function wordOf(word: string, names: NameStyle): Token | undefined {
  const literal = LITERALS.get(word)
  if (literal !== undefined) return { kind: 'literal', value: literal }
  if (['and', 'or', 'not', 'is'].includes(word)) return { kind: 'sign', text: word }
  return parsePath(word, names) === undefined ? undefined : { kind: 'path', text: word }
}

/** One method for each level of the grammar; undefined where the text does not fit it. */
class Reader {
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length
  }

  any(): Expression | undefined {
    return this.#list('any', ['||', 'or'], () => this.#list('all', ['&&', 'and'], () => this.#negated()))
  }

  #list(kind: 'any' | 'all', signs: readonly string[], part: () => Expression | undefined): Expression | undefined {
    const of = [part()]
    while (this.#take(...signs) !== undefined) of.push(part())
    const known = of.flatMap((one) => (one === undefined ? [] : [one]))
    if (known.length < of.length) return undefined
    return known.length === 1 ? known[0] : { kind, of: known }
  }

  #negated(): Expression | undefined {
    return this.#take('not') === undefined ? this.#comparison() : not(this.#negated())
  }

  /** At most one: `a < b < c` means something else in each language. */
  #comparison(): Expression | undefined {
    const left = this.#computed(SUMS, () => this.#product())
    const sign = this.#take(...COMPARISONS.keys())
    if (sign === undefined) return left
    const operator = COMPARISONS.get(sign === 'is' && this.#take('not') !== undefined ? 'is not' : sign)
    const right = this.#computed(SUMS, () => this.#product())
    if (operator === undefined || left === undefined || right === undefined) return undefined
    return { kind: 'compare', operator, left, right }
  }

  #product(): Expression | undefined {
    return this.#computed(PRODUCTS, () => this.#signed())
  }

  #computed(operators: ReadonlyMap<string, Computation>, part: () => Expression | undefined): Expression | undefined {
    let left = part()
    for (;;) {
      const operator = operators.get(this.#take(...operators.keys()) ?? '')
      if (operator === undefined) return left
      const right = part()
      if (left === undefined || right === undefined) return undefined
      left = { kind: 'compute', operator, left, right }
    }
  }

  #signed(): Expression | undefined {
    if (this.#take('!') !== undefined) return not(this.#signed())
    if (this.#take('-') === undefined) return this.#primary()
    const right = this.#signed()
    return right && { kind: 'compute', operator: '-', left: { kind: 'literal', value: 0 }, right }
  }

  #primary(): Expression | undefined {
    if (this.#take('(') !== undefined) {
      const inner = this.any()
      return this.#take(')') === undefined ? undefined : inner
    }
    const token = this.#tokens[this.#at]
    this.#at += 1
    if (token?.kind === 'literal') return { kind: 'literal', value: token.value }
    return token?.kind === 'path' ? { kind: 'path', path: token.text } : undefined
  }

  #take(...signs: readonly string[]): string | undefined {
    const token = this.#tokens[this.#at]
    if (token?.kind !== 'sign' || !signs.includes(token.text)) return undefined
    this.#at += 1
    return token.text
  }
}

const not = (of: Expression | undefined): Expression | undefined => of && { kind: 'not', of }
