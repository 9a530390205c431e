import type { Debugger, NodeWorker, Runtime } from 'node:inspector'

export type { Debugger, Runtime }

/** What the inspector of Node 20 and later sends in addition to the types of @types/node (V8: `js_protocol.pdl`). */
export interface PausedCallFrame extends Debugger.CallFrame {
  readonly canBeRestarted?: boolean
}
export interface PausedEvent extends Omit<Debugger.PausedEventDataType, 'callFrames' | 'data'> {
  readonly callFrames: PausedCallFrame[]
  readonly data?: PauseData
}
/** With `exception` and `promiseRejection` the thrown value, with `ambiguous` the list of reasons. */
export interface PauseData extends Partial<Runtime.RemoteObject> {
  readonly uncaught?: boolean
  readonly reasons?: readonly { readonly reason: string; readonly auxData?: PauseData }[]
}

interface EvaluateOptions {
  readonly expression: string
  readonly objectGroup?: string
  readonly includeCommandLineAPI?: boolean
  readonly silent?: boolean
  readonly returnByValue?: boolean
  readonly generatePreview?: boolean
  readonly throwOnSideEffect?: boolean
  /** In ms; then the evaluation is terminated. */
  readonly timeout?: number
}
interface GlobalEvaluateOptions extends EvaluateOptions {
  readonly contextId?: number
  readonly awaitPromise?: boolean
  readonly replMode?: boolean
}
interface GetPropertiesOptions extends Runtime.GetPropertiesParameterType {
  readonly nonIndexedPropertiesOnly?: boolean
}
interface PrivateProperty {
  readonly name: string
  readonly value?: Runtime.RemoteObject
  readonly get?: Runtime.RemoteObject
}
export interface Properties extends Runtime.GetPropertiesReturnType {
  readonly privateProperties?: readonly PrivateProperty[]
}

type Nothing = Record<string, never>

/** The methods that this adapter uses: [parameters, result]. */
export interface InspectorMethods {
  'Debugger.enable': [{ readonly maxScriptsCacheSize: number }, Debugger.EnableReturnType]
  'Debugger.setAsyncCallStackDepth': [Debugger.SetAsyncCallStackDepthParameterType, Nothing]
  'Debugger.setPauseOnExceptions': [Debugger.SetPauseOnExceptionsParameterType, Nothing]
  'Debugger.setSkipAllPauses': [Debugger.SetSkipAllPausesParameterType, Nothing]
  'Debugger.setBreakpointByUrl': [Debugger.SetBreakpointByUrlParameterType, Debugger.SetBreakpointByUrlReturnType]
  'Debugger.removeBreakpoint': [Debugger.RemoveBreakpointParameterType, Nothing]
  'Debugger.getPossibleBreakpoints': [
    Debugger.GetPossibleBreakpointsParameterType,
    Debugger.GetPossibleBreakpointsReturnType,
  ]
  'Debugger.getScriptSource': [Debugger.GetScriptSourceParameterType, Debugger.GetScriptSourceReturnType]
  'Debugger.disable': [Nothing, Nothing]
  'Debugger.resume': [{ readonly terminateOnResume?: boolean }, Nothing]
  'Debugger.pause': [Nothing, Nothing]
  'Debugger.stepOver': [Nothing, Nothing]
  'Debugger.stepInto': [Nothing, Nothing]
  'Debugger.stepOut': [Nothing, Nothing]
  'Debugger.restartFrame': [{ readonly callFrameId: string; readonly mode: 'StepInto' }, Nothing]
  'Debugger.evaluateOnCallFrame': [
    EvaluateOptions & { readonly callFrameId: string },
    Debugger.EvaluateOnCallFrameReturnType,
  ]
  'Debugger.setVariableValue': [Debugger.SetVariableValueParameterType, Nothing]
  'Runtime.enable': [Nothing, Nothing]
  'Runtime.evaluate': [GlobalEvaluateOptions, Runtime.EvaluateReturnType]
  'Runtime.callFunctionOn': [
    Runtime.CallFunctionOnParameterType & { readonly throwOnSideEffect?: boolean },
    Runtime.CallFunctionOnReturnType,
  ]
  'Runtime.getProperties': [GetPropertiesOptions, Properties]
  'Runtime.globalLexicalScopeNames': [Nothing, Runtime.GlobalLexicalScopeNamesReturnType]
  'Runtime.releaseObject': [Runtime.ReleaseObjectParameterType, Nothing]
  'Runtime.releaseObjectGroup': [Runtime.ReleaseObjectGroupParameterType, Nothing]
  'Runtime.runIfWaitingForDebugger': [Nothing, Nothing]
  'Runtime.addBinding': [{ readonly name: string; readonly executionContextId?: number }, Nothing]
  'Runtime.removeBinding': [{ readonly name: string }, Nothing]
  'NodeRuntime.notifyWhenWaitingForDisconnect': [{ readonly enabled: boolean }, Nothing]
  'NodeWorker.enable': [NodeWorker.EnableParameterType, Nothing]
  'NodeWorker.sendMessageToWorker': [NodeWorker.SendMessageToWorkerParameterType, Nothing]
  'NodeWorker.detach': [NodeWorker.DetachParameterType, Nothing]
}

export interface InspectorEvents {
  'Debugger.scriptParsed': Debugger.ScriptParsedEventDataType
  'Debugger.breakpointResolved': Debugger.BreakpointResolvedEventDataType
  'Debugger.paused': PausedEvent
  'Debugger.resumed': Nothing
  'Runtime.bindingCalled': { readonly name: string; readonly payload: string }
  'Runtime.consoleAPICalled': Runtime.ConsoleAPICalledEventDataType
  'NodeRuntime.waitingForDisconnect': Nothing
  'NodeWorker.attachedToWorker': NodeWorker.AttachedToWorkerEventDataType
  'NodeWorker.receivedMessageFromWorker': NodeWorker.ReceivedMessageFromWorkerEventDataType
  'NodeWorker.detachedFromWorker': NodeWorker.DetachedFromWorkerEventDataType
}
