import type { Command } from 'commander'

/** `dapplex events`: the event stream, one JSON object a line, until interrupted or the daemon ends. */
export function addEventsCommand(program: Command): void {
  program
    .command('events')
    .description('print the events of a session, one JSON object a line')
    .option('--session <id>', 'session id; default: the only live session')
    .option('--type <type...>', 'print only these types, such as stopped or output')
    .addHelpText('after', '\nExample:\n  $ dapplex events --type stopped continued\n')
    .action(async (options: { session?: string; type?: string[] }) => {
      const { printEvents } = await import('../listings/print-events.js')
      await printEvents(options)
    })
}
