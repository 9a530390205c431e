import type { Command } from 'commander'

/** `dapplex export SESSION`: writes what was said with the debug adapter, as `dapplex replay` plays it. */
export function addExportCommand(program: Command): void {
  program
    .command('export')
    .argument('[session]', 'session id; the only live one, else the one that ended last')
    .description('write the recording of a session, live or ended, for dapplex replay')
    .option('--out <file>', 'write it there instead of to standard output')
    .addHelpText('after', '\nExample:\n  $ dapplex export s1 --out bug.ndjson && dapplex replay bug.ndjson\n')
    .action(async (session: string | undefined, options: { out?: string }) => {
      const { runExport } = await import('./run-export.js')
      await runExport({ ...options, ...(session === undefined ? {} : { session }) })
    })
}
