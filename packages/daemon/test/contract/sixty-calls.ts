import { lineOf, type Language } from './languages.js'

/** What earlier calls of the same script have answered, by their row. */
export type Seen = ReadonlyMap<string, Readonly<Record<string, unknown>>>

export interface Row {
  /** What is asked, as the table in the docs has it. */
  readonly row: string
  readonly tool: string
  readonly params?: (language: Language, seen: Seen) => Readonly<Record<string, unknown>>
}

const idOf = (seen: Seen, row: string, key: string): number => Number(seen.get(row)?.[key] ?? 0)

/** The object id of a variable of an earlier answer; 0, which no object has, where there is none. */
function objectOf(seen: Seen, name: string): number {
  const { variables } = (seen.get('the variables') ?? {}) as {
    variables?: readonly { name: string; object_id?: number }[]
  }
  return variables?.find((one) => one.name.toLowerCase() === name)?.object_id ?? 0
}

/** One script for every language, in order: the program stands in `total`, then is moved to its end. */
export const sixtyCalls: readonly Row[] = [
  { row: 'the adapters', tool: 'adapters_list' },
  { row: 'processes to attach to', tool: 'processes_list', params: ({ adapter }) => ({ adapter }) },
  { row: 'named configurations', tool: 'configurations_list' },
  { row: 'the sessions', tool: 'sessions_list' },
  { row: 'the stop', tool: 'wait_for_stop' },
  { row: 'the state', tool: 'debug_state' },
  { row: 'who is in it', tool: 'clients_list' },
  { row: 'take control', tool: 'control_acquire', params: () => ({ lease_ms: 60_000 }) },
  { row: 'who has control', tool: 'control_status' },
  { row: 'the threads', tool: 'threads_list' },
  {
    row: 'choose the thread',
    tool: 'thread_select',
    params: (_, seen) => ({ thread_id: idOf(seen, 'the stop', 'thread_id') }),
  },
  { row: 'choose no such thread', tool: 'thread_select', params: () => ({ thread_id: 987_654 }) },
  { row: 'what threads wait for', tool: 'threads_waiting' },
  { row: 'the stack', tool: 'stacktrace_get' },
  { row: 'choose the caller', tool: 'frame_select', params: () => ({ frame_index: 1 }) },
  { row: 'choose no such frame', tool: 'frame_select', params: () => ({ frame_index: 9999 }) },
  { row: 'choose the top', tool: 'frame_select', params: () => ({ frame_index: 0 }) },
  { row: 'the variables', tool: 'variables_get' },
  { row: 'the arguments', tool: 'variables_get', params: () => ({ scope: 'arguments' }) },
  { row: 'this', tool: 'variables_get', params: () => ({ scope: 'this' }) },
  { row: 'the members of an object', tool: 'variables_get', params: () => ({ expand: 'order' }) },
  { row: 'the elements of a list', tool: 'variables_get', params: () => ({ expand: 'prices', count: 2 }) },
  { row: 'no such variable', tool: 'variables_get', params: () => ({ expand: 'no_such_variable' }) },
  { row: 'a variable', tool: 'evaluate', params: () => ({ expression: 'count' }) },
  { row: 'an expression', tool: 'evaluate', params: ({ sum }) => ({ expression: sum }) },
  { row: 'a number in hexadecimal', tool: 'evaluate', params: () => ({ expression: 'count', format: 'hex' }) },
  {
    row: 'an expression that cannot be read',
    tool: 'evaluate',
    params: ({ unreadable }) => ({ expression: unreadable }),
  },
  { row: 'an expression that throws', tool: 'evaluate', params: ({ throwing }) => ({ expression: throwing }) },
  { row: 'completions', tool: 'completions_get', params: () => ({ text: 'coun' }) },
  { row: 'change a variable', tool: 'set_variable', params: () => ({ name: 'discount', value: '5' }) },
  { row: 'the exception', tool: 'exception_get' },
  { row: 'the source', tool: 'source_get' },
  { row: 'the modules', tool: 'modules_list' },
  { row: 'the loaded sources', tool: 'loaded_sources_list' },
  { row: 'an object and its layout', tool: 'object_inspect', params: () => ({ object_ref: 'order', depth: 2 }) },
  { row: 'too deep', tool: 'object_inspect', params: () => ({ object_ref: 'order', depth: 11 }) },
  { row: 'an object by its id', tool: 'inspect_object', params: (_, seen) => ({ id: objectOf(seen, 'order') }) },
  { row: 'an id that was never given', tool: 'inspect_object', params: () => ({ id: 999_999 }) },
  {
    row: 'a slot',
    tool: 'inspect_slot',
    params: ({ slot }, seen) => ({ object_id: objectOf(seen, 'order'), slot_name: slot }),
  },
  {
    row: 'change a slot',
    tool: 'inspect_slot',
    params: ({ slot }, seen) => ({ object_id: objectOf(seen, 'order'), slot_name: slot, value: 2 }),
  },
  {
    row: 'no such slot',
    tool: 'inspect_slot',
    params: (_, seen) => ({ object_id: objectOf(seen, 'order'), slot_name: 'nonexistent' }),
  },
  { row: 'a class', tool: 'inspect_class', params: ({ className }) => ({ class_name: className }) },
  { row: 'no such class', tool: 'inspect_class', params: () => ({ class_name: 'NoSuchClass' }) },
  { row: 'a function', tool: 'inspect_function', params: ({ functionName }) => ({ symbol: functionName }) },
  { row: 'a package', tool: 'inspect_package', params: ({ packageName }) => ({ package_name: packageName }) },
  { row: 'types', tool: 'types_get', params: ({ className }) => ({ pattern: className }) },
  { row: 'members of a type', tool: 'members_get', params: ({ className }) => ({ type: className }) },
  { row: 'the layout of a type', tool: 'layout_get', params: ({ className }) => ({ type: className }) },
  {
    row: 'objects that it refers to',
    tool: 'references_get',
    params: (_, seen) => ({ object_id: objectOf(seen, 'order') }),
  },
  { row: 'instances of a type', tool: 'instances_get', params: ({ className }) => ({ type: className }) },
  { row: 'search in modules', tool: 'modules_search', params: () => ({ pattern: 'total' }) },
  { row: 'give an id back', tool: 'objects_release', params: (_, seen) => ({ ids: [objectOf(seen, 'order')] }) },
  { row: 'an id that was given back', tool: 'inspect_object', params: (_, seen) => ({ id: objectOf(seen, 'order') }) },
  { row: 'restarts', tool: 'restarts_list' },
  { row: 'evaluate in Lisp', tool: 'lisp_eval', params: () => ({ code: '(+ 1 2)' }) },
  {
    row: 'a breakpoint',
    tool: 'breakpoint_set',
    params: (language) => ({ file: language.source, line: lineOf(language, 'loop') }),
  },
  {
    row: 'a breakpoint past the end',
    tool: 'breakpoint_set',
    params: ({ source }) => ({ file: source, line: 99_999 }),
  },
  { row: 'the breakpoints', tool: 'breakpoint_list' },
  {
    row: 'switch a breakpoint off',
    tool: 'breakpoint_enable',
    params: (_, seen) => ({ id: idOf(seen, 'a breakpoint', 'id'), enabled: false }),
  },
  {
    row: 'remove a breakpoint',
    tool: 'breakpoint_remove',
    params: (_, seen) => ({ id: idOf(seen, 'a breakpoint', 'id') }),
  },
  {
    row: 'remove it again',
    tool: 'breakpoint_remove',
    params: (_, seen) => ({ id: idOf(seen, 'a breakpoint', 'id') }),
  },
  { row: 'the exception filters', tool: 'exception_filters_list' },
  {
    row: 'stop at an exception',
    tool: 'breakpoint_set_exception',
    params: ({ exceptionType }) => ({ exception_type: exceptionType }),
  },
  { row: 'no exception filters', tool: 'exception_filters_set', params: () => ({ filters: [] }) },
  { row: 'memory', tool: 'memory_read', params: () => ({ address: '0x1000', count: 8 }) },
  { row: 'machine code', tool: 'disassemble', params: () => ({}) },
  { row: 'a DAP request', tool: 'dap_request', params: () => ({ command: 'threads' }) },
  { row: 'step over', tool: 'debug_step', params: () => ({ action: 'over' }) },
  { row: 'a move from another stop', tool: 'debug_continue', params: () => ({ expected_stop_id: 1 }) },
  { row: 'step out', tool: 'debug_step', params: () => ({ action: 'out' }) },
  {
    row: 'run to a line',
    tool: 'run_to',
    params: (language) => ({ file: language.source, line: lineOf(language, 'body') }),
  },
  { row: 'say something', tool: 'message_send', params: () => ({ text: 'nearly done' }) },
  { row: 'give control back', tool: 'control_release' },
  { row: 'go on and wait', tool: 'debug_continue', params: () => ({ wait: true }) },
  { row: 'the output', tool: 'output_get' },
  { row: 'the recording', tool: 'session_export' },
  { row: 'end it', tool: 'debug_disconnect', params: () => ({ terminate: true }) },
]
