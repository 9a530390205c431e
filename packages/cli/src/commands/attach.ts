import type { Command } from 'commander'
import { toPid, toPort } from '../arguments/option-values.js'
import type { AttachOptions } from '../session/run-attach.js'

const collect = (one: string, all: string[] = []): string[] => [...all, one]

/** `dapplex attach [SESSION]`: the live terminal view. */
export function addAttachCommand(program: Command): void {
  program
    .command('attach')
    .argument('[session]', 'session id; default: the only live session')
    .description('join a session from this terminal, or start one on a running process first')
    .option('--pid <n>', 'attach a debugger to this process first', toPid)
    .option('--host <name>', 'attach to a debug server on this host first')
    .option('--port <n>', 'attach to a debug server on this port first', toPort)
    .option('--adapter <id>', 'the debug adapter to use')
    .option('--exec <command>', 'run this command of the view, then leave; repeatable', collect)
    .option('--keep-going', 'run the other commands after one fails (the exit code is still 1)')
    .option('--json', 'print one JSON object a command: {command, success, result, text} or {command, success, error}')
    .addHelpText(
      'after',
      '\nExamples:\n  $ dapplex attach\n  $ dapplex attach --exec bt --exec locals\n  $ echo "p total" | dapplex attach --json\nType help in the view to list its commands.\n',
    )
    .action(async (session: string | undefined, options: AttachOptions) => {
      const { runAttach } = await import('../session/run-attach.js')
      process.exitCode = await runAttach({ ...options, ...(session === undefined ? {} : { session }) })
    })
}
