import type { Command } from 'commander'

/** `dapplex status`, `sessions`, `clients`: the daemon, its sessions, and the clients of one. They start no daemon. */
export function addStatusCommand(program: Command): void {
  program
    .command('status')
    .description('show the daemon and its sessions')
    .option('--verbose', 'show what each session takes: messages, processes, memory, files')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  $ dapplex status --verbose\n')
    .action(async (options: { json?: boolean; verbose?: boolean }) => {
      const { printStatus } = await import('../listings/print-status.js')
      process.exitCode = await printStatus({ json: options.json === true, verbose: options.verbose === true })
    })
}

export function addSessionsCommand(program: Command): void {
  program
    .command('sessions')
    .description('list the debug sessions')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  $ dapplex sessions --json\n')
    .action(async (options: { json?: boolean }) => {
      const { printSessions } = await import('../listings/print-status.js')
      await printSessions({ json: options.json === true })
    })
}

export function addClientsCommand(program: Command): void {
  program
    .command('clients')
    .argument('[session]', 'session id; default: the only live session')
    .description('list the clients of a session and what each did last')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  $ dapplex clients\n')
    .action(async (session: string | undefined, options: { json?: boolean }) => {
      const { printClients } = await import('../listings/print-status.js')
      await printClients({ json: options.json === true, ...(session === undefined ? {} : { session }) })
    })
}
