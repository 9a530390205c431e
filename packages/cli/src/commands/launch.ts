import type { Command } from 'commander'
import type { LaunchOptions } from './run-launch.js'

const collect = (one: string, all: string[] = []): string[] => [...all, one]

/** `dapplex launch PROGRAM [-- ARGS]`. */
export function addLaunchCommand(program: Command): void {
  program
    .command('launch')
    .argument('[program]', 'the program to debug')
    .argument('[args...]', 'its arguments (after --)')
    .description('start a program under a debugger, in a session that anybody can join')
    .option('--adapter <id>', 'which debug adapter (dapplex adapters lists them); inferred when left out')
    .option('--break <file:line>', 'a breakpoint; can be repeated', collect)
    .option('--stop-at-entry', 'stop before the first line')
    .option('--config <name>', 'a named configuration of .vscode/launch.json or dapplex.jsonc')
    .option('--cwd <folder>', 'working folder of the program')
    .option('--env <name=value>', 'an environment variable; can be repeated', collect)
    .option('--attach', 'stay in the terminal view')
    .option('--detach', 'print the session id and leave')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ dapplex launch app.js --break app.js:12 --attach\n  $ dapplex launch app.py --stop-at-entry -- --verbose\n',
    )
    .action(async (file: string | undefined, args: string[], options: LaunchOptions) => {
      const { runLaunch } = await import('./run-launch.js')
      await runLaunch({ ...(file === undefined ? {} : { file }), args, options })
    })
}
