import type { z } from 'zod'
import * as breakpoints from './breakpoints.js'
import * as cache from './cache.js'
import * as changes from './changes.js'
import * as clients from './clients.js'
import * as control from './control.js'
import type { ToolDefinition } from './definition.js'
import * as execution from './execution.js'
import * as experiments from './experiments.js'
import * as inspection from './inspection.js'
import * as lisp from './lisp.js'
import * as memory from './memory.js'
import * as introspection from './introspection.js'
import * as objects from './objects.js'
import * as past from './past.js'
import * as program from './program.js'
import * as raw from './raw.js'
import * as sessions from './sessions.js'
import * as snapshot from './snapshot.js'
import * as tests from './tests.js'
import * as types from './types.js'
import * as workflow from './workflow.js'

/** Every tool of the surface with its precise types, in the order of the reference. */
export const surface = {
  debug_launch: sessions.debugLaunch,
  debug_attach: sessions.debugAttach,
  debug_disconnect: sessions.debugDisconnect,
  debug_restart: sessions.debugRestart,
  debug_state: sessions.debugState,
  sessions_list: sessions.sessionsList,
  session_select: sessions.sessionSelect,
  configurations_list: sessions.configurationsList,
  adapters_list: sessions.adaptersList,
  processes_list: sessions.processesList,
  test_run: tests.testRun,
  tests_list: tests.testsList,
  debug_continue: execution.debugContinue,
  debug_pause: execution.debugPause,
  debug_step: execution.debugStep,
  run_to: execution.runTo,
  wait_for_stop: execution.waitForStop,
  probe_run: experiments.probeRun,
  trace_run: experiments.traceRun,
  change_find: changes.changeFind,
  thread_select: execution.threadSelect,
  frame_select: execution.frameSelect,
  breakpoint_set: breakpoints.breakpointSet,
  breakpoint_set_exception: breakpoints.breakpointSetException,
  exception_filters_list: breakpoints.exceptionFiltersList,
  exception_filters_set: breakpoints.exceptionFiltersSet,
  data_breakpoint_set: changes.dataBreakpointSet,
  breakpoint_remove: breakpoints.breakpointRemove,
  breakpoint_list: breakpoints.breakpointList,
  breakpoint_enable: breakpoints.breakpointEnable,
  breakpoint_wait: breakpoints.breakpointWait,
  threads_list: inspection.threadsList,
  snapshot_get: snapshot.snapshotGet,
  stops_list: past.stopsList,
  values_history: past.valuesHistory,
  stop_select: past.stopSelect,
  stacktrace_get: inspection.stacktraceGet,
  variables_get: inspection.variablesGet,
  evaluate: inspection.evaluate,
  object_inspect: inspection.objectInspect,
  set_variable: inspection.setVariable,
  exception_get: inspection.exceptionGet,
  completions_get: inspection.completionsGet,
  source_get: program.sourceGet,
  output_get: program.outputGet,
  input_send: program.inputSend,
  modules_list: program.modulesList,
  loaded_sources_list: program.loadedSourcesList,
  memory_read: memory.memoryRead,
  disassemble: memory.disassemble,
  inspect_object: objects.inspectObject,
  inspect_slot: objects.inspectSlot,
  inspect_class: objects.inspectClass,
  inspect_function: objects.inspectFunction,
  inspect_package: objects.inspectPackage,
  objects_release: objects.objectsRelease,
  modules_search: types.modulesSearch,
  types_get: types.typesGet,
  members_get: types.membersGet,
  layout_get: types.layoutGet,
  references_get: types.referencesGet,
  instances_get: types.instancesGet,
  threads_waiting: types.threadsWaiting,
  restarts_list: lisp.restartsList,
  restart_invoke: lisp.restartInvoke,
  frame_restart: lisp.frameRestart,
  frame_return: lisp.frameReturn,
  lisp_eval: lisp.lispEval,
  lisp_compile: lisp.lispCompile,
  lisp_completions: lisp.lispCompletions,
  lisp_describe: lisp.lispDescribe,
  lisp_apropos: lisp.lispApropos,
  trace_set: lisp.traceSet,
  trace_list: lisp.traceList,
  inspect_current_node: introspection.inspectCurrentNode,
  read_ancestor_chain: introspection.readAncestorChain,
  list_siblings_children: introspection.listSiblingsChildren,
  inspect_prior_outputs: introspection.inspectPriorOutputs,
  inspect_cache_status: introspection.inspectCacheStatus,
  request_spawn_workflow: introspection.requestSpawnWorkflow,
  workflow_enter: workflow.workflowEnter,
  workflow_finish: workflow.workflowFinish,
  workflow_cancel: workflow.workflowCancel,
  workflow_respond: workflow.workflowRespond,
  workflow_tree: workflow.workflowTree,
  output_record: workflow.outputRecord,
  cache_put: cache.cachePut,
  cache_get: cache.cacheGet,
  cache_hash: cache.cacheHash,
  cache_invalidate: cache.cacheInvalidate,
  clients_list: clients.clientsList,
  events_subscribe: clients.eventsSubscribe,
  control_acquire: control.controlAcquire,
  control_release: control.controlRelease,
  control_status: control.controlStatus,
  message_send: clients.messageSend,
  dap_request: raw.dapRequest,
  session_export: raw.sessionExport,
} as const

export type Surface = typeof surface
export type ToolName = keyof Surface

/** What a caller gives: parameters with a default may be left out. */
export type ToolParams<N extends ToolName> = z.input<Surface[N]['params']>

/** What every result tells beside its own: its size, and the place in the history of a session, where one was involved. */
export interface ResultMeta {
  readonly _meta?: {
    readonly session_id?: string
    readonly stop_id?: number
    /** Of the result as JSON, without this member. */
    readonly bytes: number
    readonly cache?: CacheMeta
  }
}
/** Of an answer that may come from the cache (workflow 26). */
export interface CacheMeta {
  readonly key: string
  readonly hit: boolean
  readonly epoch: number
}
export type ToolResult<N extends ToolName> = z.output<Surface[N]['result']> & ResultMeta

/** The same tools by name, for code that handles any of them. Other names of a tool (`alsoCalled`) are not in it. */
export const toolRegistry: ReadonlyMap<string, ToolDefinition> = new Map(Object.entries(surface))
