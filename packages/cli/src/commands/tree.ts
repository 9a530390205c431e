import type { Command } from 'commander'

/** `dapplex tree`: the workflow tree with the states of its nodes, once or live. Starts no daemon. */
export function addTreeCommand(program: Command): void {
  program
    .command('tree')
    .description('show the investigations and sessions as a tree, with their states')
    .option('--follow', 'show every change until interrupted')
    .option('--node <id>', 'show only this node and the nodes below it')
    .option('--json', 'print JSON; with --follow one line for each change')
    .addHelpText('after', '\nExamples:\n  $ dapplex tree\n  $ dapplex tree --follow\n')
    .action(async (options: { follow?: boolean; node?: string; json?: boolean }) => {
      const { printTree } = await import('../listings/print-tree.js')
      await printTree(options)
    })
}
