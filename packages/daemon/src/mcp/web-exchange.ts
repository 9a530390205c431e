import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { requestUrl } from '../access/check-request.js'

/** The body of a request, or why there is none. */
export type Body =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'tooLarge' } | { readonly kind: 'gone' }

/** Reading stops at this multiple of the limit: a client that sends too much is read a little further, so that it gets the refusal. */
const HEARD_OUT = 16

/** Reads a whole body. A body of more than `mostBytes` is not kept. */
export async function readBody(request: IncomingMessage, mostBytes: number): Promise<Body> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.byteLength
      if (bytes > mostBytes * HEARD_OUT) return { kind: 'gone' }
      if (bytes > mostBytes) chunks.length = 0
      else chunks.push(chunk)
    }
  } catch {
    return { kind: 'gone' }
  }
  if (bytes > mostBytes) return { kind: 'tooLarge' }
  return { kind: 'text', text: Buffer.concat(chunks).toString('utf8') }
}

/** The same request in the types of fetch. `signal` aborts if the client disconnects before its answer is complete. */
export function webRequest(request: IncomingMessage, response: ServerResponse, text: string): Request {
  const gone = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) gone.abort()
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  const method = request.method ?? 'GET'
  const body = method === 'POST' ? { body: text } : {}
  return new Request(requestUrl(request), { method, headers, signal: gone.signal, ...body })
}

/** Streams an answer. Resolves when it has been sent or the client has disconnected. */
export async function sendWebResponse(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  if (answer.body === null) return void response.end()
  response.flushHeaders()
  const stream = Readable.fromWeb(answer.body)
  await pipeline(stream, response).catch(() => undefined)
}
