import type { Writable } from 'node:stream'
import type { MessagePort } from '@dapplex/transport'

/** Why an adapter is gone, and its last words. */
export interface AdapterEnd {
  /** For people: "ended with exit code 1", "was killed by SIGKILL", "closed its connection". */
  readonly why: string
  readonly stderr: string
}

/** Where an adapter listens: on a TCP port, or on a Unix socket (on Windows: a named pipe). */
export type AdapterAddress = { readonly host: string; readonly port: number } | { readonly socket: string }

export interface ProgramOutput {
  readonly category: 'stdout' | 'stderr'
  readonly text: string
}

/** A connection to an adapter, with the process behind it where the supervisor started one. */
export interface RunningAdapter {
  readonly port: MessagePort
  readonly pid: number | undefined
  /** The mark by which its processes are found; undefined for an adapter that the daemon did not start. */
  readonly owner: string | undefined
  /** The address for further connections, one for each child session (mux 14); undefined where the adapter accepts only one. */
  readonly address: AdapterAddress | undefined
  /**
   * Keeps the process for a child session that it serves too: from here on `end` closes the connection only, until the
   * returned function has been called; that resolves when the process has been ended, if it was to.
   */
  share(): () => Promise<void>
  /** The standard input of the program, where that is the input of the process (`streams: program`). */
  readonly programInput: Writable | undefined
  /** Calls back with what the process writes, where that is the output of the program (`streams: program`). */
  onProgramOutput(listener: (output: ProgramOutput) => void): void
  /** Calls back with what the adapter wrote before its first message, in whole lines. */
  onStrayText(listener: (text: string) => void): void
  /** Calls back once, after the connection or the process has ended; never during this call. */
  onEnd(listener: (end: AdapterEnd) => void): void
  stderr(): string
  /**
   * Closes the connection, waits for the process to end by itself, then ends it with all that it has started.
   * Resolves when no process is left. `spare`: the program was detached, so only the adapter itself is ended.
   */
  end(options: EndOptions): Promise<void>
}

export interface EndOptions {
  readonly graceMs: number
  readonly spare: boolean
}
