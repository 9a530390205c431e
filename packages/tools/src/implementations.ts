import * as breakpoints from './breakpoints/breakpoint-tools.js'
import { breakpointWait } from './breakpoints/breakpoint-wait.js'
import { dataBreakpointSet } from './breakpoints/data-breakpoint-set.js'
import * as exceptions from './breakpoints/exception-tools.js'
import type { Tool } from './call/tool.js'
import { changeFind } from './changes/change-find.js'
import { clientsList } from './clients/clients-list.js'
import * as control from './clients/control-tools.js'
import { eventsSubscribe } from './clients/events-subscribe.js'
import { messageSend } from './clients/message-send.js'
import * as moving from './execution/moving-tools.js'
import { runTo } from './execution/run-to.js'
import * as selecting from './execution/selecting-tools.js'
import { stopSelect } from './execution/stop-select.js'
import { waitForStop } from './execution/wait-for-stop-tool.js'
import { probeRun } from './experiments/probe-run.js'
import { traceRun } from './experiments/trace-run.js'
import { completionsGet } from './inspection/completions-get.js'
import { evaluate } from './inspection/evaluate.js'
import { exceptionGet } from './inspection/exception-get.js'
import { setVariable } from './inspection/set-variable.js'
import { stacktraceGet } from './inspection/stacktrace-get.js'
import { threadsList } from './inspection/threads-list.js'
import { variablesGet } from './inspection/variables-get.js'
import * as frameMoves from './lisp/frame-moves.js'
import * as knowledge from './lisp/knowledge-tools.js'
import { lispCompile } from './lisp/lisp-compile.js'
import { lispEval } from './lisp/lisp-eval.js'
import * as restarts from './lisp/restart-tools.js'
import * as definitions from './objects/definition-tools.js'
import { inspectObject } from './objects/inspect-object.js'
import { inspectSlot } from './objects/inspect-slot.js'
import { objectInspect } from './objects/object-inspect.js'
import { objectsRelease } from './objects/objects-release.js'
import { stopsList } from './past/stops-list.js'
import { valuesHistory } from './past/values-history.js'
import { disassemble } from './program/disassemble.js'
import * as loaded from './program/loaded-tools.js'
import { memoryRead } from './program/memory-read.js'
import * as output from './program/output-tools.js'
import { sourceGet } from './program/source-get.js'
import { dapRequest } from './raw/dap-request.js'
import { sessionExport } from './raw/session-export.js'
import { configurationsList } from './sessions/configurations-list.js'
import { debugAttach } from './sessions/debug-attach.js'
import { debugDisconnect } from './sessions/debug-disconnect.js'
import { debugLaunch } from './sessions/debug-launch.js'
import { debugRestart } from './sessions/debug-restart.js'
import { debugState } from './sessions/debug-state.js'
import * as lists from './sessions/session-lists.js'
import { snapshotGet } from './snapshot/snapshot-get.js'
import { testRun } from './tests/test-run.js'
import { testsList } from './tests/tests-list.js'
import * as heap from './types/heap-tools.js'
import { threadsWaiting } from './types/threads-waiting.js'
import * as types from './types/type-tools.js'

const tools: readonly Tool[] = [
  debugLaunch,
  debugAttach,
  debugDisconnect,
  debugRestart,
  debugState,
  lists.sessionsList,
  lists.sessionSelect,
  configurationsList,
  lists.adaptersList,
  lists.processesList,
  testRun,
  testsList,
  moving.debugContinue,
  moving.debugPause,
  moving.debugStep,
  runTo,
  waitForStop,
  probeRun,
  traceRun,
  changeFind,
  selecting.threadSelect,
  selecting.frameSelect,
  breakpoints.breakpointSet,
  exceptions.breakpointSetException,
  exceptions.exceptionFiltersList,
  exceptions.exceptionFiltersSet,
  dataBreakpointSet,
  breakpoints.breakpointRemove,
  breakpoints.breakpointList,
  breakpoints.breakpointEnable,
  breakpointWait,
  threadsList,
  snapshotGet,
  stopsList,
  valuesHistory,
  stopSelect,
  stacktraceGet,
  variablesGet,
  evaluate,
  objectInspect,
  setVariable,
  exceptionGet,
  completionsGet,
  sourceGet,
  output.outputGet,
  output.inputSend,
  loaded.modulesList,
  loaded.loadedSourcesList,
  memoryRead,
  disassemble,
  inspectObject,
  inspectSlot,
  definitions.inspectClass,
  definitions.inspectFunction,
  definitions.inspectPackage,
  objectsRelease,
  types.modulesSearch,
  types.typesGet,
  types.membersGet,
  types.layoutGet,
  heap.referencesGet,
  heap.instancesGet,
  threadsWaiting,
  restarts.restartsList,
  restarts.restartInvoke,
  frameMoves.frameRestart,
  frameMoves.frameReturn,
  lispEval,
  lispCompile,
  knowledge.lispCompletions,
  knowledge.lispDescribe,
  knowledge.lispApropos,
  knowledge.traceSet,
  knowledge.traceList,
  clientsList,
  eventsSubscribe,
  control.controlAcquire,
  control.controlRelease,
  control.controlStatus,
  messageSend,
  dapRequest,
  sessionExport,
]

/** What each tool does, by its documented name. The tools of the group `workflow` are not here: `WorkflowCall.run` does them. */
export const implementations: ReadonlyMap<string, Tool> = new Map(tools.map((tool) => [tool.definition.name, tool]))
