import { delimiter } from 'node:path'
import {
  countIn,
  decodeMessage,
  isJsonObject,
  namedIn,
  textIn,
  type DapRequest,
  type JsonObject,
} from '@dapplex/protocol'
import type { MessagePort } from '@dapplex/transport'
import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { ADDED } from './added-capabilities.js'
import { BreakpointIds } from './breakpoint-ids.js'
import { HelperBuild } from './csharp/helper-build.js'
import { Channel, RequestFailed } from './debuggee/channel.js'
import { OutputText } from './debuggee/raw-bytes.js'
import { Debuggee, FROZEN } from './debuggee/debuggee.js'
import { EndWatch, isRunning, MISSED } from './debuggee/end-watch.js'
import { missingFramework } from './debuggee/missing-framework.js'
import { processName, takeOptions, withEnvironment, withInput, withStartupHook } from './debuggee/options.js'
import { STUCK } from './debuggee/stuck-watch.js'
import { isProgram } from './requests/threads-waiting.js'
import { sideEffects } from './expressions/evaluate-csharp.js'
import { isRead, isVariable } from './requests/evaluate.js'
import { TestHost, type TestRequest } from './tests/test-host.js'
import { passFailure } from './tests/pass-failure.js'
import { isStopForException, ToldFailures } from './tests/told-failures.js'
import { RELEASE_BUILD, reportReleaseBuild } from './release-build.js'
import { routes, type Needs } from './routes.js'
import { errorBody, ShimError, ThrownInProgram } from './errors/shim-error.js'

/** After these requests nothing that is known about the stop is valid. A resume is told by `continued`, unless it is refused. */
const MOVES = new Set(['goto', 'restart'])

/** The netcoredbg that was started. */
export interface Upstream {
  readonly adapter: MessagePort
  readonly env: NodeJS.ProcessEnv
  /** See `Channel`. */
  readonly wake: () => void
  /** See `InspectorLink`. */
  readonly takes?: (call: string) => boolean
  /** In ms. How long a request waits for the first build of the C# helpers. */
  readonly patience?: number
}

/** Stands between a client and netcoredbg, and passes on the requests that it does not answer. */
export class Shim {
  readonly #client: MessagePort
  readonly #env: NodeJS.ProcessEnv
  readonly #debuggee: Debuggee
  /** netcoredbg's number for each open request of the client. A `cancel` needs it. */
  readonly #upstreamSeq = new Map<number, number>()
  readonly #breakpoints = new BreakpointIds()
  /** By category. */
  readonly #output = new Map<string, OutputText>()
  #helpers: HelperBuild | undefined
  readonly #patience: number | undefined
  #preparing: Promise<JsonObject> | undefined
  #start: 'launch' | 'attach' | undefined
  #processName: string | undefined
  #program = ''
  /** Set while the program is a run of tests. */
  #tests: { readonly host: TestHost; readonly told: ToldFailures } | undefined
  #seq = 0
  readonly #end = new EndWatch({ isRunning, onMissed: () => this.#endMissed() })
  /** The program is continued without a word: nobody was told that it had stopped. */
  #isPassing = false

  constructor(client: MessagePort, { adapter, env, wake, takes, patience }: Upstream) {
    this.#patience = patience
    this.#client = client
    this.#env = env
    const channel = new Channel(adapter, {
      onEvent: (event) => this.#takeEvent(event),
      onStrangeEvent: (event) => this.#send({ ...event }),
      wake,
      onRestored: (args, breakpoints) => this.#breakpoints.restored(args, breakpoints),
    })
    this.#debuggee = new Debuggee(channel, { env, ...(takes === undefined ? {} : { takes }) })
    this.#debuggee.onFrozen = () => this.#tell(FROZEN)
    this.#debuggee.onStuck = () => this.#giveUp()
    this.#debuggee.onLineStepsEnd = (event) => this.#send({ ...event })
    client.onMessage(({ value }) => {
      const decoded = decodeMessage(value)
      if (decoded.kind === 'request') void this.#answer(decoded.message)
    })
  }

  /** The client has gone. A launched program is ended; an attached one runs on. */
  async close(): Promise<void> {
    this.#debuggee.stuck.ended()
    this.#end.ended()
    this.#tests?.host.close()
    if (this.#start !== undefined) await this.#disconnect({ terminateDebuggee: this.#start === 'launch' })
    await this.#debuggee.compiler.close()
  }

  async #answer(request: DapRequest): Promise<void> {
    const args: JsonObject = isJsonObject(request.arguments) ? request.arguments : {}
    try {
      const route = namedIn(routes, request.command)
      if (route !== undefined && route.needs !== 'nothing') await this.#helpers?.wait()
      if (route !== undefined && this.#has(route.needs)) this.#succeed(request, await route.run(args, this.#debuggee))
      else if (request.command.startsWith('dapplex_')) throw this.#unsupported(request.command)
      else await this.#pass(request, args)
    } catch (error) {
      this.#fail(request, error)
    }
  }

  #has(needs: Needs): boolean {
    const { rawValues } = this.#debuggee.options
    const inspector = this.#debuggee.hasInspector()
    switch (needs) {
      case 'nothing':
        return true
      case 'inspector':
        return inspector
      case 'readable-values':
        return inspector && !rawValues
    }
  }

  #unsupported(command: string): ShimError {
    const isBuilding = this.#debuggee.options.inspector
    const missing = isBuilding ? 'the inspector is still being built; ask again soon' : 'the inspector is switched off'
    const why = namedIn(routes, command) === undefined ? 'it is unknown' : missing
    return new ShimError('UNSUPPORTED', `${command}: ${why}`, { capability: command })
  }

  async #pass(request: DapRequest, given: JsonObject): Promise<void> {
    const { command } = request
    // The first build of the inspector takes time. Breakpoints may be set meanwhile, but `launch` must reach netcoredbg before this.
    if (command === 'configurationDone') await this.#preparing
    const prepared = this.#prepared(command, given)
    if (command === 'launch' || command === 'attach') this.#preparing = prepared
    const args = await prepared
    if (command === 'evaluate' && isRead(args)) await this.#demandVariable(args)
    if (MOVES.has(command)) this.#debuggee.forgetStop()
    const { channel, lineSteps } = this.#debuggee
    lineSteps?.asked(command, args['threadId'])
    if (command === 'disconnect' && this.#end.hasMissed) return this.#succeed(request, {})
    if (command === 'disconnect') return this.#respond(request, await this.#disconnect(args))
    this.#upstreamSeq.set(request.seq, channel.nextSeq)
    const began = performance.now()
    channel.forward({ command, args: request.arguments === undefined ? undefined : args }, (response) => {
      this.#upstreamSeq.delete(request.seq)
      const finish = () => {
        this.#learn({ command, args }, response)
        this.#respond(request, response)
      }
      if (command === 'configurationDone' && response?.success === false) void this.#explain(response).then(finish)
      else if (command !== 'evaluate' || !this.#debuggee.mayBeLost(response, performance.now() - began)) finish()
      else void this.#debuggee.noteLost(response, countIn(args, 'frameId')).then(finish)
    })
  }

  /** The program could not be started. */
  async #explain(response: Dap.Response): Promise<void> {
    const why = await missingFramework(this.#program, this.#env)
    if (why !== undefined) response.message = `${response.message ?? ''}; .NET says: ${why}`
  }

  /** netcoredbg itself runs getters in a hover. */
  async #demandVariable(args: JsonObject): Promise<void> {
    const expression = String(args['expression'])
    const frameId = await this.#debuggee.frameOrTop(countIn(args, 'frameId'))
    if (!(await isVariable(this.#debuggee, { expression, frameId }))) throw sideEffects(expression)
  }

  /** The arguments that netcoredbg gets. */
  async #prepared(command: string, args: JsonObject): Promise<JsonObject> {
    switch (command) {
      case 'launch':
      case 'attach': {
        const { options, others: given } = takeOptions(args)
        const others = options.tests === undefined ? given : await this.#withTests(given, options.tests)
        this.#debuggee.options = options
        this.#debuggee.justMyCode = others['justMyCode'] !== false
        this.#debuggee.isAttached = command === 'attach'
        this.#start = command
        this.#processName = processName(others, options)
        this.#program = textIn(others, 'program') ?? ''
        if (options.inspector) this.#startHelpers()
        if (command === 'attach') return others
        return withEnvironment(
          withInput(options.inspector ? await this.#withInspector(others) : others, options),
          this.#env,
        )
      }
      case 'cancel':
        return { ...args, requestId: this.#upstreamSeq.get(Number(args['requestId'])) ?? args['requestId'] }
      default:
        return args
    }
  }

  /** The test host is the program of a run of tests. */
  async #withTests(args: JsonObject, tests: TestRequest): Promise<JsonObject> {
    const { program } = args
    if (typeof program !== 'string') return args
    const host = new TestHost(program, tests, (text) => this.#tell(text))
    this.#tests = { host, told: new ToldFailures() }
    return { ...args, ...(await host.listen()) }
  }

  #startHelpers(): void {
    const tell = (event: string, body: object) => this.#send({ type: 'event', event, body })
    const helpers = new HelperBuild(this.#env, {
      tell,
      ...(this.#patience === undefined ? {} : { patience: this.#patience }),
    })
    this.#helpers = helpers
    this.#debuggee.areHelpersBuilt = () => helpers.isDone
    this.#debuggee.compiler.warmUp()
  }

  /** Without a startup hook, the inspector is loaded by its first call, as after an attach. */
  async #withInspector(args: JsonObject): Promise<JsonObject> {
    if ((await this.#helpers?.wait()) === false) return args
    try {
      const path = await this.#debuggee.inspectorAssembly(this.#env)
      return withStartupHook(args, { path, separator: delimiter })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      this.#tell(`values are shown as netcoredbg has them: ${reason}\n`)
      this.#debuggee.options = { ...this.#debuggee.options, inspector: false, rawValues: true }
      return args
    }
  }

  #learn({ command, args }: { command: string; args: JsonObject }, response: Dap.Response | undefined): void {
    if (response?.success !== true) return
    if (command === 'setBreakpoints') {
      const { breakpoints } = (response as Dap.SetBreakpointsResponse).body
      response.body = { breakpoints: this.#breakpoints.answered(args, breakpoints) }
    }
    if (command === 'initialize') response.body = { ...(response.body as object), ...ADDED }
    if (command === 'threads') {
      const { threads } = (response as Dap.ThreadsResponse).body
      response.body = {
        threads: threads.filter((one) => isProgram(one) && !this.#debuggee.inspectorThreads.has(one.id)),
      }
    }
  }

  /** After an evaluation that never returned, a plain detach leaves the process frozen. It must continue first. */
  async #disconnect(args: JsonObject): Promise<Dap.Response | undefined> {
    const { channel, isFrozen, stoppedThread } = this.#debuggee
    this.#start = undefined
    if (isFrozen && args['terminateDebuggee'] !== true) {
      this.#tell('The process is continued before the detach; it would stay frozen otherwise.\n')
      await channel.ask('continue', { threadId: stoppedThread ?? 0 })
    }
    return channel.ask('disconnect', args)
  }

  #takeEvent(event: Dap.Event): void {
    if (this.#tests !== undefined && isStopForException(event)) void this.#takeFailure(event, this.#tests.told)
    else this.#hear(event)
  }

  async #takeFailure(event: Dap.StoppedEvent, told: ToldFailures): Promise<void> {
    const note = (isPassing: boolean) => (this.#isPassing = isPassing)
    if (!(await passFailure(this.#debuggee.channel, { event, told }, note))) this.#hear(event)
  }

  #hear(event: Dap.Event): void {
    const body: unknown = event.body
    switch (event.event) {
      case 'module':
        if (this.#isOurs((body as Dap.ModuleEvent['body']).module.path)) return
        this.#debuggee.modules.take(body as Dap.ModuleEvent['body'])
        void reportReleaseBuild(this.#debuggee, { event: event as Dap.ModuleEvent, tell: (text) => this.#tell(text) })
        break
      case 'thread':
        if (this.#isInspectorThread(body as Dap.ThreadEvent['body'])) return
        break
      case 'breakpoint':
        return this.#takeBreakpoint(event as Dap.BreakpointEvent)
      case 'process':
        this.#debuggee.pid = (body as Dap.ProcessEvent['body']).systemProcessId
        if (this.#debuggee.pid !== undefined) this.#end.began(this.#debuggee.pid, this.#start)
        this.#debuggee.compiler.forget()
        if (this.#processName !== undefined) event.body = { ...(body as object), name: this.#processName }
        break
      case 'output':
        return this.#takeOutput(event as Dap.OutputEvent)
      case 'exited':
      case 'terminated':
        this.#debuggee.stuck.ended()
        this.#end.ended()
        this.#endOutput()
        break
      case 'stopped':
        this.#debuggee.forgetStop()
        this.#debuggee.stoppedThread = (body as Dap.StoppedEvent['body']).threadId
        this.#debuggee.stuck.stopped((body as Dap.StoppedEvent['body']).reason)
        break
      case 'continued':
        if (this.#isPassing) return void (this.#isPassing = false)
        this.#debuggee.forgetStop()
        this.#debuggee.stoppedThread = undefined
        this.#debuggee.stuck.resumed((body as Dap.ContinuedEvent['body']).threadId)
        break
      case 'capabilities':
        event.body = { capabilities: { ...(body as Dap.CapabilitiesEvent['body']).capabilities, ...ADDED } }
        break
      default:
        break
    }
    if (this.#debuggee.lineSteps?.hides(event) !== true) this.#send({ ...event })
  }

  #takeBreakpoint(event: Dap.BreakpointEvent): void {
    const { breakpoint } = event.body
    if (breakpoint.id === undefined) return this.#send({ ...event })
    for (const id of this.#breakpoints.idsOf(breakpoint.id))
      this.#send({ ...event, body: { ...event.body, breakpoint: { ...breakpoint, id } } })
  }

  #takeOutput(event: Dap.OutputEvent): void {
    const { category = 'console', output } = event.body
    if (this.#tests !== undefined && output.startsWith(RELEASE_BUILD)) return
    const known = this.#output.get(category) ?? new OutputText()
    this.#output.set(category, known)
    const text = known.add(output)
    if (text !== '') this.#send({ ...event, body: { ...event.body, output: text } })
  }

  #endOutput(): void {
    for (const [category, text] of this.#output) {
      const output = text.end()
      if (output !== '') this.#send({ type: 'event', event: 'output', body: { category, output } })
    }
    this.#output.clear()
  }

  /** Whether the shim loaded this module into the program. Clients do not see such modules. */
  #isOurs(path: string | undefined): boolean {
    const { inspectorPath, compiler } = this.#debuggee
    if (path === undefined) return false
    return path === inspectorPath || (compiler.outputFolder !== undefined && path.startsWith(compiler.outputFolder))
  }

  /** Only the inspector starts threads during an evaluation, since all threads of the program are suspended. */
  #isInspectorThread({ reason, threadId }: Dap.ThreadEvent['body']): boolean {
    const { inspectorThreads, evaluating } = this.#debuggee
    if (reason === 'started' && evaluating > 0) inspectorThreads.add(threadId)
    if (!inspectorThreads.has(threadId)) return false
    if (reason === 'exited') inspectorThreads.delete(threadId)
    return true
  }

  /** The program stands: the session ends. */
  #giveUp(): void {
    this.#tell(STUCK)
    void this.#disconnect({ terminateDebuggee: this.#start === 'launch' })
  }

  /** netcoredbg answers nothing more, a disconnect neither. */
  #endMissed(): void {
    this.#start = undefined
    this.#tell(MISSED)
    this.#hear({ type: 'event', event: 'terminated', seq: 0 })
  }

  #tell(text: string): void {
    this.#send({ type: 'event', event: 'output', body: { category: 'important', output: text } })
  }

  #succeed(request: DapRequest, body: unknown): void {
    this.#send({ ...answerTo(request), success: true, body })
  }

  #respond(request: DapRequest, response: Dap.Response | undefined): void {
    if (response === undefined) return this.#fail(request, new Error('netcoredbg has ended'))
    this.#send({ ...response, ...answerTo(request) })
  }

  #fail(request: DapRequest, error: unknown): void {
    if (error instanceof RequestFailed && error.response !== undefined) return this.#respond(request, error.response)
    const message = error instanceof Error ? error.message : String(error)
    const isDocumented = error instanceof ShimError || error instanceof ThrownInProgram
    const body = isDocumented
      ? { body: errorBody(error, isJsonObject(request.arguments) ? request.arguments : {}) }
      : {}
    this.#send({ ...answerTo(request), success: false, message, ...body })
  }

  #send(message: object): void {
    this.#client.send({ ...message, seq: ++this.#seq })
  }
}

const answerTo = ({ seq, command }: DapRequest) => ({ type: 'response', request_seq: seq, command })
