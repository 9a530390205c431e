/** What `--help` prints. */
export function helpText(parts: readonly { readonly name: string; readonly says: string }[]): string {
  const width = Math.max(...parts.map(({ name }) => name.length))
  return `Usage: npm run bench -- [PART …] [options]

Measures what dapplex costs, as ratios to other routes to the same adapter: all by turns in one run.

Parts (default: all):
${parts.map(({ name, says }) => `  ${name.padEnd(width)}  ${says}`).join('\n')}

Options:
  --runs N         Runs, rounds or turns of each part (default: by part)
  --peer COMMAND   One more route: a command that speaks DAP on its standard streams in front of the adapter of
                   the benchmark. It is split at blanks. {node} is the Node binary, {adapter} the adapter's script
  --language NAME  Only this language, in the parts that step; may be given again
  --json FILE      Write all figures to a file
  -h, --help       Show this
`
}
