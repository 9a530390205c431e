import type { Command } from 'commander'

/** `dapplex dap`: a DAP adapter on stdio, which an editor runs in place of its own adapter. */
export function addDapCommand(program: Command): void {
  program
    .command('dap')
    .description('run as a debug adapter on stdio, so that an editor shares its session')
    .option('--adapter <id>', 'the debug adapter to use')
    .option('--session <id>', 'join this session')
    .option('--name <name>', 'the name that other clients see')
    .addHelpText(
      'after',
      '\nExample (in an editor\'s adapter settings):\n  command: dapplex, args: ["dap", "--adapter", "debugpy"]\n',
    )
    .action(async (options: { adapter?: string; session?: string; name?: string }) => {
      const { runDapProxy } = await import('../proxies/run-dap-proxy.js')
      process.exitCode = await runDapProxy(options)
    })
}
