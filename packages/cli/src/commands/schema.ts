import { Argument, type Command } from 'commander'

const KINDS = ['openrpc', 'mcp', 'anthropic'] as const

/** `dapplex schema`: the derived contracts, on stdout, without a daemon. */
export function addSchemaCommand(program: Command): void {
  program
    .command('schema')
    .addArgument(new Argument('<kind>', 'which contract').choices(KINDS))
    .description('print a contract that is derived from the tool registry')
    .addHelpText('after', '\nExample:\n  $ dapplex schema openrpc > openrpc.json\n')
    .action(async (kind: (typeof KINDS)[number]) => {
      const { deriveSchema } = await import('./derive-schema.js')
      process.stdout.write(`${JSON.stringify(deriveSchema(kind), null, 2)}\n`)
    })
}
