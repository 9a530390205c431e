import { isJsonObject } from '@dapplex/protocol'
import type { ServerContext } from '@modelcontextprotocol/server'

/** The parameters of `tools/call`. */
export interface McpCall {
  readonly name: string
  readonly arguments?: Readonly<Record<string, unknown>> | undefined
}

/** A shorter call reports no progress. */
const FIRST_MS = 1_000
const EVERY_MS = 1_000

/**
 * Tells a client that asked for it (`progressToken`) each second that its call is still running: the seconds so far, and the
 * seconds it may take if it names a `timeout_ms`.
 */
export function reportProgress(
  { name, params }: { readonly name: string; readonly params: unknown },
  { mcpReq }: ServerContext,
): { stop(): void } {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return { stop: () => undefined }
  const limit = isJsonObject(params) ? params['timeout_ms'] : undefined
  const total = typeof limit === 'number' && limit > 0 ? { total: limit / 1000 } : {}
  let seconds = 0
  const report = () => {
    seconds += EVERY_MS / 1000
    const message = `${name} has taken ${seconds} s`
    mcpReq
      .notify({ method: 'notifications/progress', params: { progressToken, progress: seconds, ...total, message } })
      .catch(() => undefined)
  }
  const timer = setInterval(report, Math.max(FIRST_MS, EVERY_MS))
  return { stop: () => clearInterval(timer) }
}
