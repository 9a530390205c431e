import { Argument, type Command } from 'commander'
import { readVersion } from '../daemon/version.js'
import { printJson } from '../output/print.js'

const KINDS = ['openrpc', 'mcp', 'anthropic'] as const

/** `dapplex schema`: the derived contracts, on stdout, without a daemon. */
export function addSchemaCommand(program: Command): void {
  program
    .command('schema')
    .addArgument(new Argument('<kind>', 'which contract').choices(KINDS))
    .description('print a contract that is derived from the tool registry')
    .addHelpText('after', '\nExample:\n  $ dapplex schema openrpc > openrpc.json\n')
    .action(async (kind: (typeof KINDS)[number]) => {
      const { anthropicTools, mcpTools, openRpcDocument } = await import('@dapplex/protocol')
      const derive = {
        openrpc: () => openRpcDocument(readVersion()),
        mcp: () => ({ tools: mcpTools('all') }),
        anthropic: () => anthropicTools(),
      }
      printJson(derive[kind]())
    })
}
