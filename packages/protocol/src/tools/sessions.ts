import { z } from 'zod'
import { ANNOTATIONS, defineTool } from './definition.js'
import { integer } from '../shapes/integer.js'
import { breakOn, digestParams, expectedStopId, firstBreakpoint, sessionId, timeoutMs } from '../shapes/parameters.js'
import {
  actor,
  childRow,
  clientRow,
  endFields,
  exceptionSummary,
  location,
  replayFields,
  sessionState,
  setBreakpoint,
  stopFields,
} from '../shapes/rows.js'

const adapterName = z
  .string()
  .min(1)
  .optional()
  .describe('Debug adapter; adapters_list names them (default: by program)')
const adapterArgs = z
  .record(z.string(), z.unknown())
  .default({})
  .describe("The adapter's own arguments, passed as they are, over everything else")
const names = z.record(z.string(), z.string())

const pathMappings = z
  .array(z.strictObject({ remote: z.string().min(1), local: z.string().min(1) }))
  .default([])
  .describe("Folders of the program's machine or container (remote) and where they are here (local), for every client")

const waitMs = integer({ min: 0, max: 86_400_000 })
  .default(5000)
  .describe('How long to wait, once it runs, for its first stop or its end, in milliseconds')

export const debugLaunch = defineTool({
  name: 'debug_launch',
  group: 'sessions',
  title: 'Launch a program',
  description: 'Start a program under a debugger, in a session that any number of clients can share.',
  notes:
    'Give breakpoints, or stop_at_entry. An exception that nothing catches stops the program by itself. The answer comes at the first stop or the end, or after wait_ms while it runs: then wait_for_stop. children are what the program has started, with sessions of their own. The session lives on when its clients leave; debug_disconnect ends it.',
  params: z.strictObject({
    program: z.string().describe('Absolute path, or a command such as npm with cwd; not needed with configuration'),
    adapter: adapterName,
    args: z.array(z.string()).default([]).describe('Arguments of the program'),
    cwd: z.string().min(1).optional().describe("Working folder (default: the program's own folder)"),
    env: names.default({}).describe('Environment variables, over those of the daemon; also as JSON text'),
    stop_at_entry: z.boolean().default(false).describe('Stop before the first line'),
    configuration: z
      .string()
      .min(1)
      .optional()
      .describe('Name of a configuration in .vscode/launch.json or dapplex.jsonc'),
    adapter_args: adapterArgs,
    breakpoints: z
      .array(firstBreakpoint)
      .default([])
      .describe(
        'Breakpoints of the session, set before the first line runs; members as in breakpoint_set. A line without file is one of the program, if that is a source file',
      ),
    path_mappings: pathMappings,
    on_abandon: z
      .enum(['keep', 'end'])
      .default('keep')
      .describe('What to do when every client has vanished: keep the program, or end it after a while'),
    break_on: breakOn,
    timeout_ms: timeoutMs(30_000, 'Longest wait for the program to start'),
    wait_ms: waitMs,
    ...digestParams,
  }),
  result: z.strictObject({
    // `state` tells whether it is stopped, `_meta` which stop it is.
    ...z.strictObject(stopFields).partial().omit({ stopped: true, stop_id: true }).shape,
    breakpoint_ids: stopFields.breakpoint_ids.describe('Absent where none was hit, or the only one'),
    success: z.literal(true),
    session_id: z.string(),
    pid: z.int().optional(),
    state: sessionState,
    message: z.string(),
    breakpoints: z.array(setBreakpoint).optional().describe('Where the breakpoints are that this session has'),
    children: z.array(childRow).optional().describe('What the program has started: wait_for_stop shows its stops'),
  }),
  errors: ['INVALID_PATH', 'LAUNCH_FAILED', 'ADAPTER_NOT_FOUND', 'ADAPTER_CRASHED', 'PERMISSION_DENIED', 'TIMEOUT'],
  annotations: ANNOTATIONS.starts,
  role: 'owner',
  session: 'none',
  aliases: { stopOnEntry: 'stop_at_entry', stop_on_entry: 'stop_at_entry' },
  jsonText: ['env', 'args', 'adapter_args', 'breakpoints', 'path_mappings'],
  implies: { configuration: { program: '' } },
  timeoutMs: 30_000,
  waits: true,
  examples: [
    { why: 'stop before the first line', params: { program: '/app/main.py', stop_at_entry: true } },
    {
      why: 'run to a line',
      params: { program: '/app/main.js', args: ['--fast'], breakpoints: [{ line: 12 }] },
    },
  ],
})

export const debugAttach = defineTool({
  name: 'debug_attach',
  group: 'sessions',
  title: 'Attach to a running program',
  description: 'Debug a process that runs already, by its id or by the address where it listens for a debugger.',
  notes:
    'Give pid, or host and port. processes_list shows what can be attached to. debug_disconnect leaves it running.',
  params: z.strictObject({
    pid: integer({ min: 1 }).optional().describe('Process id'),
    host: z
      .string()
      .min(1)
      .optional()
      .describe('Host where the program or its debug server listens (default with port: 127.0.0.1)'),
    port: integer({ min: 1, max: 65_535 }).optional().describe('Port where it listens'),
    adapter: adapterName,
    adapter_args: adapterArgs,
    path_mappings: pathMappings,
    on_abandon: z
      .enum(['keep', 'detach'])
      .optional()
      .describe(
        'What to do when every client has vanished: keep the session, or resume the program and let it go. Without it the session stays while the program runs; a stopped program is resumed and released after 5 minutes',
      ),
    timeout_ms: timeoutMs(30_000, 'Longest wait for the attach'),
  }),
  result: z.strictObject({
    success: z.literal(true),
    session_id: z.string(),
    pid: z.int().optional(),
    state: sessionState,
    process_name: z.string().optional(),
    runtime_version: z.string().optional(),
  }),
  errors: [
    'PROCESS_NOT_FOUND',
    'NOT_DOTNET_PROCESS',
    'ALREADY_ATTACHED',
    'ATTACH_FAILED',
    'SWANK_CONNECTION_FAILED',
    'ADAPTER_NOT_FOUND',
    'ADAPTER_CRASHED',
    'PERMISSION_DENIED',
    'TIMEOUT',
  ],
  annotations: ANNOTATIONS.starts,
  role: 'owner',
  session: 'none',
  aliases: { processId: 'pid', process_id: 'pid' },
  jsonText: ['adapter_args', 'path_mappings'],
  timeoutMs: 30_000,
  examples: [
    { why: 'a process of this machine', params: { pid: 4711 } },
    { why: 'a program that listens for a debugger', params: { host: '127.0.0.1', port: 5678 } },
  ],
})

export const debugDisconnect = defineTool({
  name: 'debug_disconnect',
  group: 'sessions',
  title: 'End or leave a session',
  description: 'Leave the program running and end the session, or end the program too.',
  notes:
    'With terminate the program ends for everybody. Without it the program runs on without a debugger, unless other clients are in the session: then only this client leaves. A program that was launched ends all the same where its debugger cannot let it go (C#, Go, Lisp). message says what happened. After the end the last stop can still be read, until dismiss or keep_ended_ms of dapplex.jsonc.',
  params: z.strictObject({
    session_id: sessionId,
    terminate: z.boolean().default(false).describe('End the program as well'),
    dismiss: z.boolean().default(false).describe('Forget a session that has ended'),
  }),
  result: z.strictObject({ success: z.literal(true), message: z.string() }),
  errors: ['DISCONNECT_FAILED', 'TIMEOUT', 'CONTROL_HELD'],
  annotations: ANNOTATIONS.ends,
  role: 'observer',
  session: 'root',
  aliases: { terminateProcess: 'terminate', terminate_process: 'terminate' },
  timeoutMs: 15_000,
  examples: [{ why: 'end the program', params: { terminate: true } }],
})

export const debugRestart = defineTool({
  name: 'debug_restart',
  group: 'sessions',
  title: 'Start the program again',
  description: 'End the program and start it again in the same session, with the same arguments and breakpoints.',
  notes:
    'Nobody has to join again, and all breakpoints hold from the first line on. A session that has ended is started again too. For other arguments use debug_launch. It answers as debug_launch does.',
  params: z.strictObject({
    session_id: sessionId,
    expected_stop_id: expectedStopId,
    timeout_ms: timeoutMs(30_000, 'Longest wait for the program to start'),
    wait_ms: waitMs,
    ...digestParams,
  }),
  result: debugLaunch.result,
  errors: ['LAUNCH_FAILED', 'ADAPTER_CRASHED', 'STOP_CHANGED', 'CONTROL_HELD', 'TIMEOUT'],
  annotations: ANNOTATIONS.ends,
  role: 'operator',
  session: 'latest',
  aliases: {},
  timeoutMs: 30_000,
  waits: true,
  examples: [{ why: 'see the bug once more', params: {} }],
})

export const configurationsList = defineTool({
  name: 'configurations_list',
  group: 'sessions',
  title: 'Named launch configurations',
  description:
    'List the launch configurations of a workspace: its dapplex.jsonc and .vscode/launch.json, then those of the user.',
  notes:
    'Give the name of one as configuration of debug_launch, with the workspace as cwd. The files of the nearest folder above that has any count. One that cannot be used here says why in unusable.',
  params: z.strictObject({
    workspace: z
      .string()
      .min(1)
      .optional()
      .describe("Absolute path of the workspace (default: the folder of the session's program, else only the user's)"),
    session_id: sessionId,
  }),
  result: z.strictObject({
    workspace: z.string().optional(),
    configurations: z.array(
      z.strictObject({
        name: z.string(),
        file: z.string().describe('Where it stands'),
        request: z.enum(['launch', 'attach']).optional(),
        adapter: z.string().optional(),
        program: z.string().optional(),
        args: z.array(z.string()).optional(),
        cwd: z.string().optional(),
        unusable: z.string().optional().describe('Why it cannot be used outside an editor'),
      }),
    ),
  }),
  errors: ['SESSION_NOT_FOUND', 'SESSION_AMBIGUOUS', 'INVALID_PATH'],
  annotations: ANNOTATIONS.reads,
  role: 'observer',
  session: 'none',
  aliases: { folder: 'workspace', cwd: 'workspace' },
  timeoutMs: 10_000,
  examples: [{ why: 'how is this project started?', params: { workspace: '/app' } }],
})

export const debugState = defineTool({
  name: 'debug_state',
  group: 'sessions',
  title: 'Where the program stands',
  description:
    'Show whether the program runs, is stopped (where and why) or has exited, and who else is in the session.',
  notes:
    'Works without a session (not_attached). stop_id counts the stops: give it as expected_stop_id or since_stop_id to notice that another client moved the program.',
  params: z.strictObject({ session_id: sessionId }),
  result: z.strictObject({
    state: sessionState,
    reason: z.string().optional().describe('Why it stopped, or why the session ended'),
    thread_id: z.int().optional(),
    breakpoint_id: z.int().optional(),
    location: location.optional(),
    stop_id: z.int(),
    ...replayFields,
    ...endFields,
    exception: exceptionSummary.optional(),
    children: z.array(childRow).optional().describe('What the program has started: processes and workers'),
    unresponsive: z.strictObject({ command: z.string(), since: z.string() }).optional(),
    job: z
      .strictObject({ tool: z.string(), by: actor })
      .optional()
      .describe('A tool moves the program by itself; debug_pause ends it'),
    clients: z.array(clientRow),
  }),
  errors: [],
  annotations: ANNOTATIONS.reads,
  role: 'observer',
  session: 'latest',
  aliases: {},
  timeoutMs: 10_000,
  examples: [{ why: 'where is it?', params: {} }],
})

export const sessionsList = defineTool({
  name: 'sessions_list',
  group: 'sessions',
  title: 'The sessions of the daemon',
  description: 'List the debug sessions, those that have ended and can still be read included.',
  params: z.strictObject({}),
  result: z.strictObject({
    sessions: z.array(
      z.strictObject({
        session_id: z.string(),
        adapter: z.string(),
        program: z.string().optional(),
        pid: z.int().optional(),
        state: sessionState,
        stop_id: z.int(),
        started_at: z.string().describe('ISO 8601'),
        parent: z.string().optional().describe('The session that started this one'),
        selected: z.boolean().describe('Chosen by this connection'),
        exit_code: z.int().optional(),
        ended_by: actor.optional().describe('The client that has ended it'),
        clients: z.array(clientRow),
      }),
    ),
  }),
  errors: [],
  annotations: ANNOTATIONS.reads,
  role: 'observer',
  session: 'none',
  aliases: {},
  timeoutMs: 10_000,
  examples: [{ why: 'all sessions', params: {} }],
})

export const sessionSelect = defineTool({
  name: 'session_select',
  group: 'sessions',
  title: 'Choose a session',
  description: 'Choose the session that later calls of this connection mean when they name none.',
  params: z.strictObject({ session_id: z.string().min(1).describe('Session, as in sessions_list') }),
  result: z.strictObject({ success: z.literal(true), session_id: z.string() }),
  errors: ['SESSION_NOT_FOUND'],
  annotations: ANNOTATIONS.arranges,
  role: 'observer',
  session: 'none',
  aliases: {},
  timeoutMs: 10_000,
  examples: [{ why: 'work on the second of two programs', params: { session_id: 's2' } }],
})

export const adaptersList = defineTool({
  name: 'adapters_list',
  group: 'sessions',
  title: 'The debug adapters',
  description: 'List the debug adapters: which are found and where, and how to get those that are not.',
  params: z.strictObject({}),
  result: z.strictObject({
    adapters: z.array(
      z.strictObject({
        id: z.string(),
        title: z.string(),
        languages: z.array(z.string()),
        found: z.boolean(),
        path: z.string().optional(),
        version: z.string().optional(),
        problem: z.string().optional().describe('Why it could not be checked: it may be installed all the same'),
        install: z.string(),
      }),
    ),
  }),
  errors: [],
  annotations: ANNOTATIONS.reads,
  role: 'observer',
  session: 'none',
  aliases: {},
  timeoutMs: 20_000,
  examples: [{ why: 'what can be debugged here?', params: {} }],
})

export const processesList = defineTool({
  name: 'processes_list',
  group: 'sessions',
  title: 'Processes that can be attached to',
  description: 'List the running processes that debug_attach can debug.',
  params: z.strictObject({ adapter: z.string().min(1).optional().describe('Only those of this adapter') }),
  result: z.strictObject({
    processes: z.array(
      z.strictObject({ pid: z.int(), name: z.string(), runtime: z.string().optional(), adapter: z.string() }),
    ),
  }),
  errors: ['ADAPTER_NOT_FOUND'],
  annotations: ANNOTATIONS.reads,
  role: 'operator',
  session: 'none',
  aliases: {},
  timeoutMs: 20_000,
  examples: [{ why: 'what can be attached to?', params: {} }],
})
