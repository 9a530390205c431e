import { z } from 'zod'
import { adapterTraits } from './traits.js'

/**
 * Where an adapter may be: the places are tried in order, the first that exists wins. A found file that ends in `.js`,
 * `.cjs` or `.mjs` is run by this Node.
 */
const place = z.discriminatedUnion('kind', [
  /** The file that this environment variable names. */
  z.strictObject({ kind: z.literal('env'), name: z.string() }),
  /** A command on PATH. */
  z.strictObject({ kind: z.literal('path'), command: z.string() }),
  /** A file; `~` is the home folder and `*` matches inside one folder name (the last match in version order wins). */
  z.strictObject({ kind: z.literal('file'), pattern: z.string() }),
  /**
   * A Python module, run with `-m` by the first interpreter that can import it; or by the Python text `runner`, whose arguments
   * begin with `-m MODULE`.
   */
  z.strictObject({
    kind: z.literal('python-module'),
    module: z.string(),
    interpreters: z.array(z.string()),
    runner: z.string().optional(),
  }),
  /** One of dapplex's own adapters: its entry file comes with the adapter's package and is run by this Node. */
  z.strictObject({ kind: z.literal('bundled') }),
  /**
   * The caller says it: this launch or attach argument (it never goes upstream) is the command and its arguments, as a
   * list of strings.
   */
  z.strictObject({ kind: z.literal('given'), argument: z.string() }),
])
export type AdapterPlace = z.infer<typeof place>

/**
 * What an adapter process that does not speak DAP on its standard streams writes there: its own log, or the output of
 * the program it runs, which then becomes `output` events.
 */
const streams = z.enum(['log', 'program']).default('log')

/** How a found adapter is started. In `args`, `${port}` stands for the port that the supervisor chose. */
const start = z.discriminatedUnion('kind', [
  /**
   * DAP on the standard streams of the process. `through: shim`: the entry file of the adapter's package stands before it;
   * this Node runs it with the found command and its arguments.
   */
  z.strictObject({ kind: z.literal('stdio'), args: z.array(z.string()), through: z.literal('shim').optional() }),
  /** The process listens; it is connected to as soon as the port accepts. */
  z.strictObject({ kind: z.literal('listen'), args: z.array(z.string()), streams }),
  /** The supervisor listens and the process connects back. */
  z.strictObject({ kind: z.literal('dial-back'), args: z.array(z.string()), streams }),
  /**
   * No process is started: the address is the `host` and `port` of an attach, or the launch or attach arguments
   * `dapplexHost` (default 127.0.0.1) and `dapplexPort`, which never go upstream.
   */
  z.strictObject({ kind: z.literal('connect') }),
])
export type AdapterStart = z.infer<typeof start>

/** Which launch argument of the adapter carries which part of a launch request; a part without a name is not supported. */
const launchArguments = z.strictObject({
  program: z.string(),
  args: z.string().optional(),
  cwd: z.string().optional(),
  /** The folder of the program; the program itself where that is a folder. */
  programFolder: z.string().optional(),
  env: z.strictObject({ name: z.string(), form: z.enum(['object', 'list']) }).optional(),
  stopAtEntry: z.string().optional(),
  /** Sent instead of `fixed` where the daemon is the terminal of the program (`runInTerminal`). */
  inTerminal: z.record(z.string(), z.unknown()).optional(),
  /** With this argument the adapter tells the output of a terminal too (`output` events). */
  tellsOutput: z.string().optional(),
  /**
   * The argument that names the file which the program reads as its standard input. With `command` the argument is a list of
   * commands, and this is the one for the file `${path}`.
   */
  inputFile: z.strictObject({ argument: z.string(), command: z.string().optional() }).optional(),
  /**
   * The argument that names the file which the adapter builds where it compiles the program: in a private folder of the session,
   * unless the caller gives it. `unless`: values of another argument with which the adapter builds nothing.
   */
  buildOutput: z
    .strictObject({
      argument: z.string(),
      unless: z.strictObject({ argument: z.string(), values: z.array(z.unknown()) }),
    })
    .optional(),
  /** Sent with every launch, below what the caller gives in `adapter_args`. */
  fixed: z.record(z.string(), z.unknown()).optional(),
  /** More of the same kind that depends on the program: the first entry with a fitting file ending (or `folder`) counts. */
  byProgram: z
    .array(z.strictObject({ programs: z.array(z.string()), fixed: z.record(z.string(), z.unknown()) }))
    .optional(),
  /** What is sent instead of `fixed` where the caller gives an argument one of these values in `adapter_args`. */
  byArgument: z
    .array(
      z.strictObject({
        argument: z.string(),
        values: z.array(z.unknown()),
        fixed: z.record(z.string(), z.unknown()),
      }),
    )
    .optional(),
})

const attachArguments = z.strictObject({
  pid: z.string().optional(),
  host: z.string().optional(),
  port: z.string().optional(),
  /** Host and port as members of one object (debugpy: `connect`). */
  under: z.string().optional(),
  /** `adapter`: the address is where the adapter itself listens, so it is connected to and no process is started. */
  address: z.enum(['argument', 'adapter']).default('argument'),
  /** The argument with which the adapter, in the configuration of a child session, names the Unix socket that serves it. */
  childSocket: z.string().optional(),
  /** How the adapter attaches to a process id. `ptrace`: the system's rules for tracing are checked before it is asked. */
  by: z.literal('ptrace').optional(),
  /**
   * What a process must run, for an adapter that waits in vain for any other: its name for people, and a regular expression that fits
   * the path of the executable or of another file that is mapped into such a process.
   */
  runs: z.strictObject({ called: z.string(), files: z.string() }).optional(),
  fixed: z.record(z.string(), z.unknown()).optional(),
})

/** One debug adapter, as data: how it is found, started, and what it does differently. */
export const adapterDefinition = z.strictObject({
  /** Name on the command line and in `adapter`, kebab-case. */
  id: z.string().regex(/^[a-z][a-z0-9-]*$/),
  title: z.string(),
  languages: z.array(z.string()),
  /** Values of `type` in a launch.json, or of `adapterID` in `initialize`, that mean this adapter. */
  launchTypes: z.array(z.string()),
  /** File endings by which `debug_launch` infers this adapter, with the dot, lower case. */
  programs: z.array(z.string()),
  find: z.array(place),
  start,
  /** How its version is asked for: arguments, and a pattern whose first group is the version. */
  version: z
    .strictObject({ args: z.array(z.string()), pattern: z.string(), minimum: z.string().optional() })
    .optional(),
  /** One sentence that tells how to get it, for ADAPTER_NOT_FOUND and `dapplex adapters`. */
  install: z.string(),
  /**
   * What another account of the machine can do through the adapter's TCP ports where the system does not tell whose a connection
   * is (docs/security.md). Absent for an adapter that opens none, or that guards them in another way.
   */
  unguardedPorts: z.string().optional(),
  launch: launchArguments.optional(),
  attach: attachArguments.optional(),
  traits: adapterTraits,
})
export type AdapterDefinition = z.infer<typeof adapterDefinition>
/** A definition as it is written: traits with defaults may be left out. */
export type AdapterDefinitionInput = z.input<typeof adapterDefinition>
