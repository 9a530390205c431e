import { z } from 'zod'
import { consoleCommands } from './console-traits.js'
import { exceptions } from './exception-traits.js'
import { evaluation } from './evaluation-traits.js'
import { presentation } from './presentation-traits.js'

/**
 * What the multiplexer core must know of an adapter. Each field is named for a behaviour, never for an adapter, and is
 * backed by a recorded session or a cited source where it is set.
 */
export const adapterTraits = z.strictObject({
  /** How two conditions of the adapter's language become one (mux 1); absent: never put together. */
  conditions: z.strictObject({ or: z.string(), open: z.string(), close: z.string() }).optional(),
  /** Results of a condition that mean no, where the multiplexer evaluates one itself (mux 1). */
  falsy: z
    .array(z.string())
    .default(['false', 'False', '0', '0.0', 'NIL', 'nil', 'None', 'null', 'undefined', 'nullptr', '']),
  /** A pattern for the message of an unverified breakpoint: its condition is no expression of the language. */
  invalidCondition: z.string().optional(),
  /** Requests outside the DAP standard (mux 25). */
  unknown: z.enum(['pass', 'refuse']).default('pass'),
  /** Whether a stop holds all threads, or one (`allThreadsStopped` left out by the adapter). */
  stops: z.enum(['all', 'thread']).default('all'),
  /**
   * A pause of a thread that stands already is followed by another `stopped` (reason `pause`) for the same stop, at the latest
   * before the `continued` of the next resume.
   */
  pauseTellsStopAgain: z.boolean().default(false),
  /**
   * What a `pause` does that meets the end of a step: it works; or it does harm (lldb-vscode 14: nothing is answered for 20 seconds,
   * then the threads are lost), so that it is kept back for a moment, in which most steps end.
   */
  pauseDuringStep: z.enum(['works', 'harms']).default('works'),
  /**
   * How long a reference from `evaluate` or `output` lives: until the thread resumes, or as long as the session. And whether a
   * reference goes on giving what it gave before a write (`snapshot`): then the multiplexer asks for it anew.
   */
  references: z
    .strictObject({
      evaluate: z.enum(['stop', 'session']).default('stop'),
      output: z.enum(['stop', 'session']).default('session'),
      show: z.enum(['now', 'snapshot']).default('now'),
    })
    .prefault({}),
  /** `launch` and `attach` succeed at once and the true failure comes with `configurationDone`. */
  failsAtConfigurationDone: z.boolean().default(false),
  /**
   * Whether a program that it has launched can run on without it. Else the program ends with its session, whoever lets it go
   * (mux 11).
   */
  letsLaunchedGo: z.boolean().default(true),
  /**
   * What the adapter does with a move (`continue`, `next` …) while the program runs: it fails; it succeeds, and nothing happens; or
   * it does harm, so that it must never be sent one: it answers nothing any more, or moves the next stop before anybody has seen it.
   */
  moveWhileRunning: z.enum(['fails', 'succeeds', 'harms']).default('fails'),
  /** Standard requests without a capability flag that this adapter must never be sent, with the reason (mux 25). */
  refuses: z.record(z.string(), z.string()).default({}),
  /**
   * Standard requests it serves although it announces no flag for them, and the multiplexer's own (`dapplex_…`) that one
   * of its shims serves: the tools use these instead of the general way.
   */
  serves: z.array(z.string()).default([]),
  /** `totalFrames` of a part of the stack: how many there are, or only that there may be more. */
  totalFrames: z.enum(['exact', 'estimate']).default('exact'),
  /** Whether `hitBreakpointIds` comes with a stop; else it is found by place (mux 4). */
  hitBreakpointIds: z.boolean().default(true),
  /**
   * Without `supportsBreakpointLocationsRequest` it looks only at the line of a breakpoint: those of one line, plain and inline, are one
   * place and are hit together (mux 1).
   */
  ignoresBreakpointColumns: z.boolean().default(false),
  /** The description of a stop at a data breakpoint, for an adapter that gives it another reason (a regular expression). */
  dataStop: z.string().optional(),
  /**
   * It confirms a breakpoint in any file and on any function, whether the program has it or not. Regular expressions tell what a
   * source has: `beforeStatement` is what stands in a file before its first statement, which runs when the file is loaded;
   * `definition` is the definition of a function, with `{{name}}` for its name.
   */
  confirmsAnyPlace: z.strictObject({ beforeStatement: z.string(), definition: z.string() }).optional(),
  /** A pattern for the message of an unverified breakpoint: its line has no code, and the adapter moves it to no other. */
  noCodeAtLine: z.string().optional(),
  /** `source.path` spelling that it sends and takes. */
  pathFormat: z.enum(['path', 'uri']).default('path'),
  /** Where the sources of a launched program are: on this machine, so that a missing file is a mistake, or elsewhere. */
  sources: z.enum(['local', 'elsewhere']).default('local'),
  /**
   * How it is known that a source is no longer what the program was made from: by the checksums in its `loadedSources`, or because
   * the file was written after the program was started, where the language is run from its source. Absent: it is not known.
   */
  changedSources: z.enum(['checksums', 'time']).optional(),
  /** An event by which the adapter asks for a child session; its body is the attach configuration (mux 14). */
  childEvent: z.string().optional(),
  /**
   * How the exit code of a child session is known, where the program that started the process tells it. `watch` is evaluated in each
   * program before it runs; from then on it sends `event` for each process that has ended and that it has waited for: `processId`,
   * `exitCode`, and `signal` by name. `processId` names the same number in the body of `childEvent`.
   */
  childExits: z.strictObject({ watch: z.string(), event: z.string(), processId: z.string() }).optional(),
  /**
   * A pattern for a line of console output whose first group is the program's exit code, where no `exited` event tells it.
   * It may come after `terminated`: the multiplexer holds back the end of the program until the adapter has answered
   * `disconnect`.
   */
  exitCodeOutput: z.string().optional(),
  /** Parts of its output that are not for people (regular expressions, in every line), and what to say for them (`$1`: a group). */
  outputWords: z.array(z.strictObject({ pattern: z.string(), says: z.string() })).default([]),
  /**
   * How the exit code tells the signal that ended the program, where `exited` has no member `signal`. `negative`: the number of
   * the signal below zero. `low-byte`: 256 less the number, where the end of the main thread, the one with the lowest id, was
   * not told before. Absent: a signal is not known.
   */
  exitSignal: z.enum(['negative', 'low-byte']).optional(),
  /** A `process` event tells which process was launched; else it is the only child process of the adapter. */
  tellsProcess: z.boolean().default(true),
  console: consoleCommands,
  exceptions: exceptions.optional(),
  presentation,
  evaluation,
})
export type AdapterTraits = z.infer<typeof adapterTraits>

/** Whether a program ends with its session, whoever lets it go: the debugger cannot let go what it has started (mux 11). */
export function endsWithSession(
  { letsLaunchedGo }: Pick<AdapterTraits, 'letsLaunchedGo'>,
  request: 'launch' | 'attach' | undefined,
): boolean {
  return request !== 'attach' && !letsLaunchedGo
}
