import type { Command } from 'commander'
import { toSeconds } from './option-values.js'

/** `dapplex call METHOD [key=value… | JSON]`: result on stdout as JSON; error on stderr as JSON, exit 1 (4, 124). */
export function addCallCommand(program: Command): void {
  program
    .command('call')
    .argument('<method>', 'a tool of the surface, such as stacktrace_get')
    .argument('[params...]', 'key=value words, or one JSON object')
    .description('make one call of the surface; the result is printed as JSON')
    .option('--timeout <seconds>', 'give up after this long', toSeconds)
    .option('--compact', 'one line instead of indented JSON')
    .option('--node <id>', 'node of the workflow tree that the call belongs to (default: the root)')
    .addHelpText(
      'after',
      '\nExamples:\n  $ dapplex call debug_state\n  $ dapplex call evaluate expression="a + b"\n  $ dapplex call breakpoint_set \'{"file": "app.js", "line": 12}\'\n',
    )
    .action(
      async (method: string, words: string[], options: { timeout?: number; compact?: boolean; node?: string }) => {
        const { parseParams } = await import('./parse-params.js')
        const { runCall } = await import('./run-call.js')
        process.exitCode = await runCall({ method, params: parseParams(method, words), ...options })
      },
    )
}
