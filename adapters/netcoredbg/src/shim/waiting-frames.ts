import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { ShimError } from './shim-error.js'
import type { Debuggee } from './debuggee.js'
import type { WaitingFrame } from './waiting-frame.js'

/** A caller as the inspector tells it. */
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

/** netcoredbg counts its frames from 0; it never gets there. */
const FIRST = 1 << 29

/** Frames among which the async method that was resumed is looked for. */
const DEEPEST = 64

/** `Shop.Program.<LaterAsync>d__1.MoveNext()`: async method or iterator. */
export const isStateMachine = ({ name }: Dap.StackFrame): boolean => /<[^<>]+>d(__\d+)?(<.*>)?\.MoveNext\(/.test(name)

/** How a state machine came onto the stack, by the frame that called it. */
export type Entry = 'begun' | 'resumed' | 'iterated'

/** `begun`: by the async method itself, whose caller is on the stack; `resumed`: by what it awaited; `iterated`: it is no async one. */
export function entryOf(caller: Dap.StackFrame): Entry {
  if (/\.Start(<.*>)?\(/.test(caller.name)) return 'begun'
  return /^System\.(Threading\.ExecutionContext|Runtime\.CompilerServices\.Async)/.test(caller.name)
    ? 'resumed'
    : 'iterated'
}

/** The async callers of a thread's stack that are on no stack, innermost first. Never rejects: none where they are not known. */
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

/** A variable as the inspector finds it in a state machine, or in a closure that it holds. */
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

/** The variables of a waiting frame, written as netcoredbg writes those of others. */
export async function waitingVariables(debuggee: Debuggee, frame: WaitingFrame): Promise<readonly Dap.Variable[]> {
  const variables = await variablesOf(debuggee, frame)
  return variables.map(({ name, type, value }) => ({ name, type, value, evaluateName: name, variablesReference: 0 }))
}

/** Where a variable of a waiting frame stands: the path from its state machine. Errors: INVALID_REFERENCE. */
export async function placeInMachine(
  debuggee: Debuggee,
  { frame, name }: { frame: WaitingFrame; name: string },
): Promise<string> {
  const found = (await variablesOf(debuggee, frame)).find((one) => one.name === name)
  if (found !== undefined) return found.steps
  throw new ShimError('INVALID_REFERENCE', `there is no variable '${name}' in this frame`, { reference: name })
}
