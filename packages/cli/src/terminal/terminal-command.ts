import type { ViewContext } from './view-context.js'

/** One command of the view. `rest` is the typed text after the name, trimmed. */
export interface TerminalCommand {
  readonly names: readonly [string, ...string[]]
  readonly usage: string
  readonly help: string
  /** A line as a person types it. */
  readonly example: string
  /** An empty line runs the command again: steps, moves in the stack and listings. */
  readonly repeats?: true
  run(view: ViewContext, rest: string): Promise<void>
}
