/** Letters from which on the beginning of a name is taken for it. */
const PREFIX = 3

/**
 * The known name that a mistyped one most likely means: the smallest edit distance, at most a third of its length (and at
 * least 1), upper and lower case alike, or else the first that begins with it; undefined where none is that near. The first
 * of equals wins.
 */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  let best: { readonly name: string; readonly distance: number } | undefined
  const most = Math.max(1, Math.floor(name.length / 3))
  const all = [...known]
  for (const candidate of all) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase())
    if (distance <= most && distance < (best?.distance ?? Infinity)) best = { name: candidate, distance }
  }
  return (
    best?.name ??
    all.find((candidate) => name.length >= PREFIX && candidate.toLowerCase().startsWith(name.toLowerCase()))
  )
}

/** The known names that are most like a mistyped one, however far they are, the nearest first. */
export function nearestNames(name: string, known: Iterable<string>, most: number): string[] {
  const lower = name.toLowerCase()
  const rated = [...known].map((candidate) => ({ candidate, distance: distanceTo(lower, candidate.toLowerCase()) }))
  return rated
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, most)
    .map(({ candidate }) => candidate)
}

/** One text that is in the other is nearer than any that is not. */
const distanceTo = (name: string, candidate: string): number =>
  candidate.includes(name) || name.includes(candidate) ? 0 : editDistance(name, candidate)

/** Levenshtein: how many letters must be added, dropped or changed. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const change = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
