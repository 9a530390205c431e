import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { ShimError } from '../errors/shim-error.js'
import type { Debuggee } from './debuggee.js'
import type { WaitingFrame } from './waiting-frame.js'

/** An async caller, as the inspector describes it. */
interface Caller {
  readonly id: number
  readonly machine: string
  readonly type: string
  readonly state: number
  readonly modulePath: string
  readonly token?: number
  readonly isValueType: boolean
}

interface Location {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** netcoredbg counts its frames from 0 and never gets this far. */
const FIRST = 1 << 29

/** How many frames are searched for the resumed async method. */
const DEEPEST = 64

/** Whether the frame belongs to an async method or iterator, such as `Shop.Program.<LaterAsync>d__1.MoveNext()`. */
export const isStateMachine = ({ name }: Dap.StackFrame): boolean => /<.+>d(__\d+)?(<.*>)?\.MoveNext\(/.test(name)

/** How a state machine came onto the stack. The calling frame tells. */
export type Entry = 'begun' | 'resumed' | 'iterated'

/**
 * `begun`: the async method has just been called, and its caller is on the stack. `resumed`: what it awaited has ended.
 * `iterated`: it is an iterator.
 */
export function entryOf(caller: Dap.StackFrame): Entry {
  if (/\.Start(<.*>)?\(/.test(caller.name)) return 'begun'
  return /^System\.(Threading\.ExecutionContext|Runtime\.CompilerServices\.Async)/.test(caller.name)
    ? 'resumed'
    : 'iterated'
}

/** The async callers of a thread, innermost first. Never rejects: the list is empty where they are unknown. */
export function waitingCallers(debuggee: Debuggee, threadId: number): Promise<readonly Dap.StackFrame[]> {
  const known = debuggee.stop.callers.get(threadId)
  if (known !== undefined) return known
  const found = findCallers(debuggee, threadId).catch(() => [])
  debuggee.stop.callers.set(threadId, found)
  return found
}

async function findCallers(debuggee: Debuggee, threadId: number): Promise<readonly Dap.StackFrame[]> {
  const frames = await debuggee.framesOf(threadId, DEEPEST)
  const resumed = frames.find((frame, index) => {
    const caller = frames[index + 1]
    return isStateMachine(frame) && caller !== undefined && entryOf(caller) === 'resumed'
  })
  if (resumed === undefined) return []
  const context = await debuggee.context(resumed.id)
  if (context?.kind !== 'async') return []
  const { callers } = await debuggee.inspector.call<{ callers: readonly Caller[] }>(
    'asyncCallers',
    { machine: context.machine },
    resumed.id,
  )
  const shown: Dap.StackFrame[] = []
  for (const [index, caller] of callers.entries())
    shown.push(
      await frameOf(debuggee, { caller, carrier: resumed.id, id: FIRST + threadId * DEEPEST + index, threadId }),
    )
  return shown
}

interface FrameParts {
  readonly caller: Caller
  readonly carrier: number
  readonly id: number
  readonly threadId: number
}

async function frameOf(debuggee: Debuggee, { caller, carrier, id, threadId }: FrameParts): Promise<Dap.StackFrame> {
  const { machine, type, state, modulePath: module, token, isValueType } = caller
  const asked = debuggee.compiler.ask<{ location?: Location }>('awaiting', { module, token, state })
  const { location } = await asked.catch(() => ({ location: undefined }))
  const moduleId = debuggee.modules.idOf(module)
  const frame: Dap.StackFrame = {
    id,
    name: `${type}.${machine.slice(machine.lastIndexOf('+') + 1).replace(/`\d+$/, '')}.MoveNext()`,
    line: location?.line ?? 0,
    column: location?.column ?? 0,
    ...(location === undefined
      ? {}
      : { source: { path: location.file, name: location.file.split(/[\\/]/).at(-1) ?? '' } }),
    ...(moduleId === undefined ? {} : { moduleId }),
  }
  debuggee.stop.waiting.set(id, { carrier, machine: caller.id, isWritable: !isValueType })
  debuggee.stop.frames.set(id, { ...frame, threadId })
  return frame
}

/** A variable that the inspector finds in a state machine or in its closure. */
interface MachineVariable {
  readonly name: string
  readonly type: string
  readonly value: string
  /** The path from the machine. */
  readonly steps: string
}

const variablesOf = async (debuggee: Debuggee, { machine, carrier }: WaitingFrame) =>
  (await debuggee.inspector.call<{ variables: readonly MachineVariable[] }>('machine', { id: machine }, carrier))
    .variables

/** The variables of a waiting frame, in the form that netcoredbg uses for other frames. */
export async function waitingVariables(debuggee: Debuggee, frame: WaitingFrame): Promise<readonly Dap.Variable[]> {
  const variables = await variablesOf(debuggee, frame)
  return variables.map(({ name, type, value }) => ({ name, type, value, evaluateName: name, variablesReference: 0 }))
}

/** The path from the state machine to a variable of a waiting frame. Errors: INVALID_REFERENCE. */
export async function placeInMachine(
  debuggee: Debuggee,
  { frame, name }: { frame: WaitingFrame; name: string },
): Promise<string> {
  const found = (await variablesOf(debuggee, frame)).find((one) => one.name === name)
  if (found !== undefined) return found.steps
  throw new ShimError('INVALID_REFERENCE', `there is no variable '${name}' in this frame`, { reference: name })
}
