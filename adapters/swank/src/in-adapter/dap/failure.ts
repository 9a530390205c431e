import type { ErrorType } from '@dapplex/protocol'
import type { DebugProtocol } from '@vscode/debugprotocol'

/** Numbers of `body.error.id`, one for each kind of failure. */
const ids = { expected: 1, internal: 2 } as const

/**
 * A request that fails in an expected way. `type` is a code of the error catalogue; `data` says what a program needs.
 */
export class RequestFailure extends Error {
  constructor(
    readonly type: ErrorType,
    message: string,
    readonly data: Readonly<Record<string, unknown>> = {},
  ) {
    super(message)
  }
}

/** There is no image, or it has gone. */
export const noImage = (reason: string, data: Readonly<Record<string, unknown>> = {}): RequestFailure =>
  new RequestFailure('ADAPTER_CRASHED', reason, { adapter: 'swank', reason, ...data })

/** The `body.error` of a failed request. DAP variables are strings, so other values travel as JSON. */
export function errorMessage(error: unknown): DebugProtocol.Message {
  if (!(error instanceof RequestFailure))
    return { id: ids.internal, format: error instanceof Error ? error.message : String(error), showUser: false }
  const variables: Record<string, string> = { type: error.type }
  // The multiplexer takes the whole error from here, except for what the evaluated code threw (`dapplexThrown`).
  if (error.data['dapplexThrown'] === undefined)
    variables['dapplexError'] = JSON.stringify({ ...error.data, type: error.type })
  for (const [key, value] of Object.entries(error.data))
    variables[key] = typeof value === 'string' ? value : JSON.stringify(value)
  return { id: ids.expected, format: error.message, variables, showUser: false }
}
