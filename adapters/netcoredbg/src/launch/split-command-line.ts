/** Splits arguments written in one line: at blanks, but not within double quotes; `\"` is a quote itself. */
export function splitCommandLine(line: string): string[] {
  const words = line.match(/(?:\\"|"(?:\\"|[^"])*"|[^\s"])+/g) ?? []
  return words.map((word) => word.replace(/\\"|"/g, (quote) => (quote === '"' ? '' : '"')))
}
