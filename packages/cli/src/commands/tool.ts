import type { Command } from 'commander'

/**
 * `dapplex tool NAME --option …`: every tool of the surface as a command of its own. What follows `tool` is parsed by
 * commands that are derived from the registry, which is loaded only here.
 */
export function addToolCommand(program: Command): void {
  program
    .command('tool')
    .argument('[words...]', 'the tool and its options; --help lists them')
    .description('run one tool of the surface with options of its own (tool --help lists the tools)')
    .helpOption(false)
    .passThroughOptions()
    .allowUnknownOption()
    .action(async (words: string[]) => {
      const { buildToolCommands } = await import('../tool/tool-commands.js')
      await buildToolCommands().parseAsync(words.length === 0 ? ['--help'] : words, { from: 'user' })
    })
}
