import { InternalClient } from '../runtime/internal-client.js'
import type { SessionRuntime } from '../runtime/session-runtime.js'

/** The client of the tools in a session. It starts the program and owns the breakpoints that were set through the tools. */
export function surfaceClient(runtime: SessionRuntime, principal: string): InternalClient {
  const about = { name: 'dapplex', principal, role: 'owner', kind: 'surface', presence: 'connection' } as const
  const client = new InternalClient(runtime, {
    ...about,
    isLocal: true,
    keepBreakpoints: true,
    foreignBreakpoints: false,
  })
  runtime.surfaceClient = client
  return client
}
