import { Argument, type Command } from 'commander'

/** `dapplex completion SHELL` prints a script, which calls `dapplex complete`. */
export function addCompletionCommands(program: Command): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'which shell').choices(['bash', 'zsh', 'fish']))
    .description('print the completion script for a shell')
    .addHelpText(
      'after',
      '\nExamples:\n  $ source <(dapplex completion bash)\n  $ dapplex completion fish > ~/.config/fish/completions/dapplex.fish\n',
    )
    .action(async (shell: 'bash' | 'zsh' | 'fish') => {
      const { shellScripts } = await import('../completion/shells.js')
      const { print } = await import('../output/print.js')
      print(shellScripts[shell].trimEnd())
    })
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .action(async (words: string[]) => {
      const { printCandidates } = await import('../completion/print-candidates.js')
      await printCandidates(program, words)
    })
}
