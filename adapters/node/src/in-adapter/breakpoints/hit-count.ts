/** Which of the hits of a breakpoint stop. */
export interface HitCount {
  readonly operator: '===' | '>' | '>=' | '<' | '<=' | '%'
  readonly count: number
}

/** Reads `5` or `= 5` (the fifth hit), `> 5`, `>= 5`, `< 5`, `<= 5`, `% 5` (every fifth). Undefined if it is none of these. */
export function parseHitCount(text: string): HitCount | undefined {
  const match = /^\s*(={0,3}|>=?|<=?|%)\s*(\d+)\s*$/.exec(text)
  if (match === null) return undefined
  const [, sign = '', digits = ''] = match
  const count = Number(digits)
  if (!Number.isSafeInteger(count) || (sign === '%' && count === 0)) return undefined
  const operator = sign.startsWith('=') || sign === '' ? '===' : (sign as HitCount['operator'])
  return { operator, count }
}

/** The test as JavaScript. @param hits an expression for the number of hits, this one included */
export function hitCountExpression({ operator, count }: HitCount, hits: string): string {
  return operator === '%' ? `${hits} % ${count} === 0` : `${hits} ${operator} ${count}`
}
