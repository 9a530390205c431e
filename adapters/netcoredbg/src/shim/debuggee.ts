import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { CompilerProcess } from '../expressions/compiler-process.js'
import type { Captured } from '../inspector/answers.js'
import { builtProject } from '../inspector/build-project.js'
import { InspectorLink } from '../inspector/inspector-link.js'
import type { FrameContext } from '../symbols/frame-context.js'
import { ModuleTable } from '../symbols/module-table.js'
import type { Channel } from './channel.js'
import { DEFAULT_OPTIONS, type ShimOptions } from './options.js'
import { ReferenceTable } from './reference-table.js'
import { ShimError } from './shim-error.js'
import type { WaitingFrame } from './waiting-frame.js'

/** After this many ms a running evaluation is cut from outside; the inspector's own limits come before. */
const CUT_AFTER = 4600

/**
 * In ms. netcoredbg gives up on the process when an evaluation has not come back by then; its answer may be any failure, such
 * as that the name does not exist, and so is every later one (measured, netcoredbg 3.1.3: 10.5 s).
 */
const LOST_AFTER = 9000

/** `next` for a thread that does not exist aborts a running evaluation and resumes nothing (measured, netcoredbg 3.1.3). */
const NO_SUCH_THREAD = 999_999

/** What is known of one stop; forgotten when the program moves. */
interface StopState {
  readonly frames: Map<number, Dap.StackFrame & { readonly threadId: number }>
  /** By thread and level: netcoredbg numbers the same frame anew at each request. */
  readonly levels: Map<string, number>
  /** Async callers that stand on no stack. */
  readonly waiting: Map<number, WaitingFrame>
  /** By thread. */
  readonly callers: Map<number, Promise<readonly Dap.StackFrame[]>>
  readonly contexts: Map<number, Promise<FrameContext | undefined>>
  readonly listings: Map<number, Promise<readonly Dap.Variable[]>>
  /** By frame and expression. */
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
  /** The thread of the last stop. */
  stoppedThread: number | undefined
  /** Threads that began while something was evaluated: the inspector's own. */
  readonly ownThreads = new Set<number>()
  /** Evaluations under way. */
  evaluating = 0
  /** An evaluation never came back: nothing can be evaluated until the program has run on. */
  isFrozen = false
  /** Told when an evaluation never came back. */
  onFrozen: () => void = () => undefined
  /** As the launch or attach has it; netcoredbg's default is true. */
  justMyCode = true
  isAttached = false
  /** Path of the inspector, once it is there. */
  inspectorPath: string | undefined

  constructor(channel: Channel, { env, takes }: { env: NodeJS.ProcessEnv; takes?: (call: string) => boolean }) {
    this.channel = channel
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

  /** netcoredbg's own evaluate, cut when it takes too long. A frame on no stack is evaluated in the one that it waits for. */
  async evaluate(expression: string, wanted: number): Promise<Dap.Response | undefined> {
    if (this.isFrozen) return frozenAnswer
    const frameId = this.stop.waiting.get(wanted)?.carrier ?? wanted
    this.evaluating++
    const timer = setTimeout(() => void this.channel.ask('next', { threadId: NO_SUCH_THREAD }), CUT_AFTER)
    try {
      const began = performance.now()
      const response = await this.channel.ask('evaluate', { expression, frameId })
      this.noteEvaluation(response, performance.now() - began)
      return response
    } finally {
      this.evaluating--
      clearTimeout(timer)
    }
  }

  /** Whether netcoredbg has lost the process over it. */
  noteEvaluation(response: Dap.Response | undefined, milliseconds: number): void {
    if (this.isFrozen || response?.success !== false) return
    if (milliseconds < LOST_AFTER && !/inconsistent state/i.test(response.message ?? '')) return
    this.isFrozen = true
    this.onFrozen()
  }

  /** The program has moved or is about to: nothing that was learned holds. */
  forgetStop(): void {
    this.stop = freshStop()
    this.references.clear()
    this.inspector.stopNumber++
    this.isFrozen = false
  }

  /** Variables may have changed, the frames have not. */
  forgetValues(): void {
    this.stop.listings.clear()
    this.stop.captured.clear()
  }

  /** The frame that an expression without one is for. Errors: NOT_PAUSED. */
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

  /** Gives the frames the ids under which they are known already: what was learned of them holds for the whole stop. */
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

  /** What the symbols say about a frame; undefined where there are none. */
  context(frameId: number): Promise<FrameContext | undefined> {
    const known = this.stop.contexts.get(frameId)
    if (known !== undefined) return known
    const found = this.#findContext(frameId)
    this.stop.contexts.set(frameId, found)
    return found
  }

  async #findContext(frameId: number): Promise<FrameContext | undefined> {
    const frame = this.stop.frames.get(frameId)
    const module = this.modules.pathOf(frame?.moduleId)
    const path = frame?.source?.path
    if (frame === undefined || module === undefined || path === undefined) return undefined
    const { line, column, name } = frame
    return this.compiler.ask<FrameContext>('frame', { module, path, line, column, name }).catch(() => undefined)
  }
}

const frozenAnswer: Dap.Response = {
  seq: 0,
  type: 'response',
  request_seq: 0,
  command: 'evaluate',
  success: false,
  message: 'inconsistent state',
}
