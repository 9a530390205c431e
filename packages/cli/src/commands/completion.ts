import { Argument, type Command } from 'commander'

/** `dapplex completion SHELL` prints the script; `dapplex complete` is what the script asks. */
export function addCompletionCommands(program: Command): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'which shell').choices(['bash', 'zsh', 'fish']))
    .description('print the completion script of a shell')
    .addHelpText(
      'after',
      '\nExamples:\n  $ source <(dapplex completion bash)\n  $ dapplex completion fish > ~/.config/fish/completions/dapplex.fish\n',
    )
    .action(async (shell: 'bash' | 'zsh' | 'fish') => {
      const { shellScripts } = await import('../completion/shells.js')
      process.stdout.write(shellScripts[shell])
    })
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .action(async (words: string[]) => {
      const { printCandidates } = await import('../completion/print-candidates.js')
      await printCandidates(program, words)
    })
}
