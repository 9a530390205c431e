import { ToolError } from '@dapplex/protocol/plain'
import { CommanderError } from 'commander'
import { escapeLines } from '../output/escape-text.js'
import { printJsonFailure, printMessage } from '../output/print.js'
import { CommandError } from './command-error.js'
import { EXIT, exitCodeOf } from './exit-codes.js'

/** Prints a failure on standard error, as JSON where `--json` asks for it, and gives the exit code of the process. */
export function reportFailure(error: unknown, asJson: boolean): number {
  // Commander has already printed its message, or the help text that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage
  if (error instanceof ToolError) {
    const { wire } = error
    if (asJson) printJsonFailure(wire, 'line')
    else printError(`${wire.message} (${wire.data.type})`, wire.data.hint)
    return exitCodeOf(wire.data.type)
  }
  const message = error instanceof Error ? error.message : String(error)
  if (asJson) printJsonFailure({ message }, 'line')
  else printError(message)
  return error instanceof CommandError ? error.exitCode : EXIT.failed
}

function printError(message: string, hint?: string): void {
  printMessage(`error: ${escapeLines(message)}`)
  if (hint !== undefined) printMessage(`hint: ${escapeLines(hint)}`)
}
