import { type Command, Option } from 'commander'
import type { DemoLanguage } from '../demo/languages.js'

/** `dapplex demo`: a real program, two clients, one session, told as it happens. */
export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .description('show one paused program read and changed by two clients at once')
    .addOption(new Option('--language <name>', 'in which language').choices(['node', 'lisp', 'dotnet', 'python']))
    .addHelpText('after', '\nExample:\n  $ dapplex demo --language python\n')
    .action(async (options: { language?: DemoLanguage }) => {
      const { runDemo } = await import('../demo/run-demo.js')
      process.exitCode = await runDemo(options)
    })
}
