import { Option, type Command } from 'commander'

/** `dapplex mcp`: an MCP server on stdio. */
export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('be an MCP server on stdio: the tools of the surface for an agent')
    .addOption(new Option('--tools <choice>', 'which tools are listed').choices(['core', 'all']).default('core'))
    .option('--name <name>', 'how this client is shown to others (default: as it calls itself)')
    .addHelpText('after', '\nExample (in the settings of an MCP client):\n  command: dapplex, args: ["mcp"]\n')
    .action(async (options: { tools: string; name?: string }) => {
      const { runMcpProxy } = await import('./run-mcp-proxy.js')
      process.exitCode = await runMcpProxy(options)
    })
}
