import { type Command, Option } from 'commander'

/** `dapplex token add|list|remove`: who may use the daemon over TCP, and how much. They need no running daemon. */
export function addTokenCommand(program: Command): void {
  const token = program.command('token').description('give others a token with a role, list or remove them')
  token
    .command('add')
    .argument('<name>', 'who gets it: letters, digits, ".", "_", "@" or "-"')
    .addOption(
      new Option('--role <role>', 'observer reads; operator moves and changes programs; owner launches and ends them')
        .choices(['observer', 'operator', 'owner'])
        .makeOptionMandatory(),
    )
    .option('--json', 'print JSON')
    .description('make a token and print it: it is not kept and cannot be shown again')
    .addHelpText('after', '\nExample:\n  $ dapplex token add reviewer --role observer\n')
    .action(async (name: string, options: { role: string; json?: boolean }) => {
      const { addToken } = await import('./run-token.js')
      addToken({ name, role: options.role, json: options.json === true })
    })
  token
    .command('list')
    .option('--json', 'print JSON')
    .description('list who has a token, and its role')
    .action(async (options: { json?: boolean }) => {
      const { listTokens } = await import('./run-token.js')
      listTokens({ json: options.json === true })
    })
  token
    .command('remove')
    .argument('<name>', 'whose token')
    .description('take a token away: connections to come are refused, open ones stay')
    .action(async (name: string) => {
      const { removeToken } = await import('./run-token.js')
      removeToken(name)
    })
}
