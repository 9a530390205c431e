import { DebugSession, Event, Response } from '@vscode/debugadapter'
import { effectOf, isJsonObject } from '@dapplex/protocol'
import type { DebugProtocol } from '@vscode/debugprotocol'
import { argumentsFrom } from '../dap/arguments.js'
import { errorMessage, RequestFailure } from '../dap/failure.js'
import { attachHandlers } from './attach.js'
import { breakpointHandlers } from './breakpoints.js'
import { compileHandlers } from './compile.js'
import { evaluateHandlers } from './evaluate.js'
import { exceptionHandlers } from './exceptions.js'
import { inputHandlers } from './input.js'
import { inspectionHandlers } from './inspection.js'
import { knowledgeHandlers } from './knowledge.js'
import { launchHandlers } from './launch.js'
import { leave, lifecycleHandlers } from './lifecycle.js'
import { lispEvalHandlers } from './lisp-eval.js'
import { recordingHandlers } from './recording.js'
import { restartHandlers } from './restarts.js'
import { servedRequest } from '../swank/helper.js'
import { Shim } from '../session/shim.js'
import type { Handlers } from '../session/shim.js'
import { stackHandlers } from './stack.js'
import { steppingHandlers } from './stepping.js'
import { threadHandlers } from './threads.js'
import { variableHandlers } from './variables.js'

const parts: readonly ((shim: Shim) => Handlers)[] = [
  lifecycleHandlers,
  launchHandlers,
  attachHandlers,
  breakpointHandlers,
  exceptionHandlers,
  threadHandlers,
  stackHandlers,
  variableHandlers,
  evaluateHandlers,
  steppingHandlers,
  restartHandlers,
  inputHandlers,
  inspectionHandlers,
  lispEvalHandlers,
  compileHandlers,
  knowledgeHandlers,
  recordingHandlers,
]

/** The debug adapter for Common Lisp: DAP on one side, Swank on the other. */
export class LispSession extends DebugSession {
  readonly shim = new Shim((event, body) => this.sendEvent(new Event(event, body)))
  private readonly handlers: Handlers = Object.assign({}, ...parts.map((part) => part(this.shim))) as Handlers

  /** Answers each request exactly once. Answers come in the order in which the image gives them. */
  protected override dispatchRequest(request: DebugProtocol.Request): void {
    void this.answer(request).then(() => {
      if (request.command === 'disconnect') this.shutdown()
    })
  }

  private async answer(request: DebugProtocol.Request): Promise<void> {
    const response: DebugProtocol.Response = new Response(request)
    try {
      const handler = Object.hasOwn(this.handlers, request.command) ? this.handlers[request.command] : undefined
      if (!handler)
        throw new RequestFailure('UNSUPPORTED', `This adapter does not know the request ${request.command}`, {
          capability: request.command,
        })
      if (mayChange(request)) this.shim.writes++
      const body = await servedRequest.run(request.seq, () => handler(argumentsFrom(request.arguments), request))
      if (body !== undefined) response.body = body
    } catch (error) {
      const message = errorMessage(error)
      response.success = false
      response.message = message.format
      response.body = { error: message }
    }
    this.sendResponse(response)
  }

  /** Ends the session when its client is gone: a launched image must not outlive it. */
  async end(): Promise<void> {
    await leave(this.shim, undefined)
  }
}

/** Whether a request may change what variables show: all but those that read, by the catalogue. */
function mayChange({ command, arguments: raw }: DebugProtocol.Request): boolean {
  return effectOf({ command, args: isJsonObject(raw) ? raw : {} }, 'lisp') !== 'read'
}
