import type { Command } from 'commander'

/** `dapplex replay FILE`: serves a recording as a session, for reading what happened after the program is gone. */
export function addReplayCommand(program: Command): void {
  program
    .command('replay')
    .argument('<file>', 'a recording (.ndjson)')
    .description('serve a recorded session: its stops in order, moved by continue and step')
    .option('--attach', 'stay in the terminal view')
    .option('--detach', 'print the session id and leave')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  $ dapplex replay session.ndjson && dapplex call stacktrace_get\n')
    .action(async (file: string, options: { attach?: boolean; detach?: boolean; json?: boolean }) => {
      const { runLaunch } = await import('./run-launch.js')
      await runLaunch({ file, args: [], options: { ...options, adapter: 'replay' } })
    })
}
