import type { Client } from '@dapplex/client'
import { ToolError } from '@dapplex/protocol'

/** The session that a command of the terminal view reads or moves, and the place where it prints. */
export interface ViewContext {
  readonly client: Client
  readonly sessionId: string
  print(text: string): void
  /** Expressions shown at each stop. */
  readonly watches: string[]
  /** Names of the values that have changed since the stop before, at the stop that was shown last. */
  changed: ReadonlySet<string>
  /** Ends the view; the session goes on. */
  leave(): void
}

/** One call of the surface in this view's session. `params` are the tool's own, without `session_id`. */
export async function call<T>(
  view: ViewContext,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
): Promise<T> {
  return (await view.client.call(method, { ...params, session_id: view.sessionId })) as T
}

/** The command was understood and failed: the message says how. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
}

/** The line was typed wrongly: the message says how to write it. */
export class ViewUsageError extends Error {
  override readonly name = 'ViewUsageError'
}

/** One line for a failed command. */
export function describeFailure(error: unknown): string {
  if (error instanceof ToolError) {
    const { message, data } = error.wire
    return data.hint === undefined ? message : `${message} (${data.hint})`
  }
  return error instanceof Error ? error.message : String(error)
}
