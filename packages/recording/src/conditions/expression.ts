import { Unreadable, type Value } from './value.js'

/** An expression over recorded values. */
export type Expression =
  | { readonly kind: 'literal'; readonly value: Value }
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'all' | 'any'; readonly of: readonly Expression[] }
  | { readonly kind: 'not'; readonly of: Expression }
  | { readonly kind: 'compare'; readonly operator: Comparison; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'compute'; readonly operator: Computation; readonly left: Expression; readonly right: Expression }

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>='
export type Computation = '+' | '-' | '*' | '%'

/** How a language reads values. */
export interface Reading {
  /** The value of a path; undefined where it was not recorded. */
  readonly valueOf: (path: string) => Value | undefined
  /** Whether zero and the empty text count as true, as in Lisp. */
  readonly onlyNothingIsFalse: boolean
}

/** Whether an expression is true; undefined where that depends on something that was not recorded. */
export function isTrue(expression: Expression, reading: Reading): boolean | undefined {
  switch (expression.kind) {
    case 'all':
    case 'any': {
      const deciding = expression.kind === 'any'
      const found = expression.of.map((one) => isTrue(one, reading))
      if (found.includes(deciding)) return deciding
      return found.includes(undefined) ? undefined : !deciding
    }
    case 'not': {
      const inner = isTrue(expression.of, reading)
      return inner === undefined ? undefined : !inner
    }
    case 'compare': {
      const left = valueOf(expression.left, reading)
      const right = valueOf(expression.right, reading)
      return left === undefined || right === undefined ? undefined : compare(expression.operator, left, right)
    }
    case 'literal':
    case 'path':
    case 'compute': {
      const value = valueOf(expression, reading)
      return value === undefined ? undefined : counts(value, reading)
    }
  }
}

function valueOf(expression: Expression, reading: Reading): Value | undefined {
  switch (expression.kind) {
    case 'literal':
      return expression.value
    case 'path':
      return reading.valueOf(expression.path)
    case 'compute': {
      const left = valueOf(expression.left, reading)
      const right = valueOf(expression.right, reading)
      return typeof left === 'number' && typeof right === 'number'
        ? compute(expression.operator, left, right)
        : undefined
    }
    case 'all':
    case 'any':
    case 'not':
    case 'compare':
      return isTrue(expression, reading)
  }
}

/** Languages differ in the remainder of a negative number: that one is not known. */
function compute(operator: Computation, left: number, right: number): number | undefined {
  switch (operator) {
    case '+':
      return left + right
    case '-':
      return left - right
    case '*':
      return left * right
    case '%':
      return left < 0 || right <= 0 ? undefined : left % right
  }
}

function compare(operator: Comparison, left: Value, right: Value): boolean | undefined {
  if (operator === '==') return isEqual(left, right)
  if (operator === '!=') {
    const equal = isEqual(left, right)
    return equal === undefined ? undefined : !equal
  }
  const isOrdered = (isNumber(left) && isNumber(right)) || (typeof left === 'string' && typeof right === 'string')
  if (!isOrdered) return undefined
  switch (operator) {
    case '<':
      return left < right
    case '<=':
      return left <= right
    case '>':
      return left > right
    case '>=':
      return left >= right
  }
}

/** Of a value that has no text of its own it is only known that it is there. */
function isEqual(left: Value, right: Value): boolean | undefined {
  if (isNumber(left) && isNumber(right)) return !(left < right) && !(left > right)
  if (left === null || right === null) return left === right
  if (left instanceof Unreadable || right instanceof Unreadable) return undefined
  return typeof left === typeof right ? left === right : undefined
}

const isNumber = (value: Value): value is number | bigint => typeof value === 'number' || typeof value === 'bigint'

function counts(value: Value, { onlyNothingIsFalse }: Reading): boolean | undefined {
  if (value === null || value === false) return false
  if (value === true || onlyNothingIsFalse) return true
  // An empty list is true in some languages, and false in others.
  if (value instanceof Unreadable) return value.mayBeEmpty ? undefined : true
  return typeof value === 'string' ? value !== '' : value !== 0 && value !== 0n
}
