import { type Command, Option } from 'commander'
import type { ExportOptions } from '../session/run-export.js'

/** `dapplex export SESSION`: writes one file that shows a session elsewhere. */
export function addExportCommand(program: Command): void {
  program
    .command('export')
    .argument(
      '[session]',
      'session id, or a recording (a file, or its name in `dapplex record`); default: the only live session, else the one that ended last',
    )
    .description('write one file of a live or ended session: its recording for dapplex replay, or a page for a browser')
    .option(
      '--out <file>',
      'write to this file; its ending (.recording, .html or .ndjson) says the format. Default: SESSION.recording or SESSION.html here',
    )
    .option('--html', 'one page that opens from a mail or a CI artifact')
    .addOption(
      new Option(
        '--format <format>',
        'ndjson: the messages with the debug adapter, without --out on standard output',
      ).choices(['recording', 'html', 'ndjson']),
    )
    .option('--json', 'print what was written as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  $ dapplex export s1 --html --out crash.html\n  $ dapplex export s1 --out bug.recording && dapplex replay bug.recording\n',
    )
    .action(async (session: string | undefined, options: ExportOptions) => {
      const { runExport } = await import('../session/run-export.js')
      await runExport(session, options)
    })
}
