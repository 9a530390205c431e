import type { Client } from '@dapplex/client'
import { ToolError } from '@dapplex/protocol/plain'
import type { Paint } from '../output/paint.js'

/** What the view remembers from one command to the next. Every command of a view shares it. */
export interface ViewMemory {
  /** Expressions shown at each stop. */
  readonly watches: string[]
  /** Names of the values that have changed since the stop before, at the stop that was shown last. */
  changed: ReadonlySet<string>
  /** The id of this view among the clients of the session, where it is known. */
  ownId?: number | undefined
  /** What an empty line runs again. */
  repeated?: string
  /** Paths of the rows that were listed last: `x 2` opens the second. */
  paths: readonly (string | undefined)[]
  /** The line after those that `l` has shown, and their file. */
  nextLines?: { readonly file?: string; readonly line: number }
}

export const newMemory = (): ViewMemory => ({ watches: [], changed: new Set(), paths: [] })

/** A session, and the client that reads or moves it. */
export interface SessionAccess {
  readonly client: Client
  readonly sessionId: string
}

/** What a command of the terminal view reads or moves, and the place where it prints. */
export interface ViewContext extends SessionAccess {
  readonly memory: ViewMemory
  readonly paint: Paint
  /** `live`: stops are shown as they come, whoever caused them. `script`: a command that moves the program shows the stop. */
  readonly manner: 'live' | 'script'
  readonly print: (text: string) => void
  /** Asks the person; undefined where nobody can answer. */
  ask?(question: string): Promise<string>
  /** Ends the view; the session goes on. */
  leave(): void
}

/** One call of the surface in this view's session. `params` are the tool's own, without `session_id`. */
export async function call<T>(
  view: SessionAccess,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
): Promise<T> {
  return (await view.client.call(method, { ...params, session_id: view.sessionId })) as T
}

type Call = (method: string, params?: Readonly<Record<string, unknown>>) => Promise<Record<string, unknown>>

/** The same view whose calls go through `around`. */
export function withCalls(view: ViewContext, around: Call): ViewContext {
  const client = Object.create(view.client) as Client
  return { ...view, client: Object.assign(client, { call: around }) }
}

/** The command was understood and failed: the message says how. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
}

/** The line was typed wrongly: the message says how to write it. */
export class ViewUsageError extends Error {
  override readonly name = 'ViewUsageError'
}

/** A hint names tools with their parameters: here `call` makes such a call. */
const asTyped = (hint: string): string => hint.replaceAll(/\b[a-z]+(?:_[a-z]+)+ \{/g, 'call $&')

/** One line for a failed command. */
export function describeFailure(error: unknown): string {
  if (error instanceof ToolError) {
    const { message, data } = error.wire
    return data.hint === undefined ? message : `${message} (${asTyped(data.hint)})`
  }
  return error instanceof Error ? error.message : String(error)
}
