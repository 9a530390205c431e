import { parsePath } from '@dapplex/protocol'
import type { Comparison, Computation, Expression } from './expression.js'
import { readValue, Unreadable } from './value.js'

const TOKEN = /\s*([()']|"(?:[^"\\]|\\.)*"|[^\s()'"]+)/y
const COMPARISONS: ReadonlyMap<string, Comparison> = new Map<string, Comparison>([
  ...['=', 'eq', 'eql', 'equal', 'equalp', 'string=', 'char='].map((name) => [name, '=='] as const),
  ['/=', '!='],
  ['<', '<'],
  ['<=', '<='],
  ['>', '>'],
  ['>=', '>='],
])
const COMPUTATIONS: ReadonlyMap<string, Computation> = new Map<string, Computation>([
  ['+', '+'],
  ['-', '-'],
  ['*', '*'],
  ['mod', '%'],
  ['rem', '%'],
])
const zero: Expression = { kind: 'literal', value: 0 }
const remainder = (of: Expression): Expression => ({
  kind: 'compute',
  operator: '%',
  left: of,
  right: { kind: 'literal', value: 2 },
})
/** Predicates with one argument. */
const PREDICATES: ReadonlyMap<string, (of: Expression) => Expression> = new Map<string, (of: Expression) => Expression>(
  [
    ['not', (of) => ({ kind: 'not', of })],
    ['null', (of) => ({ kind: 'not', of })],
    ['zerop', (left) => ({ kind: 'compare', operator: '==', left, right: zero })],
    ['plusp', (left) => ({ kind: 'compare', operator: '>', left, right: zero })],
    ['minusp', (left) => ({ kind: 'compare', operator: '<', left, right: zero })],
    ['evenp', (of) => ({ kind: 'compare', operator: '==', left: remainder(of), right: zero })],
    ['oddp', (of) => ({ kind: 'compare', operator: '!=', left: remainder(of), right: zero })],
  ],
)

/** Reads comparisons, `and`, `or`, `not` and simple predicates of Common Lisp; undefined for anything else. */
export function readLisp(text: string): Expression | undefined {
  const tokens = tokensOf(text)
  if (tokens === undefined) return undefined
  const rest = [...tokens]
  const expression = readForm(rest)
  return rest.length === 0 ? expression : undefined
}

function tokensOf(text: string): string[] | undefined {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  const end = text.trimEnd().length
  while (TOKEN.lastIndex < end) {
    const token = TOKEN.exec(text)?.[1]
    if (token === undefined) return undefined
    tokens.push(token)
  }
  return tokens
}

/** Takes one form from the beginning of the tokens. */
function readForm(rest: string[]): Expression | undefined {
  const token = rest.shift()
  if (token === undefined || token === ')' || token === "'") return undefined
  return token === '(' ? readCall(rest) : readAtom(token)
}

function readCall(rest: string[]): Expression | undefined {
  const name = rest.shift()?.toLowerCase() ?? ''
  const args: Expression[] = []
  while (rest.length > 0 && rest[0] !== ')') {
    const argument = readForm(rest)
    if (argument === undefined) return undefined
    args.push(argument)
  }
  if (rest.shift() === undefined) return undefined
  return callOf(name, args)
}

function callOf(name: string, args: readonly Expression[]): Expression | undefined {
  if (name === 'and' || name === 'or') return { kind: name === 'and' ? 'all' : 'any', of: args }
  const [left, right, ...more] = args
  if (left === undefined || more.length > 0) return undefined
  if (right === undefined) return PREDICATES.get(name)?.(left)
  const comparison = COMPARISONS.get(name)
  if (comparison !== undefined) return { kind: 'compare', operator: comparison, left, right }
  const computation = COMPUTATIONS.get(name)
  return computation && { kind: 'compute', operator: computation, left, right }
}

function readAtom(token: string): Expression | undefined {
  const value = readValue(['nil', 't'].includes(token.toLowerCase()) ? token.toUpperCase() : token)
  if (!(value instanceof Unreadable)) return { kind: 'literal', value }
  return parsePath(token, 'lisp') === undefined ? undefined : { kind: 'path', path: token }
}
