import type { Command } from 'commander'

/** `dapplex export SESSION`: writes the messages between dapplex and the debug adapter; `dapplex replay` plays them. */
export function addExportCommand(program: Command): void {
  program
    .command('export')
    .argument('[session]', 'session id; default: the only live session, else the one that ended last')
    .description('write the recording of a live or ended session, for dapplex replay')
    .option('--out <file>', 'write to this file; default: standard output')
    .addHelpText('after', '\nExample:\n  $ dapplex export s1 --out bug.ndjson && dapplex replay bug.ndjson\n')
    .action(async (session: string | undefined, options: { out?: string }) => {
      const { runExport } = await import('../session/run-export.js')
      await runExport({ ...options, ...(session === undefined ? {} : { session }) })
    })
}
