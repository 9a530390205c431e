import type { Command } from 'commander'

/** `dapplex adapters`: which adapters are found, where, which version, and what to do about those that are not. */
export function addAdaptersCommand(program: Command): void {
  program
    .command('adapters')
    .description('list the debug adapters: found or not, where, which version')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  $ dapplex adapters\n')
    .action(async (options: { json?: boolean }) => {
      const { printAdapters } = await import('./print-adapters.js')
      await printAdapters({ json: options.json === true })
    })
}
