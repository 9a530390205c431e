/** Whether the `hits`-th hit satisfies a hit condition. Rule: mux 1; a bare number means exactly that hit. */
export type HitRule = (hits: number) => boolean

const rules: Readonly<Record<string, (hits: number, n: number) => boolean>> = {
  '': (hits, n) => hits === n,
  '=': (hits, n) => hits === n,
  '==': (hits, n) => hits === n,
  '>': (hits, n) => hits > n,
  '>=': (hits, n) => hits >= n,
  '<': (hits, n) => hits < n,
  '<=': (hits, n) => hits <= n,
  '%': (hits, n) => n > 0 && hits % n === 0,
}

/** Reads `3`, `== 3`, `> 3`, `>= 3`, `< 3`, `<= 3`, `% 3`; undefined for anything else, which then counts every hit. */
export function readHitCondition(text: string): HitRule | undefined {
  const match = /^\s*(==?|>=?|<=?|%|)\s*(\d+)\s*$/.exec(text)
  const rule = match?.[1] === undefined ? undefined : rules[match[1]]
  const n = Number(match?.[2])
  return rule === undefined ? undefined : (hits) => rule(hits, n)
}
