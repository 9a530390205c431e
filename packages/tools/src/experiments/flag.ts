/** A flag that compares one variable with a number: it is decided from the values that were read anyway. */
export interface Comparison {
  readonly name: string
  readonly holds: (value: number) => boolean
}

const OPERATORS: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
  '=': (value, limit) => value === limit,
  '==': (value, limit) => value === limit,
  '===': (value, limit) => value === limit,
  '!=': (value, limit) => value !== limit,
  '!==': (value, limit) => value !== limit,
  '/=': (value, limit) => value !== limit,
}

const NUMBER = String.raw`[-+]?\d{1,15}(?:\.\d{1,15})?`
/** `s > 100`. A single `=` would write. */
const INFIX = new RegExp(
  String.raw`^\s*(?<name>[\p{L}_$][\p{L}\p{N}_$]*)\s*(?<operator>[<>]=?|[!=]==?)\s*(?<limit>${NUMBER})\s*$`,
  'u',
)
/** `(> s 100)`. */
const PREFIX = new RegExp(
  String.raw`^\s*\(\s*(?<operator>[<>]=?|/?=)\s+(?<name>[^\s()'"#|]+)\s+(?<limit>${NUMBER})\s*\)\s*$`,
  'u',
)
const IS_NUMBER = new RegExp(`^${NUMBER}$`)

/** The flag as a comparison; undefined for any other expression, which the adapter evaluates. */
export function comparisonIn(flag: string): Comparison | undefined {
  const { name, operator = '', limit } = (INFIX.exec(flag) ?? PREFIX.exec(flag))?.groups ?? {}
  const compare = OPERATORS[operator]
  if (name === undefined || compare === undefined) return undefined
  return { name, holds: (value) => compare(value, Number(limit)) }
}

/** Whether it holds; undefined where the variable is not among the values, or none that is written as a plain number. */
export function holdsIn({ name, holds }: Comparison, values: ReadonlyMap<string, string>): boolean | undefined {
  const text = values.get(name)
  return text === undefined || !IS_NUMBER.test(text) ? undefined : holds(Number(text))
}
