import { ToolError } from '@dapplex/protocol'
import { CommanderError } from 'commander'
import { UsageError } from './commands/parse-params.js'
import { CommandError } from './command-error.js'
import { EXIT, exitCodeOf } from './exit-codes.js'

/** Prints a failure on stderr (as JSON where asked for) and gives the exit code of the process. */
export function reportFailure(error: unknown, asJson: boolean): number {
  // Commander has printed its own message, or the help text that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage
  if (error instanceof ToolError) {
    const { wire } = error
    process.stderr.write(
      asJson ? `${JSON.stringify(wire)}\n` : `error: ${wire.message} (${wire.data.type})\n${hintLine(wire.data.hint)}`,
    )
    return exitCodeOf(wire.data.type)
  }
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(asJson ? `${JSON.stringify({ message })}\n` : `error: ${message}\n`)
  if (error instanceof UsageError) return EXIT.usage
  return error instanceof CommandError ? error.exitCode : EXIT.failed
}

const hintLine = (hint: string | undefined): string => (hint === undefined ? '' : `hint: ${hint}\n`)
