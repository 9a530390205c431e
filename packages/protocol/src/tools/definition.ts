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
  readonly group: ToolGroup
  readonly title: string
  /** What it is for. Where a seed gives the tool's definition, exactly the seed's sentence. */
  readonly description: string
  /** For a model or a person: when to use it, when not, what comes next, how limits work. */
  readonly notes?: string
  /** The document that fixes name, parameters and description: `seeds/000`, `seeds/001` or `seeds/002`. */
  readonly seed?: '000' | '001' | '002'
  readonly params: P
  readonly result: R
  /** What it raises beside INVALID_PARAMETER, FORBIDDEN and the errors of finding its session. */
  readonly errors: readonly ErrorType[]
  readonly annotations: ToolAnnotations
  /**
   * The least role that may call it. A tool that changes something only with some parameters has the lower role here and
   * asks for the higher one itself.
   */
  readonly role: Role
  /**
   * Which session it works on: none; a live one; the live one that has started the others of its tree; or that one, and when none is
   * live the one that ended last.
   */
  readonly session: 'none' | 'live' | 'root' | 'latest'
  /**
   * Other spellings of a parameter, by the spelling that a caller may use: `{terminateProcess: 'terminate'}`. The
   * camelCase form of every parameter is accepted without an entry here.
   */
  readonly aliases: Readonly<Record<string, string>>
  /** Other spellings of a value, by parameter: `{action: {in: 'into'}}`. */
  readonly valueAliases?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Object or list parameters that may also be given as JSON text. */
  readonly jsonText?: readonly string[]
  /** Parameters that one parameter makes needless: `{configuration: {program: ''}}`. */
  readonly implies?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Other names of the tool, with the parameters that each fixes: `{debug_step_over: {action: 'over'}}`. */
  readonly alsoCalled?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** DAP capability that the adapter must announce; absent where none is needed. */
  readonly capability?: string
  /** Milliseconds after which the call ends with TIMEOUT; `timeout_ms`, where the tool has it, takes its place. */
  readonly timeoutMs: number
  /** It waits for something to happen: the end of `timeout_ms` is a result of its own, not TIMEOUT. */
  readonly waits?: boolean
  /**
   * What it leaves at its node of the workflow tree: a record of the call (by default), none, or none but of a failure, where
   * the call itself files one (workflow 19).
   */
  readonly leaves?: 'nothing' | 'failures'
  readonly examples: readonly { readonly why: string; readonly params: Readonly<Record<string, unknown>> }[]
}

export type ToolGroup =
  | 'sessions'
  | 'tests'
  | 'execution'
  | 'breakpoints'
  | 'inspection'
  | 'objects'
  | 'types'
  | 'lisp'
  | 'workflow'
  | 'clients'
  | 'raw'
  | 'router'

/** Gives a definition its precise types; checks nothing at run time (`registry.test.ts` does). */
export function defineTool<P extends z.ZodType, R extends z.ZodType>(
  definition: ToolDefinition<P, R>,
): ToolDefinition<P, R> {
  return definition
}

/** Annotations by what a tool does. */
export const ANNOTATIONS = {
  /** Looks; the program and the session stay as they are. */
  reads: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  /** Changes something of the session that can be taken back. */
  arranges: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  /** Adds something of its own; what was there stays. */
  adds: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  /** Lets the program run. */
  moves: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  /** Changes the program's data, or runs code of the caller in it. */
  writes: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  /** Starts a program. */
  starts: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  /** Ends a program. */
  ends: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
} as const satisfies Readonly<Record<string, ToolAnnotations>>
