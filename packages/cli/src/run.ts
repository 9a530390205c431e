import { fileFailure } from '@dapplex/protocol/plain'
import { watchOutput } from './exit/closed-output.js'
import { CommandError } from './exit/command-error.js'
import { reportFailure } from './exit/report-failure.js'
import { buildProgram } from './program.js'

/** Runs one command line, by default that of this process. What happened is in `process.exitCode`. */
export async function run(argv: readonly string[] = process.argv): Promise<void> {
  const report = (error: unknown): number => reportFailure(error, argv.includes('--json'))
  watchOutput((error) => report(outputFailure(error)))
  try {
    await buildProgram().parseAsync(argv)
  } catch (error) {
    process.exitCode = report(error)
  }
}

const outputFailure = (error: unknown): CommandError =>
  new CommandError(`standard output cannot be written: ${fileFailure(error)}`)
