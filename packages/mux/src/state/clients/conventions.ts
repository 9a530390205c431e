/**
 * How one client counts lines and columns, how it writes paths, and what it understands (DAP,
 * `InitializeRequestArguments`; mux 8).
 */
export interface Conventions {
  readonly linesStartAt1: boolean
  readonly columnsStartAt1: boolean
  readonly pathFormat: 'path' | 'uri'
  readonly variableType: boolean
  readonly memoryReferences: boolean
  readonly ansiStyling: boolean
  readonly runInTerminal: boolean
  /** It hands the arguments of `runInTerminal` to a shell as they are, where the adapter wants that. */
  readonly shellArguments: boolean
  readonly startDebugging: boolean
  readonly progress: boolean
  readonly invalidated: boolean
  readonly memoryEvent: boolean
  /** Equal for clients to whom one printed body can be sent. */
  readonly className: string
}

/** One translation between a client's conventions and the adapter's (always lines and columns from 1). */
export interface Shift {
  /** Added to a line; 0 where both count alike. */
  readonly line: number
  readonly column: number
  readonly path: ((path: string) => string) | undefined
}

/** What is different for one class of clients; `isPlain` clients get the body as the adapter sent it. */
export interface Dialect {
  readonly shift: Shift
  readonly conventions: Conventions
  readonly isPlain: boolean
}
