import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { CompilerProcess } from '../csharp/compiler-process.js'
import type { Captured } from '../inspector/answers.js'
import { builtProject } from '../csharp/built-project.js'
import { InspectorLink } from '../inspector/inspector-link.js'
import type { FrameContext } from '../symbols/frame-context.js'
import { ModuleTable } from '../symbols/module-table.js'
import type { Channel } from './channel.js'
import { DEFAULT_OPTIONS, type ShimOptions } from './options.js'
import { ReferenceTable } from './reference-table.js'
import { LineSteps, type LineStepsSpec } from './line-steps.js'
import { processorTime, StuckWatch } from './stuck-watch.js'
import { ShimError } from '../errors/shim-error.js'
import type { WaitingFrame } from './waiting-frame.js'

/** In ms. A running evaluation is aborted from outside after this time. The limits of the inspector come first. */
const CUT_AFTER = 4600

/**
 * In ms. When an evaluation has not returned by then, netcoredbg may have given up on the process. It may answer any failure,
 * such as an unknown name, and every later request fails too (measured, netcoredbg 3.1.3: 10.5 s). On a busy machine an
 * evaluation that has returned can take as long: the stack tells which it is.
 */
const LOST_AFTER = 9000

/** What the client is told of an evaluation that never returned. */
export const FROZEN =
  'An evaluation never returned, and netcoredbg cannot read anything more at this stop. Continue the program, then everything works again. A detach continues the program first.\n'

/** A `next` for a thread that does not exist aborts a running evaluation and resumes nothing (measured, netcoredbg 3.1.3). */
const NO_SUCH_THREAD = 999_999

/** What is known about one stop. It is dropped when the program moves. */
interface StopState {
  readonly frames: Map<number, Dap.StackFrame & { readonly threadId: number }>
  /** Frame ids by thread and level. netcoredbg gives the same frame a new id in each answer. */
  readonly levels: Map<string, number>
  /** Async callers. They are on no stack. */
  readonly waiting: Map<number, WaitingFrame>
  /** By thread. */
  readonly callers: Map<number, Promise<readonly Dap.StackFrame[]>>
  readonly contexts: Map<number, Promise<FrameContext | undefined>>
  readonly listings: Map<number, Promise<readonly Dap.Variable[]>>
  /** Captured values by frame and expression. */
  readonly captured: Map<string, Promise<Captured>>
}

const freshStop = (): StopState => ({
  frames: new Map(),
  levels: new Map(),
  waiting: new Map(),
  callers: new Map(),
  contexts: new Map(),
  listings: new Map(),
  captured: new Map(),
})

/** The program being debugged, as the shim knows it. */
export class Debuggee {
  readonly channel: Channel
  readonly modules = new ModuleTable()
  readonly references = new ReferenceTable()
  readonly compiler: CompilerProcess
  readonly inspector: InspectorLink
  options: ShimOptions = DEFAULT_OPTIONS
  stop = freshStop()
  /** Set while a `next` goes over many lines, or is about to, and until its lines are read. */
  lineSteps: LineSteps | undefined
  /** The thread of the last stop. */
  stoppedThread: number | undefined
  /** Threads that started during an evaluation. They belong to the inspector. */
  readonly inspectorThreads = new Set<number>()
  /** The number of running evaluations. */
  evaluating = 0
  /** An evaluation never returned. Nothing can be evaluated until the program has continued. */
  isFrozen = false
  /** Gets the stop at which the steps over many lines end. */
  onLineStepsEnd: (event: Dap.StoppedEvent) => void = () => undefined
  /** Called when an evaluation never returned. */
  onFrozen: () => void = () => undefined
  /** Of the program, once netcoredbg has told it. */
  pid: number | undefined
  /** Called when the program can no longer be continued. */
  onStuck: () => void = () => undefined
  readonly stuck = new StuckWatch({
    look: (threadId) => this.placeOf(threadId),
    used: () => (this.pid === undefined ? undefined : processorTime(this.pid)),
    onStuck: () => this.onStuck(),
  })
  /** The launch or attach argument. netcoredbg's default is true. */
  justMyCode = true
  isAttached = false
  /** Whether the first build of the C# helpers has ended. */
  areHelpersBuilt: () => boolean = () => true
  /** The path of the inspector, once it is built. */
  inspectorPath: string | undefined

  constructor(channel: Channel, { env, takes }: { env: NodeJS.ProcessEnv; takes?: (call: string) => boolean }) {
    this.channel = channel
    channel.lineColumn = async (frame) => (await this.#contextOf(frame))?.lineColumn
    this.compiler = new CompilerProcess(env)
    this.inspector = new InspectorLink(
      (expression, frameId) => this.evaluate(expression, frameId),
      () => this.inspectorAssembly(env),
      takes,
    )
  }

  /** Errors: UNSUPPORTED with the reason where the inspector cannot be built. */
  async inspectorAssembly(env: NodeJS.ProcessEnv): Promise<string> {
    const built = await builtProject('Inspector', env)
    if (built.kind === 'unavailable') throw new ShimError('UNSUPPORTED', built.reason, { capability: 'inspector' })
    this.inspectorPath = built.path
    return built.path
  }

  /** Whether the inspector is wanted and can be called. */
  hasInspector(): boolean {
    return this.options.inspector && this.areHelpersBuilt()
  }

  /** The next `next` goes over many lines. */
  beginLineSteps(spec: LineStepsSpec): void {
    this.lineSteps = new LineSteps(this, spec, (event) => this.onLineStepsEnd(event))
  }

  /** netcoredbg's `evaluate` with a time limit. For an async caller it runs in the frame that the caller waits for. */
  async evaluate(expression: string, wanted: number): Promise<Dap.Response | undefined> {
    if (this.isFrozen) return frozenAnswer
    const frameId = this.stop.waiting.get(wanted)?.carrier ?? wanted
    this.evaluating++
    const timer = setTimeout(() => void this.channel.ask('next', { threadId: NO_SUCH_THREAD }), CUT_AFTER)
    try {
      const began = performance.now()
      const response = await this.channel.ask('evaluate', { expression, frameId })
      if (this.mayBeLost(response, performance.now() - began)) await this.noteLost(response, frameId)
      return response
    } finally {
      this.evaluating--
      clearTimeout(timer)
    }
  }

  /** Whether netcoredbg may have lost the process by an evaluation that took this long. */
  mayBeLost(response: Dap.Response | undefined, milliseconds: number): boolean {
    if (this.isFrozen || response?.success !== false) return false
    return milliseconds >= LOST_AFTER || saysLost(response)
  }

  /** Notes whether netcoredbg has lost the process: then the evaluation is still on the stack of its thread. */
  async noteLost(response: Dap.Response | undefined, frameId: number | undefined): Promise<void> {
    if (!saysLost(response) && (await this.#isBackOnTop(frameId))) return
    this.isFrozen = true
    this.onFrozen()
  }

  /** Whether the thread of the frame stands where it stood when it was first looked at in this stop. */
  async #isBackOnTop(frameId: number | undefined): Promise<boolean> {
    const threadId = this.stop.frames.get(frameId ?? -1)?.threadId ?? this.stoppedThread
    const before = this.stop.frames.get(this.stop.levels.get(`${threadId} 0`) ?? -1)
    if (before === undefined || threadId === undefined) return false
    return (await this.placeOf(threadId)) === placeIn(before)
  }

  /** Where a thread stands, as netcoredbg reads it now. Undefined where that cannot be read, as while the program runs. */
  async placeOf(threadId: number): Promise<string | undefined> {
    const response = await this.channel.ask('stackTrace', { threadId, startFrame: 0, levels: 1 })
    if (response?.success !== true) return undefined
    const [top] = (response as Dap.StackTraceResponse).body.stackFrames
    return top === undefined ? '' : placeIn(top)
  }

  /** The program has moved or is about to move: drop everything that is known about the stop. */
  forgetStop(): void {
    this.stop = freshStop()
    this.references.clear()
    this.inspector.stopNumber++
    this.isFrozen = false
  }

  /** The values may have changed; the frames have not. */
  forgetValues(): void {
    this.stop.listings.clear()
    this.stop.captured.clear()
  }

  /** The given frame, or else the top frame of the stopped thread. Errors: NOT_PAUSED. */
  async frameOrTop(frameId: number | undefined): Promise<number> {
    if (frameId !== undefined) return frameId
    if (this.stoppedThread === undefined)
      throw new ShimError('NOT_PAUSED', 'Process must be paused', { current_state: 'running' })
    const [known] = this.stop.frames.keys()
    if (known !== undefined) return known
    const [top] = await this.framesOf(this.stoppedThread, 1)
    if (top === undefined) throw new ShimError('INVALID_FRAME', 'the stopped thread has no frame', { frame_index: 0 })
    return top.id
  }

  async framesOf(threadId: number, levels: number): Promise<readonly Dap.StackFrame[]> {
    const body = await this.channel.body<Dap.StackTraceResponse['body']>('stackTrace', {
      threadId,
      startFrame: 0,
      levels,
    })
    return this.rememberFrames({ threadId, start: 0 }, body.stackFrames)
  }

  /** Gives each frame the id that it had before at this stop, so that what is known about it stays valid. */
  rememberFrames(
    { threadId, start }: { readonly threadId: number; readonly start: number },
    frames: readonly Dap.StackFrame[],
  ): readonly Dap.StackFrame[] {
    return frames.map((frame, index) => {
      const level = `${threadId} ${start + index}`
      const id = this.stop.levels.get(level) ?? frame.id
      this.stop.levels.set(level, id)
      const known = { ...frame, id }
      this.stop.frames.set(id, { ...known, threadId })
      return known
    })
  }

  /** What the symbols say about a frame. Undefined without symbols. */
  context(frameId: number): Promise<FrameContext | undefined> {
    const known = this.stop.contexts.get(frameId)
    if (known !== undefined) return known
    const found = this.#findContext(frameId)
    this.stop.contexts.set(frameId, found)
    return found
  }

  #findContext(frameId: number): Promise<FrameContext | undefined> {
    return this.#contextOf(this.stop.frames.get(frameId))
  }

  async #contextOf(frame: Dap.StackFrame | undefined): Promise<FrameContext | undefined> {
    const module = this.modules.pathOf(frame?.moduleId)
    const path = frame?.source?.path
    if (frame === undefined || module === undefined || path === undefined) return undefined
    const { line, column, name } = frame
    return this.compiler.ask<FrameContext>('frame', { module, path, line, column, name }).catch(() => undefined)
  }
}

const saysLost = (response: Dap.Response | undefined): boolean => /inconsistent state/i.test(response?.message ?? '')

const frozenAnswer: Dap.Response = {
  seq: 0,
  type: 'response',
  request_seq: 0,
  command: 'evaluate',
  success: false,
  message: 'inconsistent state',
}

const placeIn = ({ name, line }: Dap.StackFrame): string => `${name}:${line}`
