import { EXIT } from './exit-codes.js'

/** A failure that the command itself finds: the message for standard error, and the exit code. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError'
  constructor(
    message: string,
    readonly exitCode: number = EXIT.failed,
  ) {
    super(message)
  }
}

/** The command was typed wrongly. */
export class UsageError extends CommandError {
  override readonly name = 'UsageError'
  constructor(message: string) {
    super(message, EXIT.usage)
  }
}
