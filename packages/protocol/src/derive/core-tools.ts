import type { ToolName } from '../tools/registry.js'

/**
 * The tools that a model is shown unless all are asked for: enough to start a program, stop it, read it, change it and end
 * it. The list with its schemas stays below 6,000 tokens, so a tool is in it only where another one cannot stand in for it.
 */
export const coreTools: readonly ToolName[] = [
  'debug_launch',
  'debug_attach',
  'debug_disconnect',
  'debug_state',
  'sessions_list',
  'debug_continue',
  'debug_pause',
  'debug_step',
  'wait_for_stop',
  'breakpoint_set',
  'breakpoint_remove',
  'breakpoint_list',
  'threads_list',
  'stacktrace_get',
  'variables_get',
  'evaluate',
  'inspect_object',
  'set_variable',
  'exception_get',
  'output_get',
]
