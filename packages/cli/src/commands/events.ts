import type { Command } from 'commander'

/** `dapplex events`: the event stream, one JSON object a line, until interrupted or the daemon ends. */
export function addEventsCommand(program: Command): void {
  program
    .command('events')
    .description('print the events of a session, one JSON object a line')
    .option('--session <id>', 'session id; the only live one when left out')
    .option('--type <type...>', 'only these types, such as stopped or output')
    .addHelpText('after', '\nExample:\n  $ dapplex events --type stopped continued\n')
    .action(async (options: { session?: string; type?: string[] }) => {
      const { printEvents } = await import('./print-events.js')
      await printEvents(options)
    })
}
