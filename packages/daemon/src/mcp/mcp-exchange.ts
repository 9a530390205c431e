import type { McpPerson } from './open-caller.js'

/** One HTTP exchange with an accepted client. */
export interface McpExchange {
  readonly request: Request
  /** The body as JSON; undefined where there is none or it is not JSON. */
  readonly parsed: unknown
  readonly person: McpPerson
  readonly send: (answer: Response) => Promise<void>
}

/** A JSON-RPC refusal of a request whose id is not known. */
export function refusal(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status })
}
