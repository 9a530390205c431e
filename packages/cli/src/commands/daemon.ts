import type { Command } from 'commander'
import { toPort, toSeconds } from '../arguments/option-values.js'

interface RunOptions {
  readonly port?: number
  readonly idleExit?: number
  readonly logLevel?: string
}

/** `dapplex daemon run|start|stop|status`. */
export function addDaemonCommand(program: Command): void {
  const daemon = program.command('daemon').description('run, start, stop or check the daemon')
  withRunOptions(daemon.command('run'))
    .description('run the daemon in the foreground')
    .addHelpText('after', '\nExample:\n  $ dapplex daemon run --port 4711 --log-level debug\n')
    .action(async (options: RunOptions) => {
      const { runDaemon } = await import('../daemon/run-daemon.js')
      await runDaemon(options)
    })
  withRunOptions(daemon.command('start'))
    .description('start the daemon in the background, unless it already runs')
    .addHelpText('after', '\nExample:\n  $ dapplex daemon start\n')
    .action(async (options: RunOptions) => {
      const { startDaemonCommand } = await import('../daemon/daemon-commands.js')
      await startDaemonCommand(options)
    })
  daemon
    .command('stop')
    .description('stop the daemon, its sessions and the programs it launched; attached programs continue')
    .action(async () => {
      const { stopDaemonCommand } = await import('../daemon/daemon-commands.js')
      process.exitCode = await stopDaemonCommand()
    })
  daemon
    .command('status')
    .description('show whether the daemon runs')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const { printStatus } = await import('../listings/print-status.js')
      process.exitCode = await printStatus({ json: options.json === true, verbose: false })
    })
}

function withRunOptions(command: Command): Command {
  return command
    .option('--port <n>', 'TCP port on 127.0.0.1 (default: "port" of dapplex.jsonc, else 0: a free port)', toPort)
    .option('--idle-exit <seconds>', 'stop after this long without sessions and clients (0: never)', toSeconds)
    .option('--log-level <level>', 'trace, debug, info, warn or error')
}
