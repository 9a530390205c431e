import type { Command } from 'commander'

/** `dapplex doctor`: what works on this machine, what does not, and how to fix it. Starts no daemon. */
export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check this machine: state folder, configuration, daemon, debug adapters')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nThe exit code is 1 if something keeps dapplex from working.\nExample:\n  $ dapplex doctor\n',
    )
    .action(async (options: { json?: boolean }) => {
      const { runDoctor } = await import('../doctor/run-doctor.js')
      process.exitCode = await runDoctor({ json: options.json === true })
    })
}
