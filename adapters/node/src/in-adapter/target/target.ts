import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { describeBreakpoint, type Breakpoint, type BreakpointSpec } from '../breakpoints/breakpoint.js'
import { Breakpoints } from '../breakpoints/breakpoints.js'
import type { Conventions } from '../dap/conventions.js'
import { isInjectedCode } from '../injected/injected-names.js'
import { Probe } from '../injected/probe.js'
import { Evaluator } from '../evaluate/evaluator.js'
import { pauseState, type ExceptionFilter } from '../exceptions/filters.js'
import { InspectorConnection } from '../inspector/connection.js'
import type { Wire } from '../inspector/wire.js'
import { forwardConsole } from './console-messages.js'
import { FunctionParameters } from '../sources/function-parameters.js'
import { Scripts, type Script } from '../sources/scripts.js'
import type { Frame } from '../stops/frame.js'
import { Handles } from '../dap/handles.js'
import { Pauses, type EntryStop } from '../running/pauses.js'
import { topCall, type Stop } from '../stops/stop.js'
import { OBJECT_GROUP } from '../variables/object-reader.js'
import { References } from '../variables/references.js'
import { AsyncStacks } from './async-stacks.js'
import type { Emit } from '../dap/emit.js'

/** The main thread of a process, or a worker: each worker is a session of its own. */
export const THREAD_ID = 1

/** How many bytes of source V8 keeps for collected scripts: every evaluated condition is a script of its own. */
const SCRIPTS_CACHE_BYTES = 10_000_000

/** How long V8 may take to answer before it counts as busy, in ms. */
const BUSY_AFTER_MS = 500

/** How long a program that is left may take to close its inspector, in ms. */
const INSPECTOR_CLOSE_MS = 1_000

/** How the adapter came to it: it has started it, has attached to it, or follows what a program has started. */
export type Origin = 'launch' | 'attach' | 'process' | 'worker'

export interface TargetOptions {
  readonly wire: Wire
  readonly conventions: Conventions
  readonly emit: Emit
  readonly origin: Origin
  readonly entry: EntryStop
  readonly evaluateTimeoutMs: number
}

/** A program with an open inspector, and everything that is known about it. */
export class Target {
  readonly connection: InspectorConnection
  readonly conventions: Conventions
  readonly scripts = new Scripts()
  readonly frames = new Handles<Frame>('frame')
  readonly parameters: FunctionParameters
  readonly references: References
  readonly breakpoints: Breakpoints
  readonly pauses: Pauses
  readonly evaluator: Evaluator
  scopeValues: 'as-paused' | 'touched' = 'as-paused'
  readonly #probe: Probe
  readonly #asyncStacks: AsyncStacks
  readonly #emit: Emit
  readonly #origin: Origin
  #toldSourceMap = false

  /** Connects and enables the debugger; nothing of a launched program runs before `begin`. */
  static async open(options: TargetOptions): Promise<Target> {
    const connection = new InspectorConnection(options.wire)
    const target = new Target(connection, options)
    await target.#enable()
    return target
  }

  private constructor(connection: InspectorConnection, options: TargetOptions) {
    this.connection = connection
    this.conventions = options.conventions
    this.#emit = options.emit
    this.#origin = options.origin
    const { scripts } = this
    this.parameters = new FunctionParameters(connection)
    this.#probe = new Probe(connection, (payload) => this.breakpoints.tell(payload))
    this.references = new References((objectIds) => this.#probe.identify(objectIds))
    this.breakpoints = new Breakpoints({
      connection,
      scripts,
      probe: this.#probe,
      listener: {
        changed: (breakpoint) => this.#breakpointChanged(breakpoint),
        said: (breakpoint, text) => this.#breakpointSaid(breakpoint, text),
      },
    })
    this.pauses = new Pauses({
      connection,
      scripts,
      breakpoints: this.breakpoints,
      probe: this.#probe,
      entry: options.entry,
      atEntry: () => this.#prepareEntry(),
      listener: {
        stopped: (stop) => this.#stopped(stop),
        resumed: () => this.#emit('continued', { threadId: THREAD_ID, allThreadsContinued: true }),
        left: () => this.#left(),
      },
    })
    this.#asyncStacks = new AsyncStacks(connection)
    this.evaluator = new Evaluator(connection, {
      timeoutMs: options.evaluateTimeoutMs,
      stoppedAt: () => this.pauses.stop && topCall(this.pauses.stop),
    })
  }

  get isWorker(): boolean {
    return this.#origin === 'worker'
  }

  /** The client is ready: the program may run. */
  async begin(): Promise<void> {
    this.pauses.begin()
    await this.connection.send('Runtime.runIfWaitingForDebugger', {})
  }

  async catchExceptions(filters: ReadonlySet<ExceptionFilter>): Promise<void> {
    if (filters.size > 0) await this.#asyncStacks.want()
    await this.#probe.watchUncaught(filters.size > 0)
    await this.connection.send('Debugger.setPauseOnExceptions', { state: pauseState(filters) })
  }

  /** Replaces the breakpoints of one source. */
  async setBreakpoints(source: Dap.Source, specs: readonly BreakpointSpec[]): Promise<Dap.Breakpoint[]> {
    if (specs.length > 0) await this.#asyncStacks.want()
    const breakpoints = await this.breakpoints.replace(source, specs)
    return breakpoints.map((one) => describeBreakpoint(one, this.conventions))
  }

  /** Tells the client if V8 is busy with an evaluation: V8 handles no message meanwhile, not even one that ends it. */
  async tellIfBusy(): Promise<void> {
    const isBusy = await Promise.race([
      this.connection.send('Runtime.evaluate', { expression: '0' }).then(
        () => false,
        () => false,
      ),
      new Promise<boolean>((resolve) => setTimeout(resolve, BUSY_AFTER_MS, true).unref()),
    ])
    if (!isBusy) return
    this.#emit('output', {
      category: 'console',
      output: `The cancelled evaluation still runs. V8 ends it ${this.evaluator.limitMs()} ms after its start at the latest (evaluateTimeout); until then nothing else can be evaluated.\n`,
    })
  }

  /**
   * Leaves a program that goes on as if no debugger had been there.
   * @param inspector what becomes of its inspector. Every user of this machine can reach one that stays open
   */
  async detach(inspector: 'close-inspector' | 'keep-inspector'): Promise<void> {
    try {
      await this.connection.send('Debugger.setSkipAllPauses', { skip: true })
      await this.#probe.uninstall()
      if (inspector === 'close-inspector') await this.#closeInspector()
    } catch {
      // It has ended meanwhile.
    }
    this.connection.close()
  }

  /**
   * Has Node close its inspector, and this connection with it. Measured with Node 20.20: a message that arrives, or a connection that
   * is closed, just then can end the program (SIGSEGV). So a paused program goes on first, and nothing is sent or closed from
   * here until Node has closed the connection. A program that computes for long does not come to it: then the connection closes first.
   */
  async #closeInspector(): Promise<void> {
    const { connection } = this
    const closed = new Promise<void>((resolve) => connection.onClose(resolve))
    await connection.send('Debugger.disable', {})
    await connection.sendLast('Runtime.evaluate', {
      expression: "{ const { close } = require('node:inspector'); setTimeout(close, 1) } 0",
      includeCommandLineAPI: true,
      silent: true,
    })
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, INSPECTOR_CLOSE_MS).unref())])
  }

  async #enable(): Promise<void> {
    const { connection } = this
    const origin = this.#origin
    connection.on('Debugger.scriptParsed', (parsed) => this.#scriptLoaded(this.scripts.add(parsed)))
    // Node waits at its end until all debuggers have disconnected.
    connection.on('NodeRuntime.waitingForDisconnect', () => connection.close())
    // A worker ends without waiting.
    if (origin !== 'worker') await connection.send('NodeRuntime.notifyWhenWaitingForDisconnect', { enabled: true })
    await connection.send('Debugger.enable', { maxScriptsCacheSize: SCRIPTS_CACHE_BYTES })
    await this.#probe.install()
    if (origin === 'launch') return
    await this.#asyncStacks.allow()
    // What a followed process prints goes where the program that has started it wants it.
    if (origin !== 'attach') return
    // A launched program prints through its own pipes. An attached program's output comes only this way.
    forwardConsole(this, this.#emit)
    await connection.send('Runtime.enable', {})
  }

  /** At the first line, before it runs. */
  async #prepareEntry(): Promise<void> {
    if (this.#origin !== 'launch') return
    // `fork` passes its parent's options on: a child would wait for its own debugger.
    await this.connection.send('Runtime.evaluate', {
      expression: 'process.execArgv = process.execArgv.filter((one) => !/^--inspect-(brk|publish-uid)=/.test(one))',
      silent: true,
    })
    await this.#asyncStacks.allow()
  }

  #stopped({ reason, description, text, hitBreakpointIds }: Stop): void {
    this.#asyncStacks.want().catch(() => undefined)
    this.#emit('stopped', {
      reason,
      description,
      threadId: THREAD_ID,
      allThreadsStopped: true,
      ...(text === undefined ? {} : { text }),
      ...(hitBreakpointIds.length === 0 ? {} : { hitBreakpointIds: [...hitBreakpointIds] }),
    })
  }

  #left(): void {
    this.frames.expire()
    this.references.expire()
    this.scopeValues = 'as-paused'
    this.connection.send('Runtime.releaseObjectGroup', { objectGroup: OBJECT_GROUP }).catch(() => undefined)
  }

  #scriptLoaded(script: Script): void {
    if (script.url === '' || script.isInternal || isInjectedCode(script.url)) return
    this.#emit('loadedSource', { reason: 'new', source: this.scripts.sourceOf(script) })
    if (script.sourceMapUrl === undefined || this.#toldSourceMap) return
    this.#toldSourceMap = true
    this.#emit('output', {
      category: 'console',
      output: `${script.path ?? script.url} has a source map. Source maps are not read: set breakpoints in the generated code.\n`,
    })
  }

  #breakpointChanged(breakpoint: Breakpoint): void {
    this.#emit('breakpoint', { reason: 'changed', breakpoint: describeBreakpoint(breakpoint, this.conventions) })
  }

  #breakpointSaid(breakpoint: Breakpoint, text: string): void {
    const { line, column } = describeBreakpoint(breakpoint, this.conventions)
    this.#emit('output', {
      category: 'console',
      output: `${text}\n`,
      source: breakpoint.source,
      ...(line === undefined ? {} : { line }),
      ...(column === undefined ? {} : { column }),
    })
  }
}
