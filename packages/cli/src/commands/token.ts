import { type Command, Option } from 'commander'
import { toLifetime } from '../arguments/option-values.js'

/** `dapplex token add|list|remove`: who may use the daemon over TCP, and in which role. No daemon needs to run. */
export function addTokenCommand(program: Command): void {
  const token = program.command('token').description('add, list or remove tokens for other people and agents')
  token
    .command('add')
    .argument('<name>', 'who gets the token: letters, digits, ".", "_", "@" or "-"')
    .addOption(
      new Option(
        '--role <role>',
        'observer: read; operator: also move and change programs; owner: also launch and end them',
      )
        .choices(['observer', 'operator', 'owner'])
        .makeOptionMandatory(),
    )
    .option('--expires <time>', 'when it ends: 30m, 12h, 7d (default: never)', toLifetime)
    .option('--json', 'print JSON')
    .description('make a token and print it once: it cannot be shown again')
    .addHelpText('after', '\nExample:\n  $ dapplex token add reviewer --role observer --expires 7d\n')
    .action(async (name: string, options: { role: string; expires?: number; json?: boolean }) => {
      const { addToken } = await import('../daemon/tokens.js')
      const { role, expires } = options
      addToken({ name, role, json: options.json === true, ...(expires === undefined ? {} : { lifetimeMs: expires }) })
    })
  token
    .command('list')
    .option('--json', 'print JSON')
    .description('list who has a token, the role of each, and when it ends')
    .action(async (options: { json?: boolean }) => {
      const { listTokens } = await import('../daemon/tokens.js')
      listTokens({ json: options.json === true })
    })
  token
    .command('remove')
    .argument('<name>', 'whose token')
    .description('remove a token: its open connections are closed at once, new ones refused')
    .action(async (name: string) => {
      const { removeToken } = await import('../daemon/tokens.js')
      removeToken(name)
    })
}
