import type { Debugger, PausedCallFrame, PausedEvent, Runtime } from '../inspector/methods.js'
import { IDLE_URL } from '../injected/injected-names.js'
import type { Script, Scripts } from '../sources/scripts.js'
import { parseStackText, type StackTextFrame } from '../sources/stack-text.js'

/** Where code stands. Line and column from 0, as V8 counts. */
export interface Place {
  readonly script: Script | undefined
  readonly line: number
  readonly column: number
}

/** One row of a stack. */
export type Frame =
  /** A call that has not returned: its variables can be read. */
  | { readonly kind: 'live'; readonly name: string; readonly place: Place; readonly call: PausedCallFrame }
  /** A call that led here and has returned: only its place is known. Expressions are evaluated in `call`, if there is one. */
  | { readonly kind: 'past'; readonly name: string; readonly place: Place; readonly call?: PausedCallFrame }
  /** A row between stacks: "await", "setTimeout". */
  | { readonly kind: 'label'; readonly name: string }

/** The stack of a stop: the active calls, then the calls that scheduled them without Node's internal ones. */
export function framesOf(paused: PausedEvent, scripts: Scripts): Frame[] {
  return [...paused.callFrames.map((call) => liveFrame(call, scripts)), ...asyncFrames(paused.asyncStackTrace, scripts)]
}

function liveFrame(call: PausedCallFrame, scripts: Scripts): Frame {
  const place = placeOf(call.location, scripts)
  return { kind: 'live', name: frameName(call, place), place, call }
}

/** The rows of an exception whose stack is already unwound, from the text of its stack. Expressions are evaluated where it was noticed. */
export function unwoundFrames(text: string, { call, scripts }: { call: PausedCallFrame; scripts: Scripts }): Frame[] {
  return parseStackText(text).map((one) => ({ kind: 'past', name: one.name, place: placeOfText(one, scripts), call }))
}

export function placeOf({ scriptId, lineNumber, columnNumber }: Debugger.Location, scripts: Scripts): Place {
  return { script: scripts.get(scriptId), line: lineNumber, column: columnNumber ?? 0 }
}

function placeOfText({ path, url, line, column }: StackTextFrame, scripts: Scripts): Place {
  const script = path === undefined ? scripts.named().find((one) => one.url === url) : scripts.atPath(path)
  return { script, line, column }
}

/** The top-level code of a module has no function name. V8 places its start at the start of the script. */
function frameName({ functionName, functionLocation }: Debugger.CallFrame, { script }: Place): string {
  if (script?.url === IDLE_URL) return '<waiting for events>'
  if (functionName !== '') return functionName
  const isModuleCode = functionLocation?.lineNumber === 0 && (functionLocation.columnNumber ?? 0) === 0
  return isModuleCode ? '<module>' : '<anonymous>'
}

function asyncFrames(trace: Runtime.StackTrace | undefined, scripts: Scripts): Frame[] {
  if (trace === undefined) return []
  const own = trace.callFrames.flatMap((one): Frame[] => {
    const place = placeOf(one, scripts)
    if (place.script === undefined || place.script.isInternal) return []
    return [{ kind: 'past', name: one.functionName === '' ? '<anonymous>' : one.functionName, place }]
  })
  const label: Frame = { kind: 'label', name: trace.description ?? 'async' }
  return [...(own.length === 0 ? [] : [label, ...own]), ...asyncFrames(trace.parent, scripts)]
}
