/** A definition whose first line goes on for longer is not read to its end. */
const MOST_LINES = 100

/**
 * The first word of each part between commas, in all round brackets of a function's first line: `a`, `b` and `err` of
 * `func f(a, b int) (err error) {`. A type that stands without a name comes with them; whoever asks keeps those that are
 * variables. What stands in brackets of its own, such as the parameters of a parameter's type, does not count.
 * @param lines from the line where the definition begins
 */
export function parameterNames(lines: readonly string[]): string[] {
  const names = new Set<string>()
  let depth = 0
  let isOpen = false
  for (const token of tokensOf(lines)) {
    if (depth === 0 && token === '{') break
    if ('([{'.includes(token)) {
      depth += 1
      isOpen = depth === 1 && token === '('
    } else if (')]}'.includes(token)) {
      depth -= 1
      isOpen = false
    } else if (token === ',') {
      if (depth === 1) isOpen = true
    } else if (isOpen) {
      names.add(token)
      isOpen = false
    }
  }
  return [...names]
}

const tokensOf = (lines: readonly string[]): readonly string[] =>
  lines
    .slice(0, MOST_LINES)
    .join('\n')
    .replace(/\/\/.*|\/\*[^]*?\*\//g, ' ')
    .match(/[()[\]{},]|[\p{L}_][\p{L}\p{N}_]*/gu) ?? []
