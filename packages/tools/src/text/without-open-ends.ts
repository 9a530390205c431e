/** What is no bracket of the code: strings, Lisp's characters and comments. */
const NO_CODE = /"(?:\\.|[^"\\])*"|#\\.[\w-]*|;.*$/g

/**
 * A line without the `)` at the end of its code that close what other lines have opened, as the last line of a Lisp function has them.
 * A comment behind them stays.
 */
export function withoutOpenEnds(line: string): string {
  const code = line.replace(NO_CODE, (text) => ' '.repeat(text.length))
  const opened = code.split('(').length - code.split(')').length
  const [end = ''] = /\)*\s*$/.exec(code) ?? []
  const ends = end.trimEnd().length
  const from = code.length - end.length
  const extra = Math.min(ends, Math.max(0, -opened))
  return extra === 0 ? line : `${line.slice(0, from + ends - extra)}${line.slice(from + ends)}`
}
