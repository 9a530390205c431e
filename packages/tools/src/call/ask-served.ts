import { servedCatalogue, toolError, type RequestParams, type RequestResult, type ServedName } from '@dapplex/protocol'
import { present } from '../result/present.js'
import type { Body, SessionCall } from './call.js'

/** A request that some adapters serve, and what UNSUPPORTED says of the others. */
export interface ServedRequest<N extends ServedName = ServedName> {
  readonly command: N
  /** What the adapter lacks where it does not serve the request. */
  readonly capability: string
  /** Why other adapters lack it, and what can replace it. */
  readonly reason: string
}

/** Makes the error of a request that failed, from the adapter's own words. */
type Refuse = Parameters<SessionCall['ask']>[2]

/** Optional members may be undefined: they are left out of what is sent. */
type Loose<T> = { readonly [K in keyof T]: T[K] | undefined }

/** @throws ToolError UNSUPPORTED where this session's adapter does not serve the request (`traits.serves`) */
export function demandServed(on: SessionCall, { command, capability, reason }: ServedRequest): void {
  if (on.serves(command)) return
  throw toolError('UNSUPPORTED', { capability, adapter: on.session.adapter.title, reason })
}

/** Asks an adapter that serves the request. @throws ToolError UNSUPPORTED, and what the adapter documents */
export function askServed<N extends ServedName>(
  on: SessionCall,
  request: ServedRequest<N>,
  args: Loose<RequestParams<N>>,
): Promise<RequestResult<N>> {
  demandServed(on, request)
  const { command, capability } = request
  return sendServed(on, { command, args }, (reason) =>
    toolError('UNSUPPORTED', { capability, adapter: on.session.adapter.title, reason }, reason),
  )
}

/**
 * Sends a served request and reads its answer as the catalogue describes it.
 * @throws ToolError INVALID_ANSWER
 */
export async function sendServed<N extends ServedName>(
  on: SessionCall,
  { command, args }: { readonly command: N; readonly args: Loose<RequestParams<N>> },
  refuse: Refuse,
): Promise<RequestResult<N>> {
  return readServed(on, command, await on.ask(command, present(args as Body), refuse))
}

/** The answer of a served request as the catalogue describes it. @throws ToolError INVALID_ANSWER */
export function readServed<N extends ServedName>({ session }: SessionCall, command: N, body: Body): RequestResult<N> {
  const { result } = servedCatalogue[command]
  const read = result.safeParse(body)
  if (read.success) return read.data as RequestResult<N>
  const reason = read.error.issues.map(({ path, message }) => [path.join('.'), message].join(': ')).join('; ')
  throw toolError('INVALID_ANSWER', { adapter: session.adapter.title, request: command, reason })
}
