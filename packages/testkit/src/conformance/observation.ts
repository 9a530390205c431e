/** What one client saw of a program, in words that do not depend on its ingress. */
export interface Observation {
  readonly breakpoint: { readonly verified: boolean; readonly line: number }
  readonly stop: { readonly reason: string; readonly line: number }
  /** At least one, and one of them stopped. */
  readonly hasThreads: boolean
  /** The two innermost frames of the program's own file: bare function names, with their lines. */
  readonly stack: readonly { readonly function: string; readonly line: number }[]
  /** Values of the variables that the subject names, by name. */
  readonly variables: Readonly<Record<string, string>>
  readonly evaluated: string
  /** Line after one step over. */
  readonly steppedTo: number
  /** Line of the next stop, after continue: the breakpoint again. */
  readonly secondStop: number
  readonly exitCode: number
}

/** A program that the suite is played on. */
export interface Subject {
  /** Adapter id, and the name of the row. */
  readonly adapter: string
  /** Absolute path of what is launched. */
  readonly program: string
  readonly args: readonly string[]
  /** Absolute path of the source with the breakpoint. */
  readonly source: string
  readonly line: number
  /** Names of the variables to read: those whose text is the same however it is asked for. */
  readonly variables: readonly string[]
  readonly expression: string
  readonly want: Observation
}

/**
 * One way to a session: raw DAP, JSON-RPC on a WebSocket, or one process a call. The suite plays the same steps on each.
 */
export interface Ingress {
  readonly name: string
  observe(subject: Subject): Promise<Observation>
}

/** `Shop.Program.Total(Order order)`, `module!total` and `(FLET TOTAL)` are all `total`'s frame. */
export function bareName(frame: string): string {
  const withoutArguments = frame.replace(/\(.*\)\s*$/, '').trim()
  const name = withoutArguments === '' ? frame : withoutArguments
  return (/[^.!:\s]+$/.exec(name)?.[0] ?? name).toLowerCase()
}
