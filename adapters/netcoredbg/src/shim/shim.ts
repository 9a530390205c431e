import { delimiter } from 'node:path'
import { decodeMessage, isJsonObject, type DapRequest, type JsonObject } from '@dapplex/protocol'
import type { MessagePort } from '@dapplex/transport'
import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { Channel, RequestFailed } from './channel.js'
import { Debuggee } from './debuggee.js'
import { takeOptions, withEnvironment, withStartupHook } from './options.js'
import { isProgram } from './requests/threads-waiting.js'
import { reportReleaseBuild } from './release-build.js'
import { routes, type Needs } from './routes.js'
import { errorBody, ShimError, ThrownInProgram } from './shim-error.js'

/** What the shim adds to netcoredbg's capabilities. */
const ADDED: Dap.Capabilities = {
  supportsModulesRequest: true,
  supportsLoadedSourcesRequest: true,
  supportsEvaluateForHovers: true,
  supportsValueFormattingOptions: true,
}

/** After these nothing that was known of the stop holds. */
const MOVES = new Set(['continue', 'next', 'stepIn', 'stepOut', 'goto', 'restart'])

const FROZEN =
  'an evaluation never came back, and netcoredbg can read nothing more at this stop: continue, then everything works again; a detach lets the program run on first\n'

/** The netcoredbg that was started. */
export interface Upstream {
  readonly adapter: MessagePort
  readonly env: NodeJS.ProcessEnv
  /** See `Channel`. */
  readonly wake: () => void
  /** See `InspectorLink`. */
  readonly takes?: (call: string) => boolean
}

/** Between a client and netcoredbg: passes on what it does not answer itself. */
export class Shim {
  readonly #client: MessagePort
  readonly #env: NodeJS.ProcessEnv
  readonly #debuggee: Debuggee
  /** netcoredbg's numbers of the client's open requests: what a `cancel` names. */
  readonly #upstreamSeq = new Map<number, number>()
  #preparing: Promise<JsonObject> | undefined
  #start: 'launch' | 'attach' | undefined
  #seq = 0

  constructor(client: MessagePort, { adapter, env, wake, takes }: Upstream) {
    this.#client = client
    this.#env = env
    const channel = new Channel(adapter, { onEvent: (event) => this.#takeEvent(event), wake })
    this.#debuggee = new Debuggee(channel, { env, ...(takes === undefined ? {} : { takes }) })
    this.#debuggee.onFrozen = () => this.#tell(FROZEN)
    client.onMessage(({ value }) => {
      const decoded = decodeMessage(value)
      if (decoded.kind === 'request') void this.#answer(decoded.message)
    })
  }

  /** The client has gone: a program that was launched ends, one that was attached to runs on. */
  async close(): Promise<void> {
    if (this.#start !== undefined) await this.#disconnect({ terminateDebuggee: this.#start === 'launch' })
    await this.#debuggee.compiler.close()
  }

  async #answer(request: DapRequest): Promise<void> {
    const args: JsonObject = isJsonObject(request.arguments) ? request.arguments : {}
    try {
      const route = routes[request.command]
      if (route !== undefined && this.#has(route.needs)) this.#succeed(request, await route.run(args, this.#debuggee))
      else if (request.command.startsWith('dapplex_')) throw this.#unsupported(request.command)
      else await this.#pass(request, args)
    } catch (error) {
      this.#fail(request, error)
    }
  }

  #has(needs: Needs): boolean {
    const { inspector, rawValues } = this.#debuggee.options
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
    const why = routes[command] === undefined ? 'it is unknown' : 'the inspector is switched off for this session'
    return new ShimError('UNSUPPORTED', `${command}: ${why}`, { capability: command })
  }

  async #pass(request: DapRequest, given: JsonObject): Promise<void> {
    const { command } = request
    // The first build of the inspector takes a while: breakpoints may be set meanwhile, but the launch must come first here.
    if (command === 'configurationDone') await this.#preparing
    const prepared = this.#prepared(command, given)
    if (command === 'launch' || command === 'attach') this.#preparing = prepared
    const args = await prepared
    if (MOVES.has(command)) this.#debuggee.forgetStop()
    const { channel } = this.#debuggee
    if (command === 'disconnect') return this.#respond(request, await this.#disconnect(args))
    this.#upstreamSeq.set(request.seq, channel.nextSeq)
    const began = performance.now()
    channel.forward({ command, args: request.arguments === undefined ? undefined : args }, (response) => {
      this.#upstreamSeq.delete(request.seq)
      if (command === 'evaluate') this.#debuggee.noteEvaluation(response, performance.now() - began)
      this.#learn(command, response)
      this.#respond(request, response)
    })
  }

  /** What netcoredbg is to see of the arguments. */
  async #prepared(command: string, args: JsonObject): Promise<JsonObject> {
    switch (command) {
      case 'launch':
      case 'attach': {
        const { options, others } = takeOptions(args)
        this.#debuggee.options = options
        this.#debuggee.justMyCode = others['justMyCode'] !== false
        this.#debuggee.isAttached = command === 'attach'
        this.#start = command
        if (options.inspector) this.#debuggee.compiler.warmUp()
        if (command === 'attach') return others
        return withEnvironment(options.inspector ? await this.#withInspector(others) : others, this.#env)
      }
      case 'cancel':
        return { ...args, requestId: this.#upstreamSeq.get(Number(args['requestId'])) ?? args['requestId'] }
      default:
        return args
    }
  }

  async #withInspector(args: JsonObject): Promise<JsonObject> {
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

  #learn(command: string, response: Dap.Response | undefined): void {
    if (response?.success !== true) return
    if (command === 'initialize') response.body = { ...(response.body as object), ...ADDED }
    if (command === 'threads') {
      const { threads } = (response as Dap.ThreadsResponse).body
      response.body = { threads: threads.filter((one) => isProgram(one) && !this.#debuggee.ownThreads.has(one.id)) }
    }
  }

  /** An evaluation that never came back leaves a process that a plain detach would leave frozen: it has to run on first. */
  async #disconnect(args: JsonObject): Promise<Dap.Response | undefined> {
    const { channel, isFrozen, stoppedThread } = this.#debuggee
    this.#start = undefined
    if (isFrozen && args['terminateDebuggee'] !== true) {
      this.#tell('the process is let run on before it is detached from: else it would stand still for good\n')
      await channel.ask('continue', { threadId: stoppedThread ?? 0 })
    }
    return channel.ask('disconnect', args)
  }

  #takeEvent(event: Dap.Event): void {
    const body: unknown = event.body
    switch (event.event) {
      case 'module':
        if (this.#isOurs((body as Dap.ModuleEvent['body']).module.path)) return
        this.#debuggee.modules.take(body as Dap.ModuleEvent['body'])
        void reportReleaseBuild(this.#debuggee, { event: event as Dap.ModuleEvent, tell: (text) => this.#tell(text) })
        break
      case 'thread':
        if (this.#isOwnThread(body as Dap.ThreadEvent['body'])) return
        break
      case 'stopped':
        this.#debuggee.forgetStop()
        this.#debuggee.stoppedThread = (body as Dap.StoppedEvent['body']).threadId
        break
      case 'continued':
        this.#debuggee.forgetStop()
        this.#debuggee.stoppedThread = undefined
        break
      case 'capabilities':
        event.body = { capabilities: { ...(body as Dap.CapabilitiesEvent['body']).capabilities, ...ADDED } }
        break
      default:
        break
    }
    this.#send({ ...event })
  }

  /** What the shim brought into the program is no part of it. */
  #isOurs(path: string | undefined): boolean {
    const { inspectorPath, compiler } = this.#debuggee
    if (path === undefined) return false
    return path === inspectorPath || (compiler.outputFolder !== undefined && path.startsWith(compiler.outputFolder))
  }

  /** Only the inspector begins threads while the program is held for an evaluation. */
  #isOwnThread({ reason, threadId }: Dap.ThreadEvent['body']): boolean {
    const { ownThreads, evaluating } = this.#debuggee
    if (reason === 'started' && evaluating > 0) ownThreads.add(threadId)
    if (!ownThreads.has(threadId)) return false
    if (reason === 'exited') ownThreads.delete(threadId)
    return true
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
