import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { requestUrl } from '../access/check-request.js'

/** The body of a request, or why there is none. */
export type Body =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'tooLarge' } | { readonly kind: 'gone' }

/** Where reading ends, as a multiple of what is allowed: a client that sends too much is heard out, so that it hears why. */
const HEARD_OUT = 16

/** Reads a whole body. Of one that has more than `mostBytes` nothing is kept. */
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

/** The same request for code that speaks fetch; `signal` ends when the client has gone before its answer was complete. */
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

/** Sends an answer as it comes; resolves when it has been sent or the client has gone. */
export async function sendWebResponse(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  if (answer.body === null) return void response.end()
  response.flushHeaders()
  const stream = Readable.fromWeb(answer.body)
  await pipeline(stream, response).catch(() => undefined)
}
