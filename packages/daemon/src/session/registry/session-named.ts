import { toolError } from '@dapplex/protocol'
import type { SessionRuntime } from '../runtime/session-runtime.js'
import type { SessionRegistry } from './session-registry.js'

/** The session that a client asked for by its id. @throws ToolError SESSION_NOT_FOUND */
export function sessionNamed(registry: SessionRegistry, id: string): SessionRuntime {
  const found = registry.find(id)
  if (found === undefined) throw toolError('SESSION_NOT_FOUND', { session_id: id })
  return found
}
