import { Buffer } from 'node:buffer'
import type { Socket } from 'node:net'

/** The protocol of a new connection. */
export type FirstBytes =
  | { readonly kind: 'dap' }
  | { readonly kind: 'http' }
  /** Neither. `seen` is how it began. */
  | { readonly kind: 'unknown'; readonly seen: Uint8Array }
  /** Too few bytes arrived in time. */
  | { readonly kind: 'timeout' }
  /** The socket ended or failed first. */
  | { readonly kind: 'closed' }

/** How a DAP stream begins: `Content-Length`, in any case; `Content-Type` may come before it (DAP "Base Protocol"). */
const DAP_START = 'content-'
/** RFC 9110 9, RFC 5789; `PRI` is the preface of HTTP/2 (RFC 9113 3.4). Methods are case-sensitive. */
const HTTP_STARTS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH', 'PRI'].map(
  (m) => `${m} `,
)

/** What the first bytes mean, or undefined while more are needed. At most 8 are needed. */
export function classifyFirstBytes(seen: Uint8Array): 'dap' | 'http' | 'unknown' | undefined {
  const text = Buffer.from(seen).toString('latin1')
  if (text.toLowerCase().startsWith(DAP_START)) return 'dap'
  if (HTTP_STARTS.some((start) => text.startsWith(start))) return 'http'
  const isBeginning = DAP_START.startsWith(text.toLowerCase()) || HTTP_STARTS.some((start) => start.startsWith(text))
  return isBeginning ? undefined : 'unknown'
}

/**
 * Waits for the first bytes of a connection and tells its protocol. All that was read is put back with `unshift`, and the
 * socket is neither flowing nor paused, as a fresh one, so that whoever takes it over (a port, `http.Server`) reads from the
 * beginning. Never rejects, and a socket failure before the next owner listens does no harm. The caller closes a connection
 * that it does not want.
 * @param timeoutMs from now until the protocol is known, however slowly the bytes come; 10 s by default
 */
export function readFirstBytes(socket: Socket, timeoutMs = 10_000): Promise<FirstBytes> {
  return new Promise((resolve) => {
    let seen = Buffer.alloc(0)
    const finish = (result: FirstBytes) => {
      clearTimeout(timer)
      socket.off('readable', onReadable).off('end', onClosed).off('close', onClosed)
      if (seen.byteLength > 0 && !socket.destroyed && !socket.readableEnded) socket.unshift(seen)
      resolve(result)
    }
    // Reads with `read()`: a 'data' listener would require a pause afterwards, and http.Server never resumes a paused socket.
    const onReadable = () => {
      const chunk = socket.read() as Buffer | null
      if (chunk === null) return
      seen = Buffer.concat([seen, chunk])
      const kind = classifyFirstBytes(seen)
      if (kind === 'unknown') finish({ kind, seen: seen.subarray(0, 64) })
      else if (kind !== undefined) finish({ kind })
    }
    const onClosed = () => finish({ kind: 'closed' })
    const timer = setTimeout(() => finish({ kind: 'timeout' }), timeoutMs)
    socket.on('error', () => undefined)
    socket.on('readable', onReadable).on('end', onClosed).on('close', onClosed)
  })
}
