import { Option, type Command } from 'commander'

/** `dapplex mcp`: an MCP server on stdio. */
export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('run as an MCP server on stdio, so that an agent can call the tools')
    .addOption(
      new Option(
        '--tools <choice>',
        'which tools are listed: the most needed, every one, or three that find and call all others',
      )
        .choices(['core', 'all', 'router'])
        .default('core'),
    )
    .option('--name <name>', 'the name that other clients see (default: the name that the client gives itself)')
    .addHelpText('after', '\nExample (in the settings of an MCP client):\n  command: dapplex, args: ["mcp"]\n')
    .action(async (options: { tools: string; name?: string }) => {
      const { runMcpProxy } = await import('../proxies/run-mcp-proxy.js')
      process.exitCode = await runMcpProxy(options)
    })
}
