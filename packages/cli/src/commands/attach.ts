import type { Command } from 'commander'
import type { AttachOptions } from './run-attach.js'

const collect = (one: string, all: string[] = []): string[] => [...all, one]

/** `dapplex attach [SESSION]`: the live terminal view. */
export function addAttachCommand(program: Command): void {
  program
    .command('attach')
    .argument('[session]', 'session id; the only live one when left out')
    .description('join a session from this terminal, or start one on a running process first')
    .option('--pid <n>', 'attach a debugger to this process first', Number)
    .option('--host <name>', 'attach to a debug server on this host first')
    .option('--port <n>', 'and this port', Number)
    .option('--adapter <id>', 'which debug adapter')
    .option('--exec <command>', 'run a command of the view and leave; can be repeated', collect)
    .addHelpText(
      'after',
      '\nExamples:\n  $ dapplex attach\n  $ dapplex attach --exec bt --exec locals\n  $ echo "p total" | dapplex attach\nType help in the view for its commands.\n',
    )
    .action(async (session: string | undefined, options: AttachOptions) => {
      const { runAttach } = await import('./run-attach.js')
      process.exitCode = await runAttach({ ...options, ...(session === undefined ? {} : { session }) })
    })
}
