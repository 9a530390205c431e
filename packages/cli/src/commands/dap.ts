import type { Command } from 'commander'

/** `dapplex dap`: a DAP adapter on stdio, put where an editor runs an adapter today. */
export function addDapCommand(program: Command): void {
  program
    .command('dap')
    .description('be a debug adapter on stdio: the editor that runs it shares its session')
    .option('--adapter <id>', 'the adapter behind it')
    .option('--session <id>', 'join this session')
    .option('--name <name>', 'how this client is shown to others')
    .addHelpText(
      'after',
      '\nExample (in an editor\'s adapter settings):\n  command: dapplex, args: ["dap", "--adapter", "debugpy"]\n',
    )
    .action(async (options: { adapter?: string; session?: string; name?: string }) => {
      const { runDapProxy } = await import('./run-dap-proxy.js')
      process.exitCode = await runDapProxy(options)
    })
}
