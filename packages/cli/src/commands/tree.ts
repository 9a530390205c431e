import type { Command } from 'commander'

/** `dapplex tree`: the workflow tree with the states of its nodes, once or live. Starts no daemon. */
export function addTreeCommand(program: Command): void {
  program
    .command('tree')
    .description('show the investigations and sessions, with their states, as a tree')
    .option('--follow', 'go on, and show every change until interrupted')
    .option('--node <id>', 'only this node and what hangs below it')
    .option('--json', 'print JSON; with --follow one line for each change')
    .addHelpText('after', '\nExamples:\n  $ dapplex tree\n  $ dapplex tree --follow\n')
    .action(async (options: { follow?: boolean; node?: string; json?: boolean }) => {
      const { printTree } = await import('./print-tree.js')
      await printTree(options)
    })
}
