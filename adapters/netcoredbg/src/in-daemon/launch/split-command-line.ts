/** Splits a line of arguments at blanks outside double quotes. `\"` stands for a quote. */
export function splitCommandLine(line: string): string[] {
  const words = line.match(/(?:\\"|"(?:\\"|[^"])*"|[^\s"])+/g) ?? []
  return words.map((word) => word.replace(/\\"|"/g, (quote) => (quote === '"' ? '' : '"')))
}
