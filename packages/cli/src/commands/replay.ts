import type { Command } from 'commander'

/** `dapplex replay FILE`: opens a recording as a session, so that it can be read after the program is gone. */
export function addReplayCommand(program: Command): void {
  program
    .command('replay')
    .argument(
      '<file>',
      'a recording: a file (.recording or .ndjson of dapplex export), or its name in `dapplex record`',
    )
    .description('open a recording as a session: continue and step move from stop to stop')
    .option('--attach', 'open the terminal view afterwards')
    .option('--detach', 'print the session id and leave')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  $ dapplex replay bug.recording && dapplex call stacktrace_get\n')
    .action(async (file: string, options: { attach?: boolean; detach?: boolean; json?: boolean }) => {
      const { runLaunch } = await import('../session/run-launch.js')
      const { recordingPath } = await import('../recordings/recording-files.js')
      await runLaunch({ file: recordingPath(file) ?? file, args: [], options: { ...options, adapter: 'replay' } })
    })
}
