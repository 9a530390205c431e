import type { Command } from 'commander'
import type { LaunchOptions } from '../session/run-launch.js'

const collect = (one: string, all: string[] = []): string[] => [...all, one]

/** `dapplex launch PROGRAM [-- ARGS]`. */
export function addLaunchCommand(program: Command): void {
  program
    .command('launch')
    .argument('[program]', 'the program to debug')
    .argument('[args...]', 'its arguments (after --)')
    .description('start a program under a debugger in a session that others can join')
    .option(
      '--adapter <id>',
      'the debug adapter to use; default: the one for the program (dapplex adapters lists them)',
    )
    .option('--break <file:line>', 'set a breakpoint and wait until the program stops; repeatable', collect)
    .option('--stop-at-entry', 'stop before the first line')
    .option('--config <name>', 'use a named configuration of .vscode/launch.json or dapplex.jsonc')
    .option('--cwd <folder>', 'working folder of the program')
    .option('--env <name=value>', 'set an environment variable; repeatable', collect)
    .option('--attach', 'open the terminal view afterwards')
    .option(
      '--io',
      "stand in for the program: its input, output (UTF-8 text) and exit code are this command's, and others join its session",
    )
    .option('--detach', 'print the session id at once, and leave')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ dapplex launch app.js --break app.js:12 --attach\n  $ dapplex launch app.py --stop-at-entry -- --verbose\n  $ echo 7 | dapplex launch app.py --io\n',
    )
    .action(async (file: string | undefined, args: string[], options: LaunchOptions) => {
      const { runLaunch } = await import('../session/run-launch.js')
      await runLaunch({ ...(file === undefined ? {} : { file }), args, options })
    })
}
