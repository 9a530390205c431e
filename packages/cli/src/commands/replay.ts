import type { Command } from 'commander'

/** `dapplex replay FILE`: opens a recording as a session, so that it can be read after the program is gone. */
export function addReplayCommand(program: Command): void {
  program
    .command('replay')
    .argument('<file>', 'a recording (.recording, or .ndjson of dapplex export)')
    .description('open a recording as a session: continue and step move from stop to stop')
    .option('--attach', 'open the terminal view afterwards')
    .option('--detach', 'print the session id and leave')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  $ dapplex replay session.ndjson && dapplex call stacktrace_get\n')
    .action(async (file: string, options: { attach?: boolean; detach?: boolean; json?: boolean }) => {
      const { runLaunch } = await import('../session/run-launch.js')
      await runLaunch({ file, args: [], options: { ...options, adapter: 'replay' } })
    })
}
