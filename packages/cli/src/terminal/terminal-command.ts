import type { ViewContext } from './view-context.js'

/** One command of the view. `rest` is the typed text after the name, trimmed. */
export interface TerminalCommand {
  readonly names: readonly [string, ...string[]]
  readonly usage: string
  readonly help: string
  run(view: ViewContext, rest: string): Promise<void>
}
