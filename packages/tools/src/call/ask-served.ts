import { toolError } from '@dapplex/protocol'
import type { Body, SessionCall } from './session-call.js'

/** A request beyond the standard, and what it stands for in UNSUPPORTED. */
export interface ServedRequest {
  readonly command: string
  /** What the adapter lacks where it does not serve the request. */
  readonly capability: string
  /** Why other adapters lack it, and what can replace it. */
  readonly reason: string
}

/** @throws ToolError UNSUPPORTED where this session's adapter does not serve the request (`traits.serves`) */
export function demandServed(on: SessionCall, { command, capability, reason }: ServedRequest): void {
  if (on.serves(command)) return
  throw toolError('UNSUPPORTED', { capability, adapter: on.session.adapter.title, reason })
}

/** Asks an adapter that serves the request. @throws ToolError UNSUPPORTED, and what the adapter documents */
export function askServed(on: SessionCall, request: ServedRequest, args: Body): Promise<Body> {
  demandServed(on, request)
  const { command, capability } = request
  return on.ask(command, args, (reason) =>
    toolError('UNSUPPORTED', { capability, adapter: on.session.adapter.title, reason }, reason),
  )
}
