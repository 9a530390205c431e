import type { AdapterTraits, JsonObject } from '@dapplex/protocol'

/** What happens to the program when the client that started it has vanished and nobody is left (mux 29). */
export interface AbandonPolicy {
  /** A launched program: kept for `lingerMs`, then ended. */
  readonly lingerMs: number
  /** An attached program: resumed and left alone, or kept as it is. */
  readonly attached: 'detach' | 'keep'
  /**
   * Whether the client of the tools (kind `surface`) keeps the session alive when everybody else has vanished. `stays`, the default: it
   * does. `leaves`: it does not. `runs`: it does while the program runs; an attached program that stands is resumed and
   * released after `lingerMs`.
   */
  readonly surfaceClient?: 'stays' | 'leaves' | 'runs'
}

/** What the user has configured. All times in milliseconds. */
export interface Policies {
  readonly abandon: AbandonPolicy
  /** Who may move the program: everyone with the role, or one holder of a lease at a time (mux 19). */
  readonly control: 'shared' | 'exclusive'
  /** Whether the runtime can run a command that the adapter wants in a terminal (mux 13). */
  readonly runsCommands: boolean
  /** Whether the runtime can open child sessions (mux 14); else the launcher is asked, as it would be directly. */
  readonly opensChildren: boolean
}

/** Limits. Bytes are UTF-16 code units of text, times are milliseconds. */
export interface Limits {
  /** Output kept for late joiners (mux 7). */
  readonly historyBytes: number
  /** Bytes that may wait for one client before its output is coalesced and dropped (mux 16). */
  readonly clientBytes: number
  /** A client over its budget that reads nothing for this long is disconnected (mux 16). */
  readonly stalledMs: number
  /** How long a client must have had to look at a stop that another caused, before it may resume (mux 17). */
  readonly stopGraceMs: number
  /** Length of a lease of control whose request names no length (mux 19). */
  readonly leaseMs: number
  /** Deadline of an ordinary request (mux 26). */
  readonly requestMs: number
  /**
   * Time for the adapter to answer terminate before the program is ended all the same (mux 11, 26). Longer than the time in which
   * dapplex's own adapters let a program end by itself.
   */
  readonly terminateMs: number
  /** Time for the adapter to answer disconnect before it is ended (mux 11). */
  readonly disconnectMs: number
  /**
   * Longest time for one answer, after the first evaluation, while a stop is held back because the multiplexer finds out what was
   * hit (mux 1).
   */
  readonly examineMs: number
}

export interface SessionOptions {
  /** The adapter's name in messages to people. */
  readonly adapterTitle: string
  readonly traits: AdapterTraits
  /** Breakpoint ids count up from here, so that ids of several sessions differ. */
  readonly firstBreakpointId: number
  /** One spelling for all spellings of a file (case, symlinks). Pure: looked up by the runtime beforehand (mux 1). */
  readonly normalizePath: (path: string) => string
  /** The path without symbolic links and detours, in the file system's letter case. Pure, too (mux 1). */
  readonly realPath: (path: string) => string
  /** A path as people read it: from the folder of the workspace. */
  readonly shownPath: (path: string) => string
  /** The name of a signal on the program's machine, such as `SIGKILL`; undefined for no such number. */
  readonly signalName: (number: number) => string | undefined
  readonly policies: Policies
  readonly limits: Limits
}

const defaultPolicies: Policies = {
  abandon: { lingerMs: 60_000, attached: 'detach' },
  control: 'shared',
  runsCommands: false,
  opensChildren: false,
}

const defaultLimits: Limits = {
  historyBytes: 256 * 1024,
  clientBytes: 1024 * 1024,
  stalledMs: 60_000,
  stopGraceMs: 500,
  leaseMs: 60_000,
  requestMs: 30_000,
  terminateMs: 6_000,
  disconnectMs: 2_000,
  examineMs: 5_000,
}

/** Settings of `createSession`. Everything but title and traits has a default. */
export interface SessionSettings {
  readonly adapterTitle: string
  readonly traits: AdapterTraits
  readonly firstBreakpointId?: number
  readonly normalizePath?: (path: string) => string
  readonly realPath?: (path: string) => string
  readonly shownPath?: (path: string) => string
  readonly signalName?: (number: number) => string | undefined
  readonly policies?: Partial<Policies>
  /** Breakpoints that the session itself begins with, as `dapplex_breakpointAdd` takes them, with `enabled`. */
  readonly breakpoints?: readonly JsonObject[]
  readonly limits?: Partial<Limits>
}

export function completeOptions(settings: SessionSettings): SessionOptions {
  return {
    adapterTitle: settings.adapterTitle,
    traits: settings.traits,
    firstBreakpointId: settings.firstBreakpointId ?? 1,
    normalizePath: settings.normalizePath ?? ((path) => path),
    realPath: settings.realPath ?? ((path) => path),
    shownPath: settings.shownPath ?? ((path) => path),
    signalName: settings.signalName ?? (() => undefined),
    policies: { ...defaultPolicies, ...settings.policies },
    limits: { ...defaultLimits, ...settings.limits },
  }
}
