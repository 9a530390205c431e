import type { Command } from 'commander'
import { toSeconds } from '../arguments/option-values.js'

/** `dapplex call TOOL [key=value… | JSON]` prints the result on stdout or the error on stderr, both as JSON. */
export function addCallCommand(program: Command): void {
  program
    .command('call')
    .argument('<method>', 'name of the tool, such as stacktrace_get')
    .argument('[params...]', 'parameters as key=value words or one JSON object')
    .description('call a tool and print its result as JSON')
    .option('--timeout <seconds>', 'give up after this long', toSeconds)
    .option('--compact', 'print the JSON on one line')
    .option('--node <id>', 'make the call at this node of the workflow tree (default: the root)')
    .option('--name <name>', 'the name of the caller: calls under one name share control (default: DAPPLEX_NAME)')
    .addHelpText(
      'after',
      '\nExamples:\n  $ dapplex call debug_state\n  $ dapplex call evaluate expression="a + b"\n  $ dapplex call breakpoint_set \'{"file": "app.js", "line": 12}\'\n',
    )
    .action(
      async (
        method: string,
        words: string[],
        options: { timeout?: number; compact?: boolean; node?: string; name?: string },
      ) => {
        const { parseParams } = await import('../arguments/parse-params.js')
        const { runCall } = await import('../tool/run-call.js')
        process.exitCode = await runCall({ method, params: await parseParams(method, words), ...options })
      },
    )
}
