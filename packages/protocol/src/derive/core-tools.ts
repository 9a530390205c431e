import type { ToolName } from '../tools/registry.js'

/** How the core list shows a tool, where each word is in a model's context all the time. */
export interface CoreTool {
  /** In place of description and notes. Both stand in the reference and in `tool_help`. */
  readonly says: string
  /** Shorter texts of parameters, by name. An empty text: the name is enough. */
  readonly parameters?: Readonly<Record<string, string>>
  /** Parameters that are rarely needed. They can be given all the same; `tool_help` names them. */
  readonly hides?: readonly string[]
}

/**
 * The tools that a model is shown unless it asks for others: enough to start a program, stop it, read it, change it and end
 * it. The whole list stays below 4,000 tokens at four bytes each, so a tool is in it only where another one cannot stand in for it.
 */
export const coreTools = {
  debug_launch: {
    says: 'Start a program under a debugger. An exception that nothing catches stops it, and so do breakpoints and stop_at_entry. Answers at the first stop or the end, or after wait_ms while it runs. debug_disconnect ends the session.',
    parameters: {
      program: 'Absolute path; not needed with configuration',
      adapter: 'Default: by program',
      args: '',
      cwd: "Default: the program's folder",
      env: '',
      stop_at_entry: '',
      configuration: 'Name in .vscode/launch.json or dapplex.jsonc',
      adapter_args: "The adapter's own arguments",
      breakpoints: 'Set before the first line runs',
      break_on: 'Exceptions that stop it',
      wait_ms: '',
    },
    hides: ['path_mappings', 'on_abandon'],
  },
  debug_attach: {
    says: 'Debug a process that runs already: give pid, or host and port where it listens for a debugger. debug_disconnect leaves it running.',
    parameters: { pid: '', host: '', port: '', adapter: '', adapter_args: '' },
    hides: ['path_mappings', 'on_abandon'],
  },
  debug_disconnect: {
    says: 'End the session. The program runs on, or ends for everybody with terminate. If other clients are in the session, only this client leaves it.',
    parameters: { terminate: '' },
  },
  debug_state: {
    says: 'Tell whether the program runs, is stopped (where and why) or has exited, and who else is in the session.',
  },
  sessions_list: { says: 'List the sessions, ended ones included.' },
  test_run: {
    says: 'Run tests under a debugger: one by name, or all of target. A failing assertion stops it in the frame of the test, with its values. Else answers passed, failed, failures. A wrong name lists the nearest.',
    parameters: {
      target: 'Absolute path of a test file or project folder',
      name: 'Its last part is enough',
      framework: '',
      args: '',
      breakpoints: 'Set before the first test runs',
      break_on: '',
    },
  },
  tests_list: {
    says: 'List the tests of a file or folder.',
    parameters: { target: '', framework: '' },
    hides: ['max_tests'],
  },
  debug_continue: {
    says: 'Resume the program; with wait, until it stops again or ends.',
    parameters: { wait: '' },
  },
  debug_pause: { says: 'Stop the running program.' },
  debug_step: {
    says: 'Run one line (over), into the called function (into), or to the end of this one (out). Answers with the new stop; changed marks values. After timeout_ms the step goes on: wait_for_stop waits for its end.',
    parameters: { action: '', wait: 'Answer when the step has ended' },
  },
  wait_for_stop: {
    says: 'Wait until the program stops or ends, or the time is over. A program that is stopped already answers at once, unless since_stop_id asks for a later stop.',
    parameters: { since_stop_id: '' },
  },
  probe_run: {
    says: 'Read expressions wherever the program passes some places, over many hits, with nobody stopped. With program it starts one.',
    parameters: {
      probes: 'file and line (or text), or function; expressions',
      until: '',
      program: 'Default: the session',
    },
    hides: ['adapter', 'args', 'cwd', 'env', 'adapter_args'],
  },
  trace_run: {
    says: 'Trace calls of a function: each line and what it changed, loops folded. flag: an expression, told where first true. With program it starts one.',
    parameters: {
      functions: 'Names, or {file, line}',
      max_calls: '',
      max_steps: '',
      depth: '',
      flag: '',
      program: '',
    },
    hides: ['adapter', 'args', 'cwd', 'env', 'adapter_args'],
  },
  breakpoint_set: {
    says: 'Stop at a line of a file, or when a function is entered: give file and line (or text of the line), or function. verified: false means that its code is not loaded yet. With no session it is kept for the next one.',
    parameters: {
      file: 'Absolute path',
      line: '',
      text: '',
      column: '',
      function: '',
      condition: 'Expression: stop only where it is true',
      hit_count: 'Stop at this hit',
      log_message: 'Print this instead of stopping; {expressions} are filled in',
    },
  },
  breakpoint_remove: { says: 'Remove a breakpoint.', parameters: { id: 'As in breakpoint_list' } },
  breakpoint_list: { says: 'List the breakpoints, with their hits.' },
  threads_list: { says: 'List the threads, with the place of each that is stopped.' },
  stacktrace_get: {
    says: 'Read the stack of a thread.',
    parameters: { start_frame: '', max_frames: '' },
  },
  variables_get: {
    says: 'Read the variables of a frame. Globals come by name in expand, or with evaluate. An object_id leads to inspect_object.',
    parameters: {
      scope: '',
      expand: 'Path whose members are read, such as this.items[2]',
      start: 'First element',
      count: '',
      max_value_length: '',
    },
  },
  evaluate: {
    says: "Evaluate an expression of the program's language in a frame. What it throws is a result. A bare path such as a.b[3].c only reads; anything else runs code in the program.",
    parameters: {
      expression: '',
      format: '',
      allow_side_effects: 'False refuses what would change something',
      start: 'First child',
      count: 'Return this many children too',
      max_value_length: '',
    },
  },
  set_variable: {
    says: 'Give a variable, field or element a new value. Give name, or an expression that can be assigned to.',
    parameters: {
      name: 'Path, such as order.items[2].price',
      expression: '',
      value: "Expression of the program's language, or a literal",
    },
  },
  exception_get: {
    says: 'Read type, message, stack and causes of the exception that stopped the program.',
  },
  output_get: {
    says: 'Read what the program has written. next is the since of the next call.',
    parameters: { since: '', category: 'stdout, stderr, console …', max_bytes: '' },
  },
  inspect_object: {
    says: 'Read an object in depth, by an object_id of variables_get or evaluate.',
    parameters: { id: 'object_id', max_depth: '', max_elements: '', start: 'First element' },
  },
} as const satisfies Readonly<Partial<Record<ToolName, CoreTool>>>

const byName: ReadonlyMap<string, CoreTool> = new Map(Object.entries(coreTools))

/** How the core list shows a tool; undefined for one that is not in it. */
export const coreToolNamed = (name: string): CoreTool | undefined => byName.get(name)

/** Parameters of many tools, which the server's instructions explain once. */
export const SHARED_PARAMETERS: ReadonlySet<string> = new Set([
  'session_id',
  'thread_id',
  'frame_index',
  'expected_stop_id',
  'timeout_ms',
  'detail',
  'max_bytes',
])
