import { EXIT } from './exit-codes.js'

/** A failure of a command that is not the surface's: message for stderr, and the exit code. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  constructor(
    message: string,
    readonly exitCode: number = EXIT.failed,
  ) {
    super(message)
  }
}
