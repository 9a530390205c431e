import type { Command } from 'commander'

/** `dapplex adapters`: which adapters this machine has, and how to install the others. */
export function addAdaptersCommand(program: Command): void {
  program
    .command('adapters')
    .description('list the debug adapters with their versions, and how to install the missing ones')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  $ dapplex adapters\n')
    .action(async (options: { json?: boolean }) => {
      const { printAdapters } = await import('../listings/print-adapters.js')
      await printAdapters({ json: options.json === true })
    })
}
