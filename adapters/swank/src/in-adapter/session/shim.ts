import type { DebugProtocol } from '@vscode/debugprotocol'
import type { Arguments } from '../dap/arguments.js'
import { Core } from './core.js'
import { Input } from './input.js'
import { Stops } from './stops.js'

/** The state of one debug session, shared by the parts that serve it. */
export class Shim extends Core {
  readonly stops = new Stops(this)
  readonly input = new Input(this)
}

export type Handler = (args: Arguments, request: DebugProtocol.Request) => unknown
/** Requests by command; a handler answers the body, or throws RequestFailure. */
export type Handlers = Readonly<Record<string, Handler>>
