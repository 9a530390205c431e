import type { z } from 'zod'
import type { ErrorType } from '../errors/catalogue.js'
import type { Role } from '../session/events.js'

/** MCP's annotations, used by every derived form. */
export interface ToolAnnotations {
  readonly readOnly: boolean
  readonly destructive: boolean
  readonly idempotent: boolean
  readonly openWorld: boolean
}

/** One tool of the surface: all other forms (JSON-RPC, MCP, OpenRPC, CLI, Markdown) are derived from it. */
export interface ToolDefinition<P extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> {
  readonly name: string
  readonly group: string
  readonly title: string
  /** For a model or a person: what it is for, when not, what comes next. */
  readonly description: string
  readonly params: P
  readonly result: R
  readonly errors: readonly ErrorType[]
  readonly annotations: ToolAnnotations
  /** The least role that may call it. */
  readonly role: Role
  /** Other spellings of a parameter, by the spelling that a caller may use: `{stopAtEntry: 'stop_at_entry'}`. */
  readonly aliases: Readonly<Record<string, string>>
  /** DAP capability that the adapter must announce; absent where none is needed. */
  readonly capability?: string
  /** Milliseconds after which the call ends with TIMEOUT. */
  readonly timeoutMs: number
  readonly examples: readonly { readonly why: string; readonly params: Readonly<Record<string, unknown>> }[]
}

/** Gives a definition its precise types; checks nothing at run time (`registry.test.ts` does). */
export function defineTool<P extends z.ZodType, R extends z.ZodType>(
  definition: ToolDefinition<P, R>,
): ToolDefinition<P, R> {
  return definition
}
