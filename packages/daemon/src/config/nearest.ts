/** The known word that differs least from `word`; undefined when none is alike (more than half of it would be typed anew). */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  let best: string | undefined
  let least = Math.max(2, Math.ceil(word.length / 2)) + 1
  for (const candidate of known) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase())
    if (distance < least) [best, least] = [candidate, distance]
  }
  return best
}

/** Levenshtein: insertions, deletions and replacements, one row at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = at(row, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, at(row, j) + 1, at(next, j - 1) + 1))
    }
    row = next
  }
  return at(row, b.length)
}

const at = (row: readonly number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY
