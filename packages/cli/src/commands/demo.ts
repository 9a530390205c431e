import { type Command, Option } from 'commander'
import type { DemoLanguage } from '../demo/languages.js'

/** `dapplex demo`: a real program, two clients, one session. */
export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .description('show two clients that read and change one paused program')
    .addOption(
      new Option('--language <name>', 'language of the demo program').choices(['node', 'lisp', 'dotnet', 'python']),
    )
    .addHelpText('after', '\nExample:\n  $ dapplex demo --language python\n')
    .action(async (options: { language?: DemoLanguage }) => {
      const { runDemo } = await import('../demo/run-demo.js')
      process.exitCode = await runDemo(options)
    })
}
