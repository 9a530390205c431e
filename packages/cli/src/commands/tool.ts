import type { Command } from 'commander'

/**
 * `dapplex tool NAME --option …`: every tool as a command. The commands are derived from the registry, which is
 * loaded only here.
 */
export function addToolCommand(program: Command): void {
  program
    .command('tool')
    .argument('[words...]', 'the tool and its options; --help lists them')
    .description('call a tool, with its parameters as options (tool --help lists the tools)')
    .helpOption(false)
    .passThroughOptions()
    .allowUnknownOption()
    .action(async (words: string[]) => {
      const { buildToolCommands } = await import('../tool/tool-commands.js')
      await buildToolCommands().parseAsync(words.length === 0 ? ['--help'] : words, { from: 'user' })
    })
}
